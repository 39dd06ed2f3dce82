import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Shows the place of a module: a file by its path from a folder, a package by its name. */
export function showModule(module: string, cwd: string): string {
  if (!module.startsWith('file:') && !isAbsolute(module)) return module
  return relative(cwd, module.startsWith('file:') ? fileURLToPath(module) : module)
}
