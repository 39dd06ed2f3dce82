import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/**
 * The commands that come after `init`, one a line.
 *
 * @param given the folder as it was given
 */
export function nextCommands(given: string, folder: string): readonly string[] {
  return [
    ...(normalize(given) === '.' ? [] : [`cd ${given}`]),
    // The config imports it, and with some package managers a dependency of the command cannot be imported.
    ...(isInstalled('@benchpress/core', folder) ? [] : ['npm i -D @benchpress/cli @benchpress/core']),
    'npx benchpress plan',
    'npx benchpress run',
  ]
}

function isInstalled(name: string, folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', name))) return true
  return dirname(folder) !== folder && isInstalled(name, dirname(folder))
}
