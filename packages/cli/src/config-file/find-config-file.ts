import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

/** The extensions a config file may have, in the order in which they are looked for. */
export const configExtensions: readonly string[] = ['.ts', '.mts', '.js', '.mjs', '.json']

/** Finds the nearest `benchpress.config.*`, from a folder upwards. */
export function findConfigFile(folder: string): string | undefined {
  const found = configExtensions.map((extension) => join(folder, `benchpress.config${extension}`)).find((path) => existsSync(path))
  if (found !== undefined) return found
  const parent = dirname(folder)
  return parent === folder ? undefined : findConfigFile(parent)
}

/**
 * Whether an argument is the path of a config file, rather than a URL.
 *
 * @param hasHost whether a path from the root can be that of a URL, because its host is known
 */
export function isConfigFile(location: string, hasHost: boolean): boolean {
  if (!configExtensions.includes(extname(location)) || location.includes('://')) return false
  return !hasHost || !location.startsWith('/') || existsSync(location)
}
