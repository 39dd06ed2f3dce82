import { existsSync, readFileSync } from 'node:fs'
import { registerHooks, type ResolveHookSync } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { codeOf } from '../../base/errors/benchpress-error.ts'

// Threads get a copy from the thread that starts them.
const inherited = 'benchpress: the module whose folder has its packages'
const notFound: ReadonlySet<string | undefined> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])

/**
 * Lets all modules that are loaded from now on find the packages of benchpress from another module if their own folder has none: in this thread, and in
 * the threads that it starts. They are loaded as modules even if their package says `commonjs`.
 *
 * So configs and journeys can import the library of the command that runs them. A package in their own folder comes first.
 *
 * @param url the URL of the module
 */
export function findOwnPackagesBeside(url: string): void {
  if (getEnvironmentData(inherited) === url) return
  setEnvironmentData(inherited, url)
  registerHooks({ resolve: inTheirFormat(resolveBeside(url)) })
}

/** Lets the modules of a thread find the packages of benchpress, and be loaded, as in the thread that started it. */
export function inheritOwnPackages(): void {
  const url = getEnvironmentData(inherited)
  if (typeof url === 'string') registerHooks({ resolve: inTheirFormat(resolveBeside(url)) })
}

function inTheirFormat(find: ResolveHookSync): ResolveHookSync {
  return (specifier, context, resolve) => {
    const found = find(specifier, context, resolve)
    const format = formatOf(found.url)
    return format === undefined ? found : { ...found, format }
  }
}

function resolveBeside(url: string): ResolveHookSync {
  return (specifier, context, resolve) => {
    if (!specifier.startsWith('@benchpress/')) return resolve(specifier, context)
    try {
      return resolve(specifier, context)
    } catch (error) {
      if (!notFound.has(codeOf(error))) throw error
      try {
        return resolve(specifier, { ...context, parentURL: url })
      } catch {
        // This error names the folder of the module, where the package can be installed.
        throw error
      }
    }
  }
}

const formats: ReadonlyMap<string, string> = new Map([
  ['.ts', 'module-typescript'],
  ['.js', 'module'],
])

// The beginning of a line that only a module can have.
const ofModules =
  /^(?:import\s+[\w$]|import\s*[{*'"]|export\s+(?:default|const|let|class|function|async|type|interface|abstract)\b|export\s*[{*])/m

/**
 * The format to load a module with imports or exports in a package that says `commonjs`, as `npm init` writes it, which Node.js would take for
 * CommonJS; `undefined` for any other module.
 */
export function formatOf(url: string): string | undefined {
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return undefined
  const file = fileURLToPath(url)
  const format = formats.get(extname(file))
  if (format === undefined || typeOfPackage(dirname(file)) !== 'commonjs') return undefined
  return existsSync(file) && ofModules.test(readFileSync(file, 'utf8')) ? format : undefined
}

// Kept because modules of one package ask for it one after the other.
const types = new Map<string, unknown>()

function typeOfPackage(folder: string): unknown {
  if (!types.has(folder)) types.set(folder, readTypeOfPackage(folder))
  return types.get(folder)
}

function readTypeOfPackage(folder: string): unknown {
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return dirname(folder) === folder ? undefined : typeOfPackage(dirname(folder))
  try {
    const { type }: { readonly type?: unknown } = JSON.parse(readFileSync(manifest, 'utf8'))
    return type
  } catch {
    // Node.js reports what is wrong with the file.
    return undefined
  }
}
