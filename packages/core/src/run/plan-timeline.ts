import { constantCurve, levelAt, lengthOf, type LoadCurve } from '../model/workload/load-curve.ts'
import { plannedDuration } from '../model/workload/workload-size.ts'
import type { Workload } from '../model/workload/workload.ts'

/** A part of a scenario in which its level is kept or changes steadily. Times in seconds from the start of the test. */
export interface PlannedPiece {
  readonly phase: 'warm-up' | 'run'
  readonly start: number
  /** `null` where a count ends it. */
  readonly end: number | null
  /** Connections, users, iterations per second, or iterations at once. */
  readonly from: number
  readonly to: number
}

const samples = 240

/** The parts of a scenario, one after the other. */
export function planTimeline(workload: Workload): readonly PlannedPiece[] {
  const { startAfter, warmup } = workload
  const curve = curveOf(workload)
  const pieces: PlannedPiece[] = []
  const add = (phase: PlannedPiece['phase'], start: number, duration: number, levels: readonly [number, number]): void => {
    const end = start + duration
    // A jump takes no time; the piece after it starts at its level.
    if (duration > 0) pieces.push({ phase, start: start / 1e6, end: end === Infinity ? null : end / 1e6, from: levels[0], to: levels[1] })
  }
  const first = levelAt(curve, 0)
  add('warm-up', startAfter, warmup, [first, first])
  let level = curve.from
  let start = startAfter + warmup
  for (const { duration, to } of curve.steps) {
    add('run', start, duration, [duration === Infinity ? to : level, to])
    start += duration
    level = to
  }
  return pieces
}

/** The level in the middle of each of so many equal parts of the run phase; empty where nothing plans its length. */
export function planLevels(workload: Workload): readonly number[] {
  const curve = curveOf(workload)
  const length = lengthOf(curve)
  return length === Infinity ? [] : Array.from({ length: samples }, (_, index) => levelAt(curve, ((index + 0.5) / samples) * length))
}

function curveOf(workload: Workload): LoadCurve {
  switch (workload.kind) {
    case 'connections':
      return constantCurve(workload.connections, plannedDuration(workload))
    case 'batch':
      return constantCurve(workload.batch, plannedDuration(workload))
    case 'users':
    case 'rate':
      return workload.curve
  }
}
