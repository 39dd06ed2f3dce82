import { highestLevel, lengthOf } from './load-curve.ts'
import type { Workload } from './workload.ts'

/** Most users, or connections, of a workload at the same time, over all threads. */
export function mostUsers(workload: Workload): number {
  switch (workload.kind) {
    case 'connections':
      return workload.connections
    case 'users':
      return Math.ceil(highestLevel(workload.curve))
    case 'rate':
      return workload.maxUsers
    case 'batch':
      return workload.batch
  }
}

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
