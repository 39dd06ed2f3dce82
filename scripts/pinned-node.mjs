// Runs on whatever Node.js the machine has, so it keeps to what Node.js 18 reads.
import { existsSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installOnce } from './install-once.mjs'
import { endAs, runAttached } from './run-attached.mjs'

const workspace = fileURLToPath(new URL('..', import.meta.url))
const executables = join(workspace, 'node_modules', '.bin')

/**
 * Runs a script on the Node.js that the lockfile pins, after installing it if need be, and ends this process as the script ended.
 *
 * In the workspace, everything the script starts finds that Node.js and the workspace's commands first in PATH. Elsewhere, as where the action measures a project,
 * PATH stays as it is: what is built and measured there has the Node.js of its own.
 *
 * @param {string} script path of the script
 * @param {readonly string[]} args
 * @returns {Promise<void>}
 */
export async function runOnPinnedNode(script, args) {
  await installOnce()
  const isInside = !/^\.\.(?:[/\\]|$)|^(?:[A-Za-z]:|\/)/.test(relative(workspace, process.cwd()))
  const env = isInside ? { ...process.env, PATH: `${executables}${delimiter}${process.env['PATH']}` } : process.env
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
