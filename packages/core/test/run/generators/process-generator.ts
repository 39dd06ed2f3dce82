import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { measureOffset, type ClockOffset, systemClock } from '../../../src/base/clock/clock.ts'
import type { RunningShares } from '../../../src/load/worker/load-generator.ts'
import type { Report, ThreadShare } from '../../../src/load/worker/thread-messages.ts'
import type { MachineEvents, MachineGenerator, OwnFacts } from '../../../src/run/machines/machines.ts'
import type { Heard, Told } from './process-messages.ts'

const entry = fileURLToPath(new URL('process-entry.ts', import.meta.url))
const skewing = new URL('skewed-clock.mjs', import.meta.url).href

/** The properties of a process generator. */
export interface ProcessOptions {
  readonly name?: string
  /** Load threads. */
  readonly threads: number
  /** Microseconds by which its clock is ahead. */
  readonly skew?: number
}

/** A generator in a process of its own on this machine, which behaves as one on another machine: it has a clock of its own, and is reached by messages alone. */
export class ProcessGenerator implements MachineGenerator {
  readonly threads: number
  readonly machine: OwnFacts
  readonly clock: ClockOffset
  /** All that its shares reported, in order. */
  readonly reports: { readonly worker: number; readonly report: Report }[] = []
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, threads: number, machine: OwnFacts, clock: ClockOffset) {
    this.#child = child
    this.threads = threads
    this.machine = machine
    this.clock = clock
  }

  /** Starts one, and asks for its facts and the offset of its clock. */
  static async create({ name = 'process', threads, skew = 0 }: ProcessOptions): Promise<ProcessGenerator> {
    const child = fork(entry, {
      serialization: 'advanced',
      execArgv: ['--import', skewing],
      env: { ...process.env, CLOCK_SKEW: String(skew) },
    })
    const ask = async <Type extends Heard['type']>(told: Told, type: Type): Promise<Extract<Heard, { readonly type: Type }>> => {
      child.send(told)
      const [heard] = (await once(child, 'message')) as [Heard]
      if (heard.type !== type) throw new Error(`it told ${heard.type}`)
      return heard as Extract<Heard, { readonly type: Type }>
    }
    const { facts } = await ask({ type: 'facts', name }, 'facts')
    const ahead = await measureOffset(async () => (await ask({ type: 'time' }, 'time')).at, systemClock)
    return new ProcessGenerator(child, threads, facts, { offset: -ahead.offset, error: ahead.error })
  }

  start(shares: readonly ThreadShare[], events: MachineEvents): RunningShares {
    const child = this.#child
    const left = new Set(shares.map(({ worker }) => worker))
    const exit = (worker: number, reason: string | undefined): void => {
      if (left.delete(worker)) events.onExit(worker, reason)
    }
    child.on('message', (heard: Heard) => {
      if (heard.type === 'exit') return exit(heard.worker, heard.reason)
      if (heard.type === 'machine') return events.onMachine(heard.report)
      if (heard.type !== 'report') return
      this.reports.push(heard)
      events.onReport(heard.worker, heard.report)
    })
    // All its reports were read by then.
    child.on('disconnect', () => {
      for (const worker of left) exit(worker, 'its generator is gone')
    })
    const tell = (told: Told): void => {
      if (child.connected) child.send(told)
    }
    tell({ type: 'start', workers: this.threads, timing: 'auto', clock: this.clock, patience: Infinity, shares })
    return {
      order: (order) => tell({ type: 'order', order }),
      // The process may stand still, and hear nothing: it is killed.
      terminate: (worker) => {
        if (left.has(worker)) this.kill()
      },
      end: async () => {
        tell({ type: 'end' })
        await this.gone()
      },
    }
  }

  /** Has its process stand still. */
  freeze(): void {
    this.#child.kill('SIGSTOP')
  }

  /** Ends its process without asking. */
  kill(): void {
    this.#child.kill('SIGKILL')
  }

  /** Whether its process runs. */
  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Resolves when its process has ended. */
  async gone(): Promise<void> {
    if (this.isRunning) await once(this.#child, 'exit')
  }
}
