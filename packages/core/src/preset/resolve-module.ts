import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeOf } from '../base/errors/benchpress-error.ts'

/**
 * Resolves a module of a package as `import` does in a given module: by the conditions of `import`, which `require.resolve` does not know, and else by those of `require`.
 *
 * @param place path or URL of the module that imports it, which need not exist
 * @returns its URL; `undefined` where the package is not installed
 * @throws Error where the package is installed and has no such module
 */
export function resolveModule(specifier: string, place: string): string | undefined {
  const require = createRequire(place)
  const [, name, path] = /^((?:@[^/\\]+\/)?[^./\\:@][^/\\:]*)(\/.+)?$/.exec(specifier) ?? []
  const home = name === undefined ? undefined : findHome(name, require.resolve.paths(`${name}/package.json`) ?? [])
  const found = home === undefined ? undefined : exportedFile(home, `.${path ?? ''}`)
  if (found !== undefined) return pathToFileURL(realpathSync(found)).href
  const required = findRequired(specifier, require, home !== undefined)
  // Not a module of Node.js.
  return required !== undefined && isAbsolute(required) ? pathToFileURL(required).href : undefined
}

function findRequired(specifier: string, require: NodeJS.Require, isInstalled: boolean): string | undefined {
  try {
    return require.resolve(specifier)
  } catch (error) {
    if (!isInstalled && codeOf(error) === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** A folder of a package, with its `exports`. */
interface Home {
  readonly folder: string
  readonly exports: unknown
}

// A package can import itself by its name.
function findHome(name: string, folders: readonly string[]): Home | undefined {
  const around = folders.map((folder) => dirname(folder)).find((folder) => existsSync(join(folder, 'package.json')))
  const own = around === undefined ? undefined : { folder: around, ...readManifest(around) }
  if (own?.name === name && own.exports !== undefined) return own
  const folder = folders.map((each) => join(each, name)).find((each) => existsSync(join(each, 'package.json')))
  return folder === undefined ? undefined : { folder, ...readManifest(folder) }
}

function readManifest(folder: string): { readonly name?: unknown; readonly exports: unknown } {
  const { name, exports }: { readonly name?: unknown; readonly exports?: unknown } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  return { name, exports }
}

function exportedFile({ folder, exports }: Home, path: string): string | undefined {
  const isByPath = typeof exports === 'object' && exports !== null && Object.keys(exports).some((key) => key.startsWith('.'))
  const byPath = (isByPath ? exports : { '.': exports }) as Readonly<Record<string, unknown>>
  const [key, part] = matchingKey(Object.keys(byPath), path)
  const file = key === undefined ? undefined : chooseFile(byPath[key])
  return file === undefined ? undefined : join(folder, file.replaceAll('*', part))
}

// The path itself, or the pattern with the longest beginning that matches.
function matchingKey(keys: readonly string[], path: string): readonly [key: string | undefined, part: string] {
  if (keys.includes(path)) return [path, '']
  const matches = keys.flatMap((key) => {
    const [before = '', after] = key.split('*')
    const isMatch = after !== undefined && path.startsWith(before) && path.endsWith(after) && path.length > before.length + after.length
    return isMatch ? [{ key, before, part: path.slice(before.length, path.length - after.length) }] : []
  })
  const [best] = matches.toSorted((a, b) => b.before.length - a.before.length)
  return [best?.key, best?.part ?? '']
}

const conditions = new Set(['import', 'node', 'module-sync', 'default'])

function chooseFile(exported: unknown): string | undefined {
  if (typeof exported === 'string') return exported
  if (typeof exported !== 'object' || exported === null) return undefined
  const chosen = Array.isArray(exported)
    ? exported
    : Object.entries(exported).flatMap(([condition, file]) => (conditions.has(condition) ? [file] : []))
  for (const each of chosen) {
    const file = chooseFile(each)
    if (file !== undefined) return file
  }
  return undefined
}
