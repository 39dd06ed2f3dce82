import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { moduleResolve } from 'import-meta-resolve'
import { codeOf } from '../base/errors/benchpress-error.ts'
import { PresetError } from './preset-error.ts'

/** Thrown for a package that a preset needs, and that is installed neither in the user's project nor beside the preset. */
export class MissingPackageError extends PresetError {
  override readonly name = 'MissingPackageError'
  /** Name of the package, such as `@benchpress/plugin-sse`. */
  readonly missing: string

  constructor(missing: string) {
    super(`${missing} is not installed`)
    this.missing = missing
  }
}

/** Finds packages that a preset needs but does not depend on, such as plugins. */
export class PresetPackages {
  readonly #places: readonly string[]

  /**
   * @param folder the working directory, in which packages are looked for first
   * @param module URL of a module of the preset, from which packages are looked for next
   */
  constructor(folder: string, module: string) {
    this.#places = [join(folder, 'package.json'), module]
  }

  /**
   * Resolves the URL of a module such as `@benchpress/plugin-sse/plugin`.
   *
   * @throws MissingPackageError when the package is not installed
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
   * Imports a module; `Module` is the type of its exports.
   *
   * @throws MissingPackageError when the package is not installed
   */
  async load<Module>(specifier: string): Promise<Module> {
    return (await import(this.resolve(specifier))) as Module
  }
}

const conditions = new Set(['import', 'node', 'module-sync'])

/**
 * Resolves a module of a package as `import` does in a given module, with the conditions of `import`, or otherwise as `require` does.
 *
 * @param place path or URL of the importing module, which need not exist
 * @returns the URL of the module; `undefined` when the package is not installed
 * @throws Error when the package is installed but has no such module
 */
export function resolveModule(specifier: string, place: string): string | undefined {
  const from = place.startsWith('file:') ? new URL(place) : pathToFileURL(place)
  try {
    const found = moduleResolve(specifier, from, conditions)
    return found.protocol === 'file:' ? found.href : undefined
  } catch (error) {
    // The package was found, but the file does not exist.
    if (error instanceof Error && 'url' in error) throw error
  }
  try {
    return pathToFileURL(createRequire(from).resolve(specifier)).href
  } catch (error) {
    // The error has a path when the package was found, but not its main file.
    if (codeOf(error) === 'MODULE_NOT_FOUND' && !(error instanceof Error && 'path' in error)) return undefined
    throw error
  }
}
