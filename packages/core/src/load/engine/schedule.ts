import { plannedDuration } from '../../model/workload/workload-size.ts'
import type { Workload } from '../../model/workload/workload.ts'

/** When the phases of a scenario start and end, on the clock of the process. */
export interface Schedule {
  /** The first request or iteration may start. */
  readonly start: number
  /** The warm-up is over. */
  readonly runStart: number
  /** Nothing more is started; `Infinity` when a count ends the run phase. */
  readonly runEnd: number
}

/** The schedule before there is one: nothing has started yet. */
export const unscheduled: Schedule = { start: Infinity, runStart: Infinity, runEnd: Infinity }

/** Schedules a workload in a test that starts at `testStart`. */
export function scheduleOf(workload: Workload, testStart: number): Schedule {
  const start = testStart + workload.startAfter
  const runStart = start + workload.warmup
  return { start, runStart, runEnd: runStart + plannedDuration(workload) }
}

/**
 * How many requests or iterations may still be started: any number in the warm-up, then until the run phase has had its number or its time.
 *
 * Shared by all connections or users of a scenario on one thread, so that the number is met exactly.
 */
export class Budget {
  readonly #schedule: Schedule
  #left: number
  #isStopped = false

  constructor(schedule: Schedule, count: number | undefined) {
    this.#schedule = schedule
    this.#left = count ?? Infinity
  }

  /** Grants up to `wanted` of those that are to be started at `now`. */
  take(wanted: number, now: number): number {
    if (this.#isStopped || now >= this.#schedule.runEnd) return 0
    if (now < this.#schedule.runStart) return wanted
    const granted = wanted < this.#left ? wanted : this.#left
    this.#left -= granted
    return granted
  }

  /** Whether nothing will be granted from `now` on. */
  isSpent(now: number): boolean {
    return this.isOver(now) || this.#left === 0
  }

  /** Whether even what was granted is too late at `now`: the run phase has had its time, or was stopped. */
  isOver(now: number): boolean {
    return this.#isStopped || now >= this.#schedule.runEnd
  }

  /** Grants nothing more. */
  stop(): void {
    this.#isStopped = true
  }
}
