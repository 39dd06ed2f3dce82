import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { moduleResolve } from 'import-meta-resolve'
import { codeOf } from '../base/errors/benchpress-error.ts'
import { PresetError } from './preset-error.ts'

/** A package that a preset needs and that is installed neither in the reader's project nor beside the preset. */
export class MissingPackageError extends PresetError {
  override readonly name = 'MissingPackageError'
  /** Name of the package, such as `@benchpress/plugin-sse`. */
  readonly missing: string

  constructor(missing: string) {
    super(`${missing} is not installed`)
    this.missing = missing
  }
}

/** Finds packages that a preset needs and does not bring, such as plugins. */
export class PresetPackages {
  readonly #places: readonly string[]

  /**
   * @param folder the working directory, in which they are looked for first
   * @param module URL of a module of the preset, beside which they are looked for then
   */
  constructor(folder: string, module: string) {
    this.#places = [join(folder, 'package.json'), module]
  }

  /**
   * Tells the URL of a module such as `@benchpress/plugin-sse/plugin`.
   *
   * @throws MissingPackageError when its package is not installed
   */
  resolve(specifier: string): string {
    for (const place of this.#places) {
      const found = resolveModule(specifier, place)
      if (found !== undefined) return found
    }
    throw new MissingPackageError(
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  }

  /**
   * Imports a module; `Module` is what it is known to export.
   *
   * @throws MissingPackageError when its package is not installed
   */
  async load<Module>(specifier: string): Promise<Module> {
    return (await import(this.resolve(specifier))) as Module
  }
}

const conditions = new Set(['import', 'node', 'module-sync'])

/**
 * Resolves a module of a package as `import` does in a given module, by the conditions of `import`, and else as `require` does.
 *
 * @param place path or URL of the module that imports it, which need not exist
 * @returns its URL; `undefined` where the package is not installed
 * @throws Error where the package is installed and has no such module
 */
export function resolveModule(specifier: string, place: string): string | undefined {
  const from = place.startsWith('file:') ? new URL(place) : pathToFileURL(place)
  try {
    const found = moduleResolve(specifier, from, conditions)
    return found.protocol === 'file:' ? found.href : undefined
  } catch (error) {
    // A file that is named and not there.
    if (error instanceof Error && 'url' in error) throw error
  }
  try {
    return pathToFileURL(createRequire(from).resolve(specifier)).href
  } catch (error) {
    // It names a path where it has found the package, and not what the package says is its main file.
    if (codeOf(error) === 'MODULE_NOT_FOUND' && !(error instanceof Error && 'path' in error)) return undefined
    throw error
  }
}
