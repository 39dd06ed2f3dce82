import { systemClock, type Clock } from '../base/clock/clock.ts'
import { BenchpressError, isBenchpressError } from '../base/errors/benchpress-error.ts'
import type { LoadGenerator, RunningShares } from '../load/worker/load-generator.ts'
import type { Order, Report } from '../load/worker/thread-messages.ts'
import type { Assignment } from './divide-test.ts'
import type { LoadCollector } from './load-collector.ts'
import type { MachineEvents, MachineGenerator, MachineReport } from './machines/machines.ts'
import type { Alarm, CreateAlarm } from '../load/engine/alarm.ts'

// What is told of errors that belong to no iteration.
const mostStrays = 10

/** A generator of this process, or on another machine. */
export type AnyGenerator = LoadGenerator | MachineGenerator

/** What the load threads tell together. */
interface LoadThreadsEvents {
  /** A thread is gone that should not be. */
  onLost(worker: number, reason: string): void
  onBailout(scenario: string, failures: number): void
  /** A journey or a plugin has thrown where no iteration can be said to have failed; each thing once, whichever threads told it. */
  onStray(what: string): void
  /** A machine has told of itself. */
  onMachine?(generator: MachineGenerator, report: MachineReport): void
}

/** The load threads of one test, of all its generators, from their start to their end; what they report goes to a collector. */
export class LoadThreads {
  readonly #collector: LoadCollector
  readonly #events: LoadThreadsEvents
  readonly #running: RunningShares[] = []
  readonly #ready = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()
  readonly #unready: Set<number>
  /** By thread, for as long as it runs: when it was last heard of. */
  readonly #heardAt: Map<number, number>
  readonly #strays = new Set<string>()
  /** By thread: the machine that it runs on. */
  readonly #machines = new Map<number, string>()
  #failure: BenchpressError | undefined

  constructor(assignments: readonly Assignment<AnyGenerator>[], collector: LoadCollector, events: LoadThreadsEvents) {
    const workers = assignments.flatMap(({ shares }) => shares.map(({ worker }) => worker))
    this.#collector = collector
    this.#events = events
    this.#unready = new Set(workers)
    this.#heardAt = new Map(workers.map((worker) => [worker, systemClock.now()]))
    for (const { generator, shares } of assignments)
      if ('machine' in generator) for (const { worker } of shares) this.#machines.set(worker, generator.machine.name)
    try {
      for (const { generator, shares } of assignments) this.#running.push(generator.start(shares, this.#listenerOf(generator)))
    } catch (error) {
      this.#failStart(error, assignments)
    }
  }

