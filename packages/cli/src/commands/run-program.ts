import { spawn } from 'node:child_process'

/** How a program ended, and what it printed. */
export interface ProgramResult {
  /** Why it failed, such as `exited with code 1`; `null` where it did not. */
  readonly end: string | null
  readonly stdout: string
  readonly stderr: string
}

/** Milliseconds between SIGTERM and SIGKILL. */
const stopTimeout = 5000
/** The number of characters that are kept from the end of each output. */
const mostKept = 2 ** 20

/**
 * Runs a program to its end, in a process group of its own; an abort ends the whole group first.
 *
 * No shell is used: a flag contains a program and its arguments.
 */
export async function runProgram(
  [program = '', ...args]: readonly string[],
  { cwd, signal }: { readonly cwd: string; readonly signal?: AbortSignal },
): Promise<ProgramResult> {
  signal?.throwIfAborted()
  const child = spawn(program, args, { cwd, detached: process.platform !== 'win32', stdio: ['ignore', 'pipe', 'pipe'] })
  const kept = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (kept[name] = `${kept[name]}${text}`.slice(-mostKept)))
  const endGroup = (by: NodeJS.Signals): void => {
    if (child.pid === undefined) return
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, by)
    } catch {
      // The process is gone already.
    }
  }
  let killing: NodeJS.Timeout | undefined
  const stop = (): void => {
    endGroup('SIGTERM')
    killing = setTimeout(() => endGroup('SIGKILL'), stopTimeout)
  }
  signal?.addEventListener('abort', stop, { once: true })
  const end = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, by) => resolve(code === 0 ? null : by === null ? `exited with code ${code}` : `was killed by ${by}`))
  })
  signal?.removeEventListener('abort', stop)
  clearTimeout(killing)
  // A process that writes to neither output may still be running.
  if (signal?.aborted === true) endGroup('SIGKILL')
  return { end, ...kept }
}
