import type { GeneratorSummary, ScenarioSummary } from '../summary/summary.ts'
import { formatMean, formatShare } from './figures.ts'
import { meanLevel } from './planned-load.ts'

/** How the users of a scenario spent their time. */
export interface OwnTime {
  /** Users at a time, on average. */
  readonly users: number
  /** Share of their time in which they neither waited for an answer nor kept the generator busy: they slept, or waited for their pacing. */
  readonly share: number
}

/**
 * Measures how much of their time users waited on their own; `null` for a scenario whose users have no pace of their own, or send no requests.
 *
 * A user that has a request in flight waits for the target. All else is its own: a sleep inside its journey, or a pacing between two
 * iterations. What its journey computes is neither, and is at most what the load threads were busy with; it is left out, so that
 * one user who sends one request after another is not said to wait.
 */
export function findOwnTime(scenario: ScenarioSummary, generator: GeneratorSummary): OwnTime | null {
  const present = countPresent(scenario)
  if (present <= 0 || scenario.counts.started === 0) return null
  const computing = generator.threads.reduce((sum, { utilization }) => sum + utilization, 0)
  return { users: present, share: Math.max(0, 1 - (scenario.inFlight + computing) / present) }
}

/** Users that were there at a time, on average. Without a pacing a user is always in an iteration: one that is not has left, or is not needed. */
function countPresent({ workload, users, duration }: ScenarioSummary): number {
  if (users === null || (workload.kind !== 'users' && workload.kind !== 'rate')) return 0
  if (workload.kind === 'rate' || workload.pacing === 0) return users.busy
  return Math.max(users.busy, Math.min(users.mostActive, meanLevel(workload, duration)))
}

/** Says how users spent their time: `users waited on their own 96 % of the time (50 users, 2.1 in flight)`. */
export function describeOwnTime({ users, share }: OwnTime, { inFlight, name }: ScenarioSummary, isOnly = true): string {
  const who = isOnly ? 'users' : `users of ${name}`
  return `${who} waited on their own ${formatShare(share)} of the time (${formatMean(users)} users, ${formatMean(inFlight)} in flight)`
}
