import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const formats: ReadonlyMap<string, string> = new Map([
  ['.ts', 'module-typescript'],
  ['.js', 'module'],
])

// A line that only a module can begin with.
const ofModules =
  /^(?:import\s+[\w$]|import\s*[{*'"]|export\s+(?:default|const|let|class|function|async|type|interface|abstract)\b|export\s*[{*])/m

/**
 * The format as which Node.js is to load a module that it would take for CommonJS, because the package around it says `commonjs`, as `npm init` writes it,
 * although the module has imports or exports; `undefined` for any other module.
 */
export function formatOf(url: string): string | undefined {
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return undefined
  const file = fileURLToPath(url)
  const format = formats.get(extname(file))
  if (format === undefined || typeOfPackage(dirname(file)) !== 'commonjs') return undefined
  return existsSync(file) && ofModules.test(readFileSync(file, 'utf8')) ? format : undefined
}

// Modules of one package ask for it one after the other.
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
    // Node.js says what is wrong with it.
    return undefined
  }
}
