import { stat } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { messageOf } from '@benchpress/core/machines'
import type { Plugin } from 'rolldown'

/** Modules bundled into files that need only the packages of benchpress. */
export interface Bundle {
  /** The code of each file by its name. */
  readonly code: ReadonlyMap<string, string>
  /** Paths of the source files. */
  readonly sources: readonly string[]
  /** Paths of the files that the code names relative to itself, by `new URL('users.csv', import.meta.url)`. */
  readonly files: readonly string[]
  /** The imported packages of benchpress, each with the path of a file that imports it. */
  readonly packages: ReadonlyMap<string, string>
  readonly problems: readonly string[]
}

const ownPackage = /^@benchpress\/[^/]+/
const besideItself = /new URL\(\s*(['"`])([^'"`$\n]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g
// The variable in each file of code with the folder that `files` is in.
const folder = '__benchpressFolder'
const ownVariable = /\b(?:const|let|var)\s+__(?:dirname|filename)\b/
const isModule = /^\s*(?:import|export)\b/m

/** The path in an archive of a file of this machine. */
export function placeInBundle(path: string): string {
  return [
    'files',
    ...path
      .replace(/^([a-z]):/i, '$1')
      .split(/[/\\]/)
      .filter((part) => part !== ''),
  ].join('/')
}

/**
 * Bundles modules with everything that they import; a module that two of them import stays one module.
 *
 * The code is to be put into a folder beside `files`, where each module finds the files beside its source, by `import.meta.url`, `import.meta.dirname` and
 * `__dirname`.
 *
 * @param entries paths of the modules, by the names of their files without `.mjs`
 */
export async function bundle(entries: Readonly<Record<string, string>>): Promise<Bundle> {
  const found = new Found()
  const code = new Map<string, string>()
  if (Object.keys(entries).length > 0) await build(entries, found, code)
  return { code, sources: [...found.sources], files: [...found.files], packages: found.packages, problems: found.problems }
}

async function build(entries: Readonly<Record<string, string>>, found: Found, code: Map<string, string>): Promise<void> {
  // Imported here, since agents do without the bundler.
  const { rolldown } = await import('rolldown')
  try {
    const made = await rolldown({ input: { ...entries }, platform: 'node', treeshake: false, logLevel: 'silent', plugins: [found.plugin] })
    const { output } = await made.generate({
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: 'shared-[hash].mjs',
      sourcemap: 'inline',
      banner: `const ${folder} = process.getBuiltinModule("node:path").dirname(import.meta.dirname);`,
    })
    await made.close()
    for (const chunk of output) if (chunk.type === 'chunk') code.set(chunk.fileName, chunk.code)
  } catch (error) {
    found.problems.push(messageOf(error))
  }
}

/** The findings of the bundler on its way through all modules. */
class Found {
  readonly sources = new Set<string>()
  readonly files = new Set<string>()
  readonly packages = new Map<string, string>()
  readonly problems: string[] = []

  get plugin(): Plugin {
    return {
      name: 'benchpress',
      resolveId: (specifier, importer) => {
        const name = ownPackage.exec(specifier)?.[0]
        if (name === undefined || importer === undefined) return null
        this.packages.set(name, importer)
        return { id: specifier, external: true }
      },
      load: (id) => {
        if (extname(id) !== '.node') return null
        this.problems.push(`${id} is machine code, which cannot be sent`)
        return 'export {}'
      },
      transform: async (text, id) => {
        if (id.startsWith('\0')) return null
        this.sources.add(id)
        for (const [, , name = ''] of text.matchAll(besideItself)) await this.#addFile(name, id)
        // Everything is added within one line, so that line numbers stay right.
        return { code: inItsPlace(text, id), map: null }
      },
    }
  }

  async #addFile(name: string, id: string): Promise<void> {
    const path = URL.canParse(name) ? undefined : fileURLToPath(new URL(name, pathToFileURL(id)))
    const found = path === undefined ? undefined : await stat(path).catch(() => undefined)
    if (path !== undefined && found?.isFile() === true) this.files.add(path)
  }
}

function inItsPlace(text: string, id: string): string {
  const at = (path: string): string => `(${folder} + ${JSON.stringify(`/${placeInBundle(path)}`)})`
  const moved = text
    .replaceAll(/\bimport\.meta\.url\b/g, `process.getBuiltinModule("node:url").pathToFileURL(${at(id)}).href`)
    .replaceAll(/\bimport\.meta\.filename\b/g, at(id))
    .replaceAll(/\bimport\.meta\.dirname\b/g, at(dirname(id)))
  // A module may have variables of these names.
  if (isModule.test(text) || ownVariable.test(text)) return moved
  return moved.replaceAll(/\b__filename\b/g, at(id)).replaceAll(/\b__dirname\b/g, at(dirname(id)))
}
