import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readExports, type Export } from './read-exports.ts'

const workspace = fileURLToPath(new URL('../..', import.meta.url))

/** The file that lists the public exports. */
export const surfaceFile: string = fileURLToPath(new URL('exports.txt', import.meta.url))

/** An entry of a published package. */
export interface Entry {
  /** Import specifier, such as `@benchpress/core/plugin`. */
  readonly specifier: string
  readonly exports: readonly Export[]
}

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, string>>
}

/** Reads the exports of the entries of all published packages, from their sources. */
export function readSurface(): Entry[] {
  const folders = ['packages', 'examples'].flatMap((parent) =>
    readdirSync(join(workspace, parent)).map((name) => join(workspace, parent, name)),
  )
  const packages = folders.filter((folder) => existsSync(join(folder, 'package.json')))
  return packages.flatMap((folder) => entriesOf(folder)).toSorted((one, other) => (one.specifier < other.specifier ? -1 : 1))
}

/** Writes the text of {@link surfaceFile}. */
export function describeSurface(entries: readonly Entry[]): string {
  const sections = entries.map(({ specifier, exports }) => [specifier, ...exports.map(({ declaration }) => `  ${declaration}`)].join('\n'))
  return `${sections.join('\n\n')}\n`
}

function entriesOf(folder: string): Entry[] {
  const { name, private: isPrivate = false, exports = {} } = readManifest(folder)
  if (isPrivate) return []
  const modules = Object.entries(exports).filter(([, file]) => file.endsWith('.ts'))
  return modules.map(([entry, file]) => ({
    specifier: posix.join(name, entry),
    exports: readExports(join(folder, file), (path) => readFileSync(path, 'utf8')),
  }))
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}
