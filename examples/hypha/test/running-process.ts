import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { CommandTarget } from '@benchpress/core'

/** The program of a target, as a process of a test. */
export class RunningProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>

  /** @param env in place of the target's own variables */
  constructor({ command, env: own }: CommandTarget, env: Readonly<Record<string, string>> = {}) {
    const [program = '', ...args] = command
    this.child = spawn(program, args, { env: { ...process.env, ...own, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  /** Resolves with the URLs of the first line. */
  async urls(): Promise<readonly string[]> {
    for await (const line of createInterface(this.child.stdout)) return line.replace('listening on ', '').split(' ')
    throw new Error('it ended without a word')
  }

  /** Asks the process to end, and resolves with its exit code and signal. */
  async stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' = 'SIGTERM'): Promise<readonly unknown[]> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return [this.child.exitCode, this.child.signalCode]
    const exit = once(this.child, 'exit')
    this.child.kill(signal)
    return await exit
  }
}
