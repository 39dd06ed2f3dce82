import { extname } from 'node:path'
import type { createApp as CreateApp } from '../app/create-app.ts'

/** Loads the service, which is compiled on import in a clone, and was compiled before when published. */
export async function loadApp(): Promise<typeof CreateApp> {
  if (extname(import.meta.url) === '.ts') {
    const { compileDecorators } = await import('./compile-decorators.ts')
    compileDecorators()
  }
  const { createApp } = await import('../app/create-app.ts')
  return createApp
}
