import { highestLevel, lengthOf } from './load-curve.ts'
import type { Workload } from './workload.ts'

/** The most users, or connections, of a workload at the same time, over all threads. */
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

/** Planned seconds from the start of a load to the end of the last run phase of its scenarios; `Infinity` where a count ends one of them. */
export function plannedSeconds(scenarios: readonly { readonly workload: Workload }[]): number {
  return Math.max(...scenarios.map(({ workload }) => workload.startAfter + workload.warmup + plannedDuration(workload))) / 1e6
}
