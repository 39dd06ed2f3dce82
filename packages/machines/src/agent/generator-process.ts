import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock, type ClockOffset, type Order, type ThreadShare, type TimingMode } from '@benchpress/core/machines'
import { beat, patienceOfAgent, type Heard } from '../protocol.ts'

/** What the process of a generator is to run. */
export interface GeneratorTask {
  readonly shares: readonly ThreadShare[]
  readonly workers: number
  readonly timing: TimingMode
  /** By how much the clock of the starter is ahead of that of this machine. */
  readonly clock: ClockOffset
  /** What it removes where its agent is gone, which would. */
  readonly folder: string | undefined
}

/** What the process of a generator is told. */
export type GeneratorTold =
  | ({ readonly type: 'start' } & GeneratorTask)
  | { readonly type: 'order'; readonly order: Order }
  | { readonly type: 'alive' }
  | { readonly type: 'end' }

/** What it tells. */
export type GeneratorHeard = Extract<Heard, { type: 'report' | 'exit' | 'machine' }> | { readonly type: 'alive' }

/** Microseconds for it to tell its first word. */
const patienceOfStart = 30e6
/** Milliseconds for one whose shares have exited to end. */
const endTimeout = 1000

// tsc rewrites the extension of imports, not that of URLs: source starts source, and dist starts dist.
const entry = new URL(`./generator-entry${extname(import.meta.url)}`, import.meta.url)

/** The process that generates the load of an agent, so that its clock can be shifted, and it can be ended whatever it does. */
export class GeneratorProcess {
  readonly #child: ChildProcess
  readonly #left: Set<number>
  readonly #onHeard: (heard: Heard) => void
  readonly #beating: NodeJS.Timeout
  #heardAt = systemClock.now()
  /** Until it has loaded what it needs, which takes long on a machine with little CPU. */
  #patience = patienceOfStart

  constructor({ cwd, ...task }: GeneratorTask & { readonly cwd: string }, onHeard: (heard: Heard) => void) {
    this.#onHeard = onHeard
    this.#left = new Set(task.shares.map(({ worker }) => worker))
    this.#child = fork(entry, {
      serialization: 'advanced',
      cwd,
      execArgv: ['--enable-source-maps'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child.on('message', (heard: GeneratorHeard) => this.#hear(heard))
    this.#child.on('error', (error) => this.#lose(error.message))
    // All that it told was read by then.
    this.#child.on('disconnect', () => this.#lose('the process of its load is gone'))
    this.#tell({ type: 'start', ...task })
    this.#beating = setInterval(() => this.#tell({ type: 'alive' }), beat)
  }

  order(order: Order): void {
    this.#tell({ type: 'order', order })
  }

  /** Whether it was heard of not long ago, or has nothing left to do. */
  isAlive(): boolean {
    return this.#left.size === 0 || systemClock.now() - this.#heardAt <= this.#patience
  }

  /** Ends it, without asking where shares run, and tells that these exited for this reason; resolves when it is gone. */
  async end(reason: string): Promise<void> {
    const isDone = this.#left.size === 0
    this.#lose(reason)
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined) return
    const exited = once(this.#child, 'exit')
    // It ends by itself then, with the last of what it did.
    if (isDone) await Promise.race([exited, sleep(endTimeout)])
    this.#child.kill('SIGKILL')
    await exited
  }

  #hear(heard: GeneratorHeard): void {
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

  #tell(told: GeneratorTold): void {
    if (this.#child.connected) this.#child.send(told, () => undefined)
  }
}
