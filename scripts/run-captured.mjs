import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const workspace = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs a command in the workspace's root and resolves with its output, stdout and stderr together.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<string>}
 * @throws {Error} with the output as its message, when the command fails
 */
export function runCaptured(command, args) {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd: workspace, maxBuffer: 64e6 }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim()
      if (error === null) resolve(output)
      else reject(new Error(output === '' ? error.message : output))
    })
  })
}
