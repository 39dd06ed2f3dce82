// Any Node.js of the machine may run this file, so it keeps to the syntax of Node.js 18.
import { spawn } from 'node:child_process'

/**
 * Runs a command in place of this process, with its terminal and its signals. Resolves with the exit code or the signal of the command.
 *
 * SIGTERM and SIGHUP are passed on. Ctrl-C in a terminal reaches the command by itself, because it is in the same process group, so
 * the first SIGINT is passed on only without a terminal; later ones always, for a program that signals this process alone.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, stdio?: import('node:child_process').StdioOptions, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
export function runAttached(command, args, options = {}) {
  return new Promise((resolve) => {
    let interrupts = 0
    const onInterrupt = () => {
      interrupts++
      if (interrupts > 1 || !hasTerminal()) child.kill('SIGINT')
    }
    const onTerminate = () => void child.kill('SIGTERM')
    const onHangUp = () => void child.kill('SIGHUP')
    // Set before the command runs, as a signal at its start would end only this process.
    process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate).on('SIGHUP', onHangUp)
    const child = spawn(command, args, { stdio: 'inherit', shell: needsShell(command), ...options })
    /** @type {(code: number | null, signal: NodeJS.Signals | null) => void} */
    const end = (code, signal) => {
      process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate).off('SIGHUP', onHangUp)
      resolve({ code, signal })
    }
    child.on('exit', end)
    child.on('error', (error) => {
      process.stderr.write(`benchpress: cannot start ${command}: ${error.message}\n`)
      end(127, null)
    })
  })
}

/**
 * Ends this process like the command: with its code, or by its signal.
 *
 * @param {{ code: number | null, signal: NodeJS.Signals | null }} end
 */
export function endAs({ code, signal }) {
  process.exitCode = code ?? 1
  if (signal !== null) process.kill(process.pid, signal)
}

function hasTerminal() {
  return process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
}

/** @param {string} command */
function needsShell(command) {
  return process.platform === 'win32' && command === 'npx'
}
