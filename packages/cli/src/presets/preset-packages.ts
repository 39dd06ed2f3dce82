import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A package that a preset needs and that is installed neither beside the reader's project nor beside the command. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError'
  /** Such as `@benchpress/plugin-sse`. */
  readonly missing: string

  constructor(missing: string) {
    super(`${missing} is not installed`)
    this.missing = missing
  }
}

/** Finds plugins and examples that are installed beside the command rather than with it. */
export class PresetPackages {
  readonly #places: readonly NodeJS.Require[]

  /** @param folder the working directory, in which they are looked for first */
  constructor(folder: string) {
    this.#places = [join(folder, 'package.json'), import.meta.url].map((place) => createRequire(place))
  }

  /**
   * Tells the URL of a module such as `@benchpress/plugin-sse/plugin`.
   *
   * @throws MissingPackageError when there is none
   */
  resolve(specifier: string): string {
    for (const place of this.#places) {
      try {
        return pathToFileURL(place.resolve(specifier)).href
      } catch (error) {
        if (!isNotFound(error)) throw error
      }
    }
    throw new MissingPackageError(specifier.split('/').slice(0, 2).join('/'))
  }

  /**
   * Imports a module; `Module` is what it is known to export.
   *
   * @throws MissingPackageError when there is none
   */
  async load<Module>(specifier: string): Promise<Module> {
    return (await import(this.resolve(specifier))) as Module
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'
}
