import { readFile } from 'node:fs/promises'
import { extname, isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BenchpressError, isBenchpressError, messageOf } from '../../base/errors/benchpress-error.ts'
import { failurePlace } from './failure.ts'
import { findOwnPackagesBeside } from './own-packages.ts'

/** An export of a module with its options, as plain data that can be sent to other threads. */
export interface ModuleExport {
  /** URL or path of the module. */
  readonly module: string
  readonly export: string
  /** Options that are passed to the export, which is then a function; `undefined` when the export itself is wanted. */
  readonly options: unknown
}

/**
 * Imports a module into this thread, by its URL, its path or its bare name.
 *
 * @param kind the kind of module in errors, such as `journey module`
 * @throws BenchpressError `INVALID_CONFIG` with the module and why it cannot be loaded
 */
export async function importModule(module: string, kind: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(isAbsolute(module) ? pathToFileURL(module).href : module)) as Record<string, unknown>
  } catch (error) {
    throw new BenchpressError('INVALID_CONFIG', `the ${kind} ${module} cannot be loaded: ${describeImportError(error)}`, {
      hint: hintFor(error),
      cause: error,
    })
  }
}

/**
 * Imports the default export of a file, or the content of a JSON file.
 *
 * The file and its journeys find the packages of benchpress from another module if their own folder has none, and are loaded as modules even in a
 * package of CommonJS.
 *
 * @param beside the URL of that other module
 */
export async function importDefault(file: string, beside: string): Promise<unknown> {
  findOwnPackagesBeside(beside)
  if (extname(file) === '.json') return JSON.parse(await readFile(file, 'utf8'))
  const module: { readonly default?: unknown } = await import(pathToFileURL(file).href)
  return module.default
}

/** An export of a module, all exports, and the name of the export in messages. */
interface FoundExport {
  readonly exported: unknown
  readonly namespace: Readonly<Record<string, unknown>>
  readonly where: string
}

/**
 * Imports a module into this thread, and returns one of its exports.
 *
 * @param hint the hint when there is no such export
 * @throws BenchpressError `INVALID_CONFIG` like {@link importModule}, and when there is no such export, with a list of the exports
 */
export async function importExport(source: ModuleExport, kind: string, hint: string): Promise<FoundExport> {
  const namespace = await importModule(source.module, kind)
  const where = `the export "${source.export}" of the ${kind} ${source.module}`
  if (Object.hasOwn(namespace, source.export)) return { exported: namespace[source.export], namespace, where }
  throw new BenchpressError('INVALID_CONFIG', `${where} does not exist; ${listExports(namespace)}`, { hint })
}

/** Lists what a module exports, as a clause. */
export function listExports(namespace: object): string {
  const names = Object.keys(namespace)
  return names.length === 0 ? 'it exports nothing' : `it exports ${names.join(', ')}`
}

function hintFor(error: unknown): string | undefined {
  if (isBenchpressError(error)) return error.hint
  const missing = missingPackageOf(error)
  if (missing !== undefined) return `is it installed? Run npm i -D ${missing}`
  const isReadAsCommonJs = error instanceof SyntaxError && /outside a module|Unexpected token 'export'/.test(error.message)
  return isReadAsCommonJs ? 'name it .mts or .mjs, or write "type": "module" into the package.json that it belongs to' : undefined
}

/** The name of the package whose absence caused an error of an import; `undefined` for any other error. */
export function missingPackageOf(error: unknown): string | undefined {
  return /Cannot find (?:package|module) '((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?'/.exec(messageOf(error))?.[1]
}

/** Describes why a module of a user cannot be loaded, with the place in the module. */
export function describeImportError(error: unknown): string {
  // Frames outside of the module belong to its importer.
  const [place] = error instanceof SyntaxError ? [] : (failurePlace(error)?.split(' < ') ?? [])
  return place === undefined ? describeLoadError(error) : `${messageOf(error)} (${place})`
}

/** Describes why a module cannot be loaded; for a syntax error with the line, which Node.js has in the stack only. */
export function describeLoadError(error: unknown): string {
  const place = error instanceof SyntaxError ? /^(?!\s*at ).*:\d+$/m.exec(error.stack ?? '')?.[0] : undefined
  return place === undefined ? messageOf(error) : `${messageOf(error)} (${place})`
}

/** The flags to start our worker threads with, derived from those of the process, so that they can load their modules. */
export function workerFlags(): { execArgv?: string[] } {
  // A worker inherits the flags. `--input-type`, for code on the command line, refuses a file, and the others cannot be passed on explicitly, because
  // some inherited flags are refused when given.
  return process.execArgv.some((argument) => argument.startsWith('--input-type')) ? { execArgv: [] } : {}
}

/**
 * The URL of a module in the same folder, or below, with the extension of the running code: TypeScript in sources, JavaScript in the published package.
 *
 * @param module `import.meta.url`
 * @param name path without extension, such as `./journeys/reading`
 */
export function moduleBeside(module: string, name: string): string {
  return new URL(`${name}${extname(module)}`, module).href
}
