import { plannedDuration } from '../../model/workload/workload-size.ts'
import type { Workload } from '../../model/workload/workload.ts'

/** The times of the phases of a scenario, on the clock of the process. */
export interface Schedule {
  /** When the first request or iteration may start. */
  readonly start: number
  /** When the warm-up is over. */
  readonly runStart: number
  /** When nothing more is started; `Infinity` when a count ends the run phase. */
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
 * The number of requests or iterations that may still be started: any number in the warm-up, then until the number or the time of the run phase is
 * reached.
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

  take(wanted: number, now: number): number {
    if (this.#isStopped || now >= this.#schedule.runEnd) return 0
    if (now < this.#schedule.runStart) return wanted
    const granted = wanted < this.#left ? wanted : this.#left
    this.#left -= granted
    return granted
  }

  /** Whether nothing is granted from `now` on. */
  isSpent(now: number): boolean {
    return this.isOver(now) || this.#left === 0
  }

  /** Whether even granted starts are too late at `now`, because the run phase is over or was stopped. */
  isOver(now: number): boolean {
    return this.#isStopped || now >= this.#schedule.runEnd
  }

  stop(): void {
    this.#isStopped = true
  }
}
