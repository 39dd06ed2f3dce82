import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BenchpressError, isBenchpressError, messageOf } from '../../base/errors/benchpress-error.ts'

/**
 * Imports a module into this thread, by its URL, its path or its bare name.
 *
 * @param kind what the module is for an error, such as `journey module`
 * @throws BenchpressError `INVALID_CONFIG` with the module and why it cannot be loaded
 */
export async function importModule(module: string, kind: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(isAbsolute(module) ? pathToFileURL(module).href : module)) as Record<string, unknown>
  } catch (error) {
    const reason = messageOf(error)
    throw new BenchpressError('INVALID_CONFIG', `the ${kind} ${module} cannot be loaded: ${reason}${placeOf(error)}`, {
      hint: hintFor(error),
      cause: error,
    })
  }
}

function hintFor(error: unknown): string | undefined {
  if (isBenchpressError(error)) return error.hint
  const isReadAsCommonJs = error instanceof SyntaxError && /outside a module|Unexpected token 'export'/.test(error.message)
  return isReadAsCommonJs ? 'name it .mts or .mjs, or write "type": "module" into the package.json that it belongs to' : undefined
}

// Node.js tells the line of a syntax error in the stack only.
function placeOf(error: unknown): string {
  const place = error instanceof SyntaxError ? /^(?!\s*at ).*:\d+$/m.exec(error.stack ?? '')?.[0] : undefined
  return place === undefined ? '' : ` (${place})`
}

/** What a worker thread of ours is started with, so that it can load its module, by the flags of the process. */
export function workerFlags(execArgv: readonly string[] = process.execArgv): { execArgv?: string[] } {
  // A worker inherits them. One of them belongs to code given on the command line, and refuses a file; the others cannot be named beside it,
  // since some that are inherited silently are refused when they are given.
  return execArgv.some((argument) => argument.startsWith('--input-type')) ? { execArgv: [] } : {}
}
