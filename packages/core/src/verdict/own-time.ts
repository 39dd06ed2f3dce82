import type { GeneratorSummary, ScenarioSummary } from '../summary/summary.ts'
import { formatMean, formatShare } from './figures.ts'
import { meanLevel } from './planned-load.ts'

/** How much of their time the users of a scenario spent in one way. */
export interface SpentTime {
  /** Users at a time, on average. */
  readonly users: number
  /** Share of their time. */
  readonly share: number
}

/**
 * Measures how much of their time users waited on their own, and kept neither the target nor the generator busy; `null` for a scenario whose users have no pace of their own, or send no requests.
 *
 * A user that has a request in flight waits for the target, and so does one that waits for what the target sends by itself. All else is its
 * own: a sleep inside its journey, or a pacing between two iterations. What its journey computes is neither, and is at most what the load threads were busy with; it is left out, so that
 * one user who sends one request after another is not said to wait.
 */
export function findOwnTime(scenario: ScenarioSummary, generator: GeneratorSummary): SpentTime | null {
  const present = countPresent(scenario)
  if (present <= 0 || scenario.counts.started === 0) return null
  const computing = generator.threads.reduce((sum, { utilization }) => sum + utilization, 0)
  return { users: present, share: Math.max(0, 1 - (scenario.inFlight + countWaiting(scenario) + computing) / present) }
}

/**
 * Measures how much of their time users waited for what the target sends by itself, as those do that have subscribed to something; `null` where
 * none did.
 */
export function findWaitingTime(scenario: ScenarioSummary): SpentTime | null {
  const present = countPresent(scenario)
  const waiting = countWaiting(scenario)
  return present <= 0 || waiting <= 0 ? null : { users: present, share: Math.min(1, waiting / present) }
}

function countWaiting({ users }: ScenarioSummary): number {
  return users === null ? 0 : users.waiting
}

/** Users that were there at a time, on average. Without a pacing a user is always in an iteration: one that is not has left, or is not needed. */
function countPresent({ workload, users, duration }: ScenarioSummary): number {
  if (users === null || (workload.kind !== 'users' && workload.kind !== 'rate')) return 0
  if (workload.kind === 'rate' || workload.pacing === 0) return users.busy
  return Math.max(users.busy, Math.min(users.mostActive, meanLevel(workload, duration)))
}

/** Says how much users waited on their own: `users waited on their own 96 % of the time (50 users, 2.1 in flight)`. */
export function describeOwnTime({ users, share }: SpentTime, { inFlight, name }: ScenarioSummary, isOnly = true): string {
  const who = isOnly ? 'users' : `users of ${name}`
  return `${who} waited on their own ${formatShare(share)} of the time (${formatMean(users)} users, ${formatMean(inFlight)} in flight)`
}
