import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quote } from '../report/repeat-command.ts'

const launcher = fileURLToPath(new URL('../../bin/benchpress.mjs', import.meta.url))
const isFromSources = import.meta.url.endsWith('.ts')

/**
 * The commands that come after `init`, one a line.
 *
 * @param given the folder as it was given
 */
export function nextCommands(given: string, folder: string): readonly string[] {
  const isInstalled = isCommandAbove(folder)
  // Where benchpress is not installed, npx would install an unrelated package of that name.
  const command = isInstalled || !isFromSources ? 'npx benchpress' : `node ${quote(launcher)}`
  return [
    ...(normalize(given) === '.' ? [] : [`cd ${quote(given)}`]),
    ...(isInstalled || isFromSources ? [] : ['npm i -D @benchpress/cli']),
    `${command} plan`,
    `${command} run`,
  ]
}

function isCommandAbove(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules/.bin/benchpress'))) return true
  return dirname(folder) !== folder && isCommandAbove(dirname(folder))
}
