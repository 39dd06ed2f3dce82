import { extname } from 'node:path'
import type { createApp as CreateApp } from '../app/create-app.ts'

/** Loads the service: compiled when it is published, and compiled now in a clone. */
export async function loadApp(): Promise<typeof CreateApp> {
  if (extname(import.meta.url) === '.ts') {
    const { compileDecorators } = await import('./compile-decorators.ts')
    compileDecorators()
  }
  const { createApp } = await import('../app/create-app.ts')
  return createApp
}
