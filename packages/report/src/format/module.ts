import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Shows where a module is: a file by its path from a folder, all else as it is named. */
export function showModule(module: string, cwd: string): string {
  if (!module.startsWith('file:') && !isAbsolute(module)) return module
  return relative(cwd, module.startsWith('file:') ? fileURLToPath(module) : module)
}
