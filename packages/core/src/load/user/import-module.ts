import { readFile } from 'node:fs/promises'
import { extname, isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BenchpressError, isBenchpressError, messageOf } from '../../base/errors/benchpress-error.ts'
import { failurePlace } from './failure-place.ts'
import { findOwnPackagesBeside } from './own-packages.ts'

/** An export of a module, and what it is given; plain data that can cross threads. */
export interface ModuleExport {
  /** URL or path of the module. */
  readonly module: string
  readonly export: string
  /** Given to the export, which then makes what is wanted; `undefined` where it is that itself. */
  readonly options: unknown
}

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
    throw new BenchpressError('INVALID_CONFIG', `the ${kind} ${module} cannot be loaded: ${describeImportError(error)}`, {
      hint: hintFor(error),
      cause: error,
    })
  }
}

/**
 * Imports what a file default-exports; of JSON it is the content.
 *
 * It and the journeys that it names find the packages of benchpress beside another module where their own folder has none, and are modules also in a package of CommonJS.
 *
 * @param beside URL of that module
 */
export async function importDefault(file: string, beside: string): Promise<unknown> {
  findOwnPackagesBeside(beside)
  if (extname(file) === '.json') return JSON.parse(await readFile(file, 'utf8'))
  const module: { readonly default?: unknown } = await import(pathToFileURL(file).href)
  return module.default
}

/** What a module exports under a name, all its exports, and how messages call the one that was asked for. */
interface FoundExport {
  readonly exported: unknown
  readonly namespace: Readonly<Record<string, unknown>>
  readonly where: string
}

/**
 * Imports a module into this thread, and takes one of its exports.
 *
 * @param hint what to write where there is no such export
 * @throws BenchpressError `INVALID_CONFIG` as {@link importModule} does, and when there is no such export, with those that there are
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

/** The package that an error of an import says is not installed; `undefined` for any other error. */
export function missingPackageOf(error: unknown): string | undefined {
  return /Cannot find (?:package|module) '((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?'/.exec(messageOf(error))?.[1]
}

/** Says why a module of a user cannot be loaded, and where in it that is. */
export function describeImportError(error: unknown): string {
  // Outside of it is what imports it.
  const [place] = error instanceof SyntaxError ? [] : (failurePlace(error)?.split(' < ') ?? [])
  return place === undefined ? describeLoadError(error) : `${messageOf(error)} (${place})`
}

/** Says why a module cannot be loaded; of a syntax error with the line, which Node.js tells in the stack only. */
export function describeLoadError(error: unknown): string {
  const place = error instanceof SyntaxError ? /^(?!\s*at ).*:\d+$/m.exec(error.stack ?? '')?.[0] : undefined
  return place === undefined ? messageOf(error) : `${messageOf(error)} (${place})`
}

/** What a worker thread of ours is started with, so that it can load its module, by the flags of the process. */
export function workerFlags(): { execArgv?: string[] } {
  // A worker inherits them. One of them belongs to code given on the command line, and refuses a file; the others cannot be named beside it,
  // since some that are inherited silently are refused when they are given.
  return process.execArgv.some((argument) => argument.startsWith('--input-type')) ? { execArgv: [] } : {}
}

/**
 * The URL of a module in the same folder, or below: sources are TypeScript and what is published is JavaScript, and both lie side by side in the same way.
 *
 * @param module `import.meta.url`
 * @param name such as `./journeys/reading`
 */
export function moduleBeside(module: string, name: string): string {
  return new URL(`${name}${extname(module)}`, module).href
}
