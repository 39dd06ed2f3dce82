import { lengthOf } from './load-curve.ts'
import type { Workload } from './workload.ts'

/** The planned length of a workload's run phase in microseconds; `Infinity` when a count ends it. */
export function plannedDuration(workload: Workload): number {
  switch (workload.kind) {
    case 'connections':
    case 'batch':
      return workload.duration ?? Infinity
    case 'users':
    case 'rate':
      return workload.iterations === undefined ? lengthOf(workload.curve) : Infinity
  }
}
