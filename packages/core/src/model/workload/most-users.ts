import { highestLevel } from './load-curve.ts'
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
