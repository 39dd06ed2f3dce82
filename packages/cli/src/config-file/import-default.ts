import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findOwnPackagesBeside } from '@benchpress/core/report'

/**
 * Imports what a file default-exports; of JSON it is the content.
 *
 * It and the journeys that it names find `@benchpress/core` beside the command where their own folder has none, and are modules also in a package of CommonJS.
 */
export async function importDefault(file: string): Promise<unknown> {
  findOwnPackagesBeside(import.meta.url)
  if (extname(file) === '.json') return JSON.parse(await readFile(file, 'utf8'))
  const module: { readonly default?: unknown } = await import(pathToFileURL(file).href)
  return module.default
}

/** The package that an error of an import says is not installed; `undefined` for any other error. */
export function missingPackageOf(error: unknown): string | undefined {
  return error instanceof Error
    ? /Cannot find (?:package|module) '((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?'/.exec(error.message)?.[1]
    : undefined
}

/** Says why a file could not be imported. */
export function describeLoadError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Node.js gives the line of a syntax error in the stack only.
  const place = error instanceof SyntaxError ? /^(?!\s*at ).*:\d+$/m.exec(error.stack ?? '')?.[0] : undefined
  return place === undefined ? error.message : `${error.message} (${place})`
}
