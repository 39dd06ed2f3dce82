// Any Node.js of the machine may run this file, so it keeps to the syntax of Node.js 18.
import { existsSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installOnce } from './install-once.mjs'
import { endAs, runAttached } from './run-attached.mjs'

const workspace = fileURLToPath(new URL('..', import.meta.url))
const executables = join(workspace, 'node_modules', '.bin')

/**
 * Runs a script on the Node.js that the lockfile pins, after installing it if necessary, and ends this process like the script.
 *
 * In the workspace, everything the script starts finds that Node.js and the workspace's commands first in PATH. Elsewhere, such as in a project that the action
 * measures, PATH stays as it is, so that the project is built and measured with its own Node.js.
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
