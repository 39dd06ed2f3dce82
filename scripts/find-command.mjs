// Runs on whatever Node.js the machine has, so it keeps to what Node.js 18 reads.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The script behind a command of an installed package, to be run by a Node.js of choice.
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
