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
