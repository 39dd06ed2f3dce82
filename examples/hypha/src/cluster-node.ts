import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { programFile } from './server-command.ts'

/** One server of a cluster, as a process of its own. */
export class ClusterNode {
  /** Number of the server, from 1. */
  readonly id: number
  /** Resolves with the URL when the server listens; rejects when it ends before. */
  readonly url: Promise<string>
  /** Resolves with how the server ended. */
  readonly ended: Promise<string>
  readonly #child: ChildProcessByStdio<null, Readable, null>

  constructor(id: number, env: Readonly<Record<string, string>>) {
    this.id = id
    const own = { ...process.env, ...env, SERVER_ID: String(id) }
    this.#child = spawn(process.execPath, [programFile('server')], { env: own, stdio: ['ignore', 'pipe', 'inherit'] })
    this.ended = once(this.#child, 'exit').then(
      ([code, signal]) => (signal === null ? `exited with code ${code}` : `was ended by ${signal}`),
      (error: unknown) => `did not start: ${String(error)}`,
    )
    this.url = Promise.race([this.#readUrl(), this.ended.then((reason) => Promise.reject(new Error(`server ${id} ${reason}`)))])
  }

  /** Asks the server to end, and resolves when it has. */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    await this.ended
  }

  async #readUrl(): Promise<string> {
    // The server prints nothing else.
    const [line] = (await once(createInterface(this.#child.stdout), 'line')) as [string]
    return line.replace('listening on ', '')
  }
}
