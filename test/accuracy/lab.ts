import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The figures of one block of load by their names; times are milliseconds. */
export type Block = Readonly<Record<string, number>>

/** A process with one server, in which reference and benchpress take turns. */
export interface Lab {
  readonly reference: () => Promise<Block>
  /** Runs a block of benchpress; throws where a count is not exact. */
  readonly ours: () => Promise<Block>
  readonly close: () => Promise<void>
}

/** The reply of a lab to a request for a block. */
export type LabReply = { readonly block: Block } | { readonly error: string }

const entry = fileURLToPath(new URL('lab-entry.ts', import.meta.url))
const hooks = new URL('mutation-hooks.ts', import.meta.url).href

/** A change of a source that a comparison must find. */
export interface Mutation {
  readonly name: string
  /** End of the path of the file. */
  readonly file: string
  readonly replaced: string
  readonly replacement: string
}

/** A lab in a process of its own, so that nothing but the load and its server runs there. */
export class LabProcess {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** @param module exports `prepare`, which makes a lab from the options */
  static async start(module: string, options: unknown, mutation: Mutation | undefined): Promise<LabProcess> {
    const child = fork(entry, [module, JSON.stringify(options)], {
      execArgv: mutation === undefined ? [] : ['--import', hooks],
      env: { ...process.env, ...(mutation !== undefined && { TESTS_MUTATION: JSON.stringify(mutation) }) },
    })
    const lab = new LabProcess(child)
    await lab.#reply()
    return lab
  }

  async measure(who: 'reference' | 'ours'): Promise<Block> {
    this.#child.send(who)
    return await this.#reply()
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const exit = once(this.#child, 'exit')
    this.#child.disconnect()
    await exit
  }

  async #reply(): Promise<Block> {
    const ended = new AbortController()
    const { signal } = ended
    const reply = await Promise.race([
      once(this.#child, 'message', { signal }).then(([message]) => message as LabReply),
      once(this.#child, 'exit', { signal }).then(([code]): LabReply => ({ error: `the lab ended with code ${code}` })),
    ])
    ended.abort()
    if ('error' in reply) throw new LabError(reply.error)
    return reply.block
  }
}

/** Thrown when a lab broke off, mostly because a count was not exact. */
export class LabError extends Error {
  override readonly name = 'LabError'
}
