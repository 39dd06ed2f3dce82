import { scheduleOf, type Schedule } from '../load/engine/schedule.ts'
import type { CutShort } from '../result/threshold/inconclusive.ts'
import { plannedDuration } from '../model/workload/workload-size.ts'
import type { Workload } from '../model/workload/workload.ts'

/** How far a scenario has come, on the clock of the process. */
interface Reached {
  /** When nothing was left to be started, on any thread; `undefined` while something is. */
  readonly overAt: number | undefined
  /** When its last request or iteration of the run phase ended. */
  readonly lastEnd: number
  /** The present, or the time of an interruption; `Infinity` for a test that reached its end. */
  readonly until: number
}

/**
 * The phases of a scenario in a test that started at `testStart`.
 *
 * The run phase ends as planned, or when everything to be started has ended: a count was reached, or no user could continue. An interruption ends
 * phases that are not over by then.
 */
export function runPhaseOf(workload: Workload, testStart: number, { overAt, lastEnd, until }: Reached): Schedule {
  const { start, runStart, runEnd: planned } = scheduleOf(workload, testStart)
  const isOver = overAt !== undefined && overAt < Math.min(planned, until)
  const ended = Math.min(planned, until, isOver ? Math.max(overAt, lastEnd) : Infinity)
  return { start, runStart, runEnd: Math.max(runStart, ended < Infinity ? ended : lastEnd) }
}

/** Whether the load of a run phase that is cut short at a time was steady or still to change; `undefined` when the run phase was over by then. */
export function cutShortAt(workload: Workload, { runStart, runEnd }: Schedule, at: number): CutShort | undefined {
  if (runEnd < at || runStart + plannedDuration(workload) <= at) return undefined
  const isSteady =
    workload.kind === 'connections' || workload.kind === 'batch' || workload.curve.steps.every(({ to }) => to === workload.curve.from)
  return isSteady && runStart < at ? 'steady' : 'changing'
}
