import { systemClock } from '../base/clock/clock.ts'
import { scheduleOf, type Schedule } from '../load/engine/schedule.ts'
import { progressNames } from './idle-progress.ts'
import type { UsersTotals } from '../measure/recorder/users-totals.ts'
import { lastSecondOf } from './last-second.ts'
import type { LoadCollector } from './load-collector.ts'
import type { Phase, Progress } from './progress.ts'
import type { TestContext } from './test-context.ts'

const microsecondsPerSecond = 1e6

/** Tells how far a test is, from what its threads reported so far. */
export class ProgressMeter {
  /** When the first warm-up ends. */
  readonly runStart: number
  readonly #context: TestContext
  readonly #collector: LoadCollector
  readonly #start: number
  readonly #schedules: readonly Schedule[]
  /** When the last run phase ends; `Infinity` when a number of requests ends it. */
  readonly runEnd: number
  #told = { at: 0, answered: 0 }

  constructor(context: TestContext, collector: LoadCollector, start: number) {
    this.#schedules = context.config.scenarios.map(({ workload }) => scheduleOf(workload, start))
    this.#context = context
    this.#collector = collector
    this.#start = start
    this.runStart = Math.min(...this.#schedules.map((schedule) => schedule.runStart))
    this.runEnd = Math.max(...this.#schedules.map((schedule) => schedule.runEnd))
    this.#told.at = start
  }

  /** Tells `onProgress`, if anybody listens. */
  tell(): void {
    this.#context.onProgress?.(this.#read(systemClock.now()))
  }

  #read(now: number): Progress {
    const { config, variant, repeat, repeats } = this.#context
    const phase: Phase = now < this.runStart ? 'warm-up' : now < this.runEnd ? 'run' : 'drain'
    const isWarmup = phase === 'warm-up'
    const all = this.#collector.answered + this.#collector.answeredInWarmup
    const elapsedSinceTold = (now - this.#told.at) / microsecondsPerSecond
    const requestsPerSecond = elapsedSinceTold > 0 ? (all - this.#told.answered) / elapsedSinceTold : 0
    this.#told = { at: now, answered: all }
    const from = isWarmup ? this.#start : phase === 'run' ? this.runStart : this.runEnd
    const total = isWarmup ? this.runStart - this.#start : this.runEnd - this.runStart
    const requests = config.scenarios.map(({ workload }) => (workload.kind === 'connections' ? workload.requests : undefined))
    return {
      ...progressNames(config),
      variant,
      repeat,
      repeats,
      phase,
      elapsed: (now - from) / microsecondsPerSecond,
      total: total < Infinity && phase !== 'drain' ? total / microsecondsPerSecond : null,
      requests: isWarmup ? this.#collector.answeredInWarmup : this.#collector.answered,
      planned: requests.every((count) => count !== undefined) ? requests.reduce((sum, count) => sum + count, 0) : null,
      failed: this.#collector.failed,
      ...this.#users(),
      requestsPerSecond,
      responseTime: lastSecondOf(this.#collector, this.#schedules),
    }
  }

  #users(): Pick<Progress, 'users' | 'iterations' | 'dropped'> {
    const all = this.#collector.scenarios.flatMap(({ users }) => users ?? [])
    const sum = (read: (users: UsersTotals) => number): number => all.reduce((total, users) => total + read(users), 0)
    return {
      users: all.length === 0 ? null : sum(({ active }) => active),
      iterations: sum(({ run, warmup }) => run.started + warmup.started),
      dropped: sum(({ run, warmup }) => run.dropped + warmup.dropped),
    }
  }
}
