import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock, type ClockOffset, type Order, type OrderedShares } from '@benchpress/core/machines'
import { beat, patienceOfAgent, type FromAgent } from '../protocol.ts'

/** The task of the process of a generator. */
export interface GeneratorTask extends Omit<OrderedShares, 'patience'> {
  /** How far the clock of the starter is ahead of that of this machine. */
  readonly clock: ClockOffset
  /** Folder that the process removes where its agent, which would do that, is gone. */
  readonly folder: string | undefined
}

/** A message to the process of a generator. */
export type GeneratorOrder =
  | ({ readonly type: 'start' } & GeneratorTask)
  | { readonly type: 'order'; readonly order: Order }
  | { readonly type: 'terminate'; readonly worker: number }
  | { readonly type: 'alive' }
  | { readonly type: 'end' }

/** A message from the process of a generator. */
export type GeneratorReport = Extract<FromAgent, { type: 'report' | 'exit' | 'machine' }> | { readonly type: 'alive' }

/** Microseconds until the first message of the process. */
const patienceOfStart = 30e6
/** Milliseconds for the process to end after its shares have exited. */
const endTimeout = 1000

// tsc rewrites the extension of imports, not that of URLs: source starts source, and dist starts dist.
const entry = new URL(`./generator-entry${extname(import.meta.url)}`, import.meta.url)

/** The process that generates the load of an agent, so that its clock can be shifted, and a stuck load can be killed. */
export class GeneratorProcess {
  readonly #child: ChildProcess
  readonly #left: Set<number>
  readonly #onHeard: (heard: FromAgent) => void
  readonly #beating: NodeJS.Timeout
  #heardAt = systemClock.now()
  /** Longer until the process has loaded its modules, which takes long on a machine with little CPU. */
  #patience = patienceOfStart

  constructor({ cwd, ...task }: GeneratorTask & { readonly cwd: string }, onHeard: (heard: FromAgent) => void) {
    this.#onHeard = onHeard
    this.#left = new Set(task.shares.map(({ worker }) => worker))
    this.#child = fork(entry, {
      serialization: 'advanced',
      cwd,
      execArgv: ['--enable-source-maps'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child.on('message', (heard: GeneratorReport) => this.#hear(heard))
    this.#child.on('error', (error) => this.#lose(error.message))
    // All messages of the process were read by then.
    this.#child.on('disconnect', () => this.#lose('the process of its load is gone'))
    this.#tell({ type: 'start', ...task })
    this.#beating = setInterval(() => this.#tell({ type: 'alive' }), beat)
  }

  order(order: Order): void {
    this.#tell({ type: 'order', order })
  }

  terminate(worker: number): void {
    this.#tell({ type: 'terminate', worker })
  }

  /** Whether the process gave a sign of life recently, or has nothing left to do. */
  isAlive(): boolean {
    return this.#left.size === 0 || systemClock.now() - this.#heardAt <= this.#patience
  }

  /** Ends the process, by a kill where shares still run, and reports that these exited for this reason; resolves when the process is gone. */
  async end(reason: string): Promise<void> {
    const isDone = this.#left.size === 0
    this.#lose(reason)
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined) return
    const exited = once(this.#child, 'exit')
    // A process that is done ends by itself, after its last messages.
    if (isDone) await Promise.race([exited, sleep(endTimeout)])
    this.#child.kill('SIGKILL')
    await exited
  }

  #hear(heard: GeneratorReport): void {
    this.#heardAt = systemClock.now()
    this.#patience = patienceOfAgent
    if (heard.type === 'exit') this.#left.delete(heard.worker)
    if (heard.type !== 'alive') this.#onHeard(heard)
    if (this.#left.size === 0) this.#tell({ type: 'end' })
  }

  #lose(reason: string): void {
    clearInterval(this.#beating)
    for (const worker of this.#left) this.#onHeard({ type: 'exit', worker, reason })
    this.#left.clear()
  }

  #tell(told: GeneratorOrder): void {
    if (this.#child.connected) this.#child.send(told, () => undefined)
  }
}
