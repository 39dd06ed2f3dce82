// Any Node.js of the machine may run this file, so it keeps to the syntax of Node.js 18.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Finds the script of a command of an installed package, to be run by any Node.js.
 *
 * @param {string} packageName
 * @param {string} [command] default: the command named like the package
 * @returns {string} its path
 */
export function findCommand(packageName, command = packageName) {
  const folder = new URL(`../node_modules/${packageName}/`, import.meta.url)
  const { bin } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
  return fileURLToPath(new URL(typeof bin === 'string' ? bin : bin[command], folder))
}
