import { systemClock, type Clock } from '../base/clock/clock.ts'
import { BenchpressError, isBenchpressError, messageOf } from '../base/errors/benchpress-error.ts'
import type { LoadGenerator, RunningShares } from '../load/worker/load-generator.ts'
import type { Order, Report } from '../load/worker/thread-messages.ts'
import type { Assignment } from './divide-test.ts'
import type { LoadCollector } from './load-collector.ts'
import type { MachineEvents, MachineGenerator, MachineReport } from './machines/machines.ts'
import type { Alarm, CreateAlarm } from '../load/engine/alarm.ts'

// Seconds without a report, of which a thread that is not stuck sends one each second.
const longestSilence = 60

// The message for errors that belong to no iteration.
const mostStrays = 10

/** A generator of this process, or on another machine. */
export type AnyGenerator = LoadGenerator | MachineGenerator

interface LoadThreadsEvents {
  /** Is called when a thread ends unexpectedly. */
  onLost(worker: number, reason: string): void
  onBailout(scenario: string, failures: number): void
  /** Is called when a journey or a plugin threw outside of iterations, once for each message, whichever threads reported it. */
  onStray(what: string): void
  /** Is called with each report of a machine. */
  onMachine?(generator: MachineGenerator, report: MachineReport): void
}

/** The load threads of one test on all its generators, from their start to their end; their reports go to a collector. */
export class LoadThreads {
  readonly #collector: LoadCollector
  readonly #events: LoadThreadsEvents
  readonly #running: RunningShares[] = []
  readonly #ready = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()
  readonly #unready: Set<number>
  /** The time of the last message of each running thread. */
  readonly #heardAt: Map<number, number>
  /** The number of calls of `endStuck` since the last report of each thread that has started its load. */
  readonly #silence = new Map<number, number>()
  readonly #strays = new Set<string>()
  /** The machine of each thread. */
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

  // Threads that were started must not continue: `ended` rejects with the reason when none of them runs any more.
  #failStart(error: unknown, assignments: readonly Assignment<AnyGenerator>[]): void {
    const cause = error instanceof Error ? error : new Error(String(error))
    this.#failure = isBenchpressError(cause)
      ? cause
      : new BenchpressError('WORKER_FAILED', `a generator could not be started: ${messageOf(cause)}`, { cause })
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
   * @throws BenchpressError WORKER_FAILED when any thread failed to do its share
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
   * Terminates the threads that have been silent for `patience` microseconds.
   *
   * @returns microseconds until the next thread may have been silent for this time; `Infinity` when no other runs
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

  /**
   * Terminates threads that have not reported for a minute; to be called once a second. Calls are counted instead of time, because a process that stood
   * still itself has not read the reports. Those on other machines are watched there.
   */
  endStuck(): void {
    for (const [worker, calls] of this.#silence) {
      this.#silence.set(worker, calls + 1)
      if (calls === longestSilence) for (const running of this.#running) running.terminate(worker)
    }
  }

  #onReport(worker: number, report: Report): void {
    this.#hear(worker, report.type === 'started')
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
        this.#collector.done(worker, report.health, report.addresses)
        break
      case 'failed':
        this.#failure ??= new BenchpressError('WORKER_FAILED', `${this.#nameOf(worker)} failed: ${report.message}`, { cause: report.stack })
        this.order({ type: 'abort' })
        break
    }
  }

  #hear(worker: number, hasStarted: boolean): void {
    this.#heardAt.set(worker, systemClock.now())
    if ((hasStarted || this.#silence.has(worker)) && !this.#machines.has(worker)) this.#silence.set(worker, 0)
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

  #onExit(worker: number, reason: string | undefined): void {
    // A thread without a share is not lost.
    if (reason !== undefined && this.#failure === undefined) this.#events.onLost(worker, reason)
    this.#markReady(worker)
    this.#heardAt.delete(worker)
    this.#silence.delete(worker)
    if (this.#heardAt.size === 0) this.#ended.resolve()
  }

  // A thread that has ended is not awaited.
  #markReady(worker: number): void {
    this.#unready.delete(worker)
    if (this.#unready.size === 0) this.#ready.resolve()
  }
}

// Microseconds that a thread may take beyond its graceful stop, and between two reports after that.
const patience = 5e6
// Microseconds for which threads that continue to report are awaited: they may have much to close on a busy machine.
const longestPatience = 30e6

/** Terminates load threads that do not end by themselves, such as a thread in an endless loop, so that the test can end. */
export class ThreadDeadline {
  readonly #clock: Clock
  readonly #alarm: Alarm
  readonly #threads: Pick<LoadThreads, 'endSilent'>
  #latest = Infinity
  #immediate: NodeJS.Immediate | undefined

  constructor(threads: Pick<LoadThreads, 'endSilent'>, clock: Clock, createAlarm: CreateAlarm) {
    this.#threads = threads
    this.#clock = clock
    // Reports of threads are read after the timers.
    this.#alarm = createAlarm(() => (this.#immediate = setImmediate(this.#onDue)))
  }

  /** Sets the time by which threads must have ended, their graceful stop included; replaces any earlier time. */
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
