import { sumOf } from '../../base/units/count.ts'
import { cumulated, lengthOf, levelAt, type LoadCurve } from '../../model/workload/load-curve.ts'
import type { ScenarioSummary, StageSummary, WorkloadSummary } from '../summary/scenario-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import type { GeneratorSummary } from '../summary/generator-summary.ts'
import { formatMean, formatMeanOf, formatShare } from '../../base/units/format.ts'
import { countStarted, namePlugins } from './request-kinds.ts'

/**
 * How many standard deviations fewer Poisson arrivals than expected there may be, before iterations are missing.
 *
 * Their number varies by the square root of what is expected. So far below it is 1 of 30,000 schedules.
 */
export const arrivalDeviations = 4

/** An open workload. */
type RateSummary = Extract<WorkloadSummary, { readonly kind: 'rate' }>

/** A workload whose level may change. */
type StagedSummary = Extract<WorkloadSummary, { readonly stages: readonly StageSummary[] }>

/** Users at a time, or iterations per second, as they were planned for the first `seconds` of a run phase, on average. */
export function meanLevel(workload: StagedSummary, seconds: number): number {
  return seconds > 0 ? cumulated(curveOf(workload), seconds * 1e6) / seconds : workload.from
}

/** Users, or iterations per second, that are planned for a moment of the run phase, in seconds from its start; `null` after the end of the plan. */
export function plannedLevel(workload: Pick<StagedSummary, 'from' | 'stages'>, at: number): number | null {
  const curve = curveOf(workload)
  return at * 1e6 < lengthOf(curve) ? levelAt(curve, at * 1e6) : null
}

/**
 * The fewest iterations that a run phase which is not cut short schedules.
 *
 * Poisson arrivals in a given time are as many as chance will have it; a few fewer than expected are none too few.
 */
export function leastPlanned(workload: RateSummary): number {
  const expected = cumulated(curveOf(workload), Infinity)
  const chance = workload.arrivals === 'poisson' ? arrivalDeviations * Math.sqrt(expected) : 1
  const least = expected === Infinity ? Infinity : Math.floor(Math.max(0, expected - chance))
  const planned = Math.min(least, workload.iterations ?? Infinity)
  return planned === Infinity ? 0 : planned
}

/** The one level of a workload that does not change, or `null`. */
export function onlyLevel({ from, stages }: StagedSummary): number | null {
  return stages.every(({ to }) => to === from) ? from : null
}

/** A part of a run phase, in seconds from its start. */
interface Span {
  readonly start: number
  readonly end: number
}

/** The longest part of a run phase over which a workload is planned to stay the same; the whole of it for most. */
export function steadySpan(workload: WorkloadSummary): Span {
  if (workload.kind === 'connections' || workload.kind === 'batch') return { start: 0, end: Infinity }
  let longest: Span = { start: 0, end: 0 }
  let span = longest
  let level = workload.from
  for (const { duration, to } of workload.stages) {
    const end = span.end + (duration ?? Infinity)
    span = { start: to === level ? span.start : end, end }
    if (span.end - span.start > longest.end - longest.start) longest = span
    level = to
  }
  return longest
}

function curveOf({ from, stages }: Pick<StagedSummary, 'from' | 'stages'>): LoadCurve {
  return { from, steps: stages.map(({ duration, to }) => ({ duration: duration === null ? Infinity : duration * 1e6, to })) }
}

/** Iterations of an open workload that were due and not started. */
export interface MissingIterations {
  readonly count: number
  /** The planned number of iterations. */
  readonly planned: number
  /** The missing iterations as a share of the planned ones. */
  readonly share: number
  /** The part of them for which no user was free; the others the generator did not get to. */
  readonly dropped: number
}

/**
 * Finds what an open workload did not start; `null` for a closed one, which plans nothing ahead.
 *
 * What was counted as due is compared with the plan, too, where the test ran to its end on all threads.
 */
export function findMissing({ workload, users }: ScenarioSummary, summary: TestSummary): MissingIterations | null {
  if (workload.kind !== 'rate' || users === null) return null
  const { scheduled, started, dropped } = users.iterations
  const isWhole = summary.interrupted === null && summary.generator.threads.every(({ lost }) => lost === null)
  const planned = isWhole ? Math.max(scheduled, leastPlanned(workload)) : scheduled
  const count = Math.max(0, planned - started)
  return { count, planned, share: planned > 0 ? count / planned : 0, dropped: Math.min(dropped, count) }
}

/**
 * Share of the time that users waited on their own, from which think time is named as what set the rate.
 *
 * A user's time is its own waits and the target's responses, and the rate is what both make together: from here on the waits are the larger
 * part. A target that responded at once would at most double the rate.
 */
export const thinkingShare = 0.5

/**
 * Share of the time that users waited on their own, from which think time is the limit whatever the target does.
 *
 * A target that responded at once would raise the rate by a ninth at most: how busy it is does not matter to the figure.
 */
export const dominantThinking = 0.9

/** The share of their time that the users of a scenario spent in one way. */
interface SpentTime {
  /** Users at a time, on average. */
  readonly users: number
  /** Share of their time. */
  readonly share: number
}

/**
 * Measures how much of their time users waited on their own, and kept neither the target nor the generator busy; `null` for a scenario whose users have no pace of their own, or send no requests.
 *
 * A user that has a request in flight, over HTTP or by a plugin, waits for the target, and so does one that waits for what the target sends by itself. All else is its
 * own: a sleep inside its journey, or a pacing between two iterations. What its journey computes is neither, and is at most what the load threads were busy with; it is left out, so that
 * one user who sends one request after another is not said to wait.
 */
export function findOwnTime(scenario: ScenarioSummary, generator: GeneratorSummary): SpentTime | null {
  const present = countPresent(scenario)
  if (present <= 0 || countStarted(scenario) === 0) return null
  const computing = sumOf(generator.threads, ({ utilization }) => utilization)
  const waiting = scenario.inFlight + waitingForReplies(scenario) + countWaiting(scenario)
  return { users: present, share: Math.max(0, 1 - (waiting + computing) / present) }
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

function waitingForReplies({ users }: ScenarioSummary): number {
  return users === null ? 0 : users.waitingForReplies
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
export function describeOwnTime({ users, share }: SpentTime, scenario: ScenarioSummary, isOnly = true): string {
  const who = isOnly ? 'users' : `users of ${scenario.name}`
  return `${who} waited on their own ${formatShare(share)} of the time (${formatMeanOf(users, 'user')}, ${describeInFlight(scenario)})`
}

/** Describes the mean number of requests in flight, and of users who waited for replies of plugins: `2.1 in flight, 12 waiting for replies of redis`. */
function describeInFlight(scenario: ScenarioSummary): string {
  const { counts, inFlight } = scenario
  const replies = describeReplies(scenario)
  if (replies === undefined) return `${formatMean(inFlight)} in flight`
  return counts.started === 0 ? replies : `${formatMean(inFlight)} in flight, ${replies}`
}

/** Says how many users waited for responses to requests of plugins: `12 waiting for replies of redis`; `undefined` where no plugin sent any. */
export function describeReplies(scenario: ScenarioSummary): string | undefined {
  const plugins = namePlugins(scenario)
  return plugins === '' ? undefined : `${formatMean(waitingForReplies(scenario))} waiting for replies of ${plugins}`
}
