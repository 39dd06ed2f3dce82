import type { ClosedWorkload } from '../workload/closed-workload.ts'

/** When the phases of a scenario start and end, on the clock of the process. */
export interface Schedule {
  /** The first request may be sent. */
  readonly start: number
  /** The warm-up is over. */
  readonly runStart: number
  /** No more requests are sent; `Infinity` when a number of requests ends the run phase. */
  readonly runEnd: number
}

/** Schedules a workload that starts at `start`. */
export function scheduleOf(workload: ClosedWorkload, start: number): Schedule {
  const runStart = start + workload.warmup
  return { start, runStart, runEnd: workload.duration === undefined ? Infinity : runStart + workload.duration }
}