  #listenerOf(generator: AnyGenerator): MachineEvents {
    return {
      onReport: (worker, report) => this.#onReport(worker, report),
      onExit: (worker, reason) => this.#onExit(worker, reason),
      onMachine: (report) => 'machine' in generator && this.#events.onMachine?.(generator, report),
    }
  }

  // Those that were started must not run on: `ended` says why there is nothing, once none of them runs any more.
  #failStart(error: unknown, assignments: readonly Assignment<AnyGenerator>[]): void {
    const cause = error instanceof Error ? error : new Error(String(error))
    this.#failure = isBenchpressError(cause)
      ? cause
      : new BenchpressError('WORKER_FAILED', `a generator could not be started: ${cause.message}`, { cause })
    for (const [index, { shares }] of assignments.entries()) {
      const running = this.#running[index]
      for (const { worker } of shares) {
        if (running === undefined) this.#onExit(worker, undefined)
        else running.terminate(worker)
      }
    }
  }

  /** Resolves when every thread has its connections, or has ended. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  /**
   * Resolves when every thread has ended.
   *
   * @throws BenchpressError WORKER_FAILED when one of them failed to do its share
   */
  async ended(): Promise<void> {
    await this.#ended.promise
    await Promise.all(this.#running.map((running) => running.end()))
    if (this.#failure !== undefined) throw this.#failure
  }

  order(order: Order): void {
    for (const running of this.#running) running.order(order)
  }

  /**
   * Ends, without asking, the threads that have been silent for `patience` microseconds.
   *
   * @returns in how many microseconds the next one may have been; `Infinity` where no other runs
   */
  endSilent(patience: number): number {
    const now = systemClock.now()
    const left = Array.from(this.#heardAt, ([worker, heardAt]) => {
      if (now - heardAt < patience) return heardAt + patience - now
      for (const running of this.#running) running.terminate(worker)
      return Infinity
    })
    return Math.min(...left)
  }

  #onReport(worker: number, report: Report): void {
    this.#heardAt.set(worker, systemClock.now())
    switch (report.type) {
      case 'ready':
        this.#markReady(worker)
        break
      case 'started':
        this.#collector.begin(worker, report.at)
        break
      case 'snapshot':
        this.#collector.addReport(worker, report)
        for (const what of report.stray?.told ?? []) this.#tellStray(what)
        break
      case 'over':
        this.#collector.over(worker, report.scenario, report.at)
        break
      case 'bailout':
        this.#events.onBailout(report.scenario, report.failures)
        break
      case 'done':
        this.#keepHealth(worker, report)
        break
      case 'failed':
        this.#failure ??= new BenchpressError('WORKER_FAILED', `${this.#nameOf(worker)} failed: ${report.message}`, { cause: report.stack })
        this.order({ type: 'abort' })
        break
    }
  }

  #nameOf(worker: number): string {
    const machine = this.#machines.get(worker)
    return machine === undefined ? `load thread ${worker}` : `load thread ${worker}, on ${machine},`
  }

  #tellStray(what: string): void {
    if (this.#strays.has(what) || this.#strays.size >= mostStrays) return
    this.#strays.add(what)
    this.#events.onStray(what)
  }

  #keepHealth(worker: number, { health }: Extract<Report, { type: 'done' }>): void {
    const thread = this.#collector.threads[worker]
    if (thread !== undefined) thread.health = health
  }

  #onExit(worker: number, reason: string | undefined): void {
    // Where none was to run, none is lost.
    if (reason !== undefined && this.#failure === undefined) this.#events.onLost(worker, reason)
    this.#markReady(worker)
    this.#heardAt.delete(worker)
    if (this.#heardAt.size === 0) this.#ended.resolve()
  }

  // A thread that is gone is not waited for.
  #markReady(worker: number): void {
    this.#unready.delete(worker)
    if (this.#unready.size === 0) this.#ready.resolve()
  }
}

// What a thread may take beyond its graceful stop, and between two reports after that. Microseconds, as is all here.
const patience = 5e6
// How long threads that continue to report are waited for: they have much to close, on a machine that has little time for it.
const longestPatience = 30e6

/** Ends load threads that do not end by themselves, such as one that is busy for ever: they must not keep a test from ending. */
export class ThreadDeadline {
  readonly #clock: Clock
  readonly #alarm: Alarm
  readonly #threads: Pick<LoadThreads, 'endSilent'>
  #latest = Infinity
  #immediate: NodeJS.Immediate | undefined

  constructor(threads: Pick<LoadThreads, 'endSilent'>, clock: Clock, createAlarm: CreateAlarm) {
    this.#threads = threads
    this.#clock = clock
    // What threads have reported is read after the timers.
    this.#alarm = createAlarm(() => (this.#immediate = setImmediate(this.#onDue)))
  }

  /** The threads are to have ended by `endAt`, their graceful stop included; in place of any time set before. */
  set(endAt: number): void {
    this.clear()
    this.#latest = endAt + longestPatience
    this.#alarm.set(endAt + patience)
  }

  clear(): void {
    this.#alarm.clear()
    clearImmediate(this.#immediate)
  }

  readonly #onDue = (): void => {
    const now = this.#clock.now()
    const left = this.#threads.endSilent(now < this.#latest ? patience : 0)
    if (left < Infinity) this.#alarm.set(Math.min(now + left, this.#latest))
  }
}
