import { extname, join } from 'node:path'
import { PresetError } from './preset-error.ts'
import { resolveModule } from './resolve-module.ts'

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

/**
 * The URL of a module in the same folder, or below: sources are TypeScript and what is published is JavaScript, and both lie side by side in the same way.
 *
 * @param module `import.meta.url`
 * @param name such as `./journeys/reading`
 */
export function moduleBeside(module: string, name: string): string {
  return new URL(`${name}${extname(module)}`, module).href
}
