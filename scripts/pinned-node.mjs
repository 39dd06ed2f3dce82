// Runs on whatever Node.js the machine has, so it keeps to what Node.js 18 reads.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installOnce } from './install-once.mjs'
import { endAs, runAttached } from './run-attached.mjs'

const executables = fileURLToPath(new URL('../node_modules/.bin', import.meta.url))

/**
 * Runs a script on the Node.js that the lockfile pins, after installing it if need be, and ends this process as the script ended.
 *
 * Everything the script starts finds that Node.js and the workspace's commands first in PATH.
 *
 * @param {string} script path of the script
 * @param {readonly string[]} args
 * @returns {Promise<void>}
 */
export async function runOnPinnedNode(script, args) {
  await installOnce()
  const env = { ...process.env, PATH: `${executables}${delimiter}${process.env['PATH']}` }
  endAs(await runAttached(findNode(), [script, ...args], { env }))
}

function findNode() {
  const pinned = join(executables, 'node')
  if (existsSync(pinned)) return pinned
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  process.stderr.write(
    `benchpress: there is no packaged Node.js for ${process.platform} ${process.arch}, and this is v${process.versions.node}; ` +
      'run it with Node.js 22.18 or later.\n',
  )
  return process.exit(1)
}
