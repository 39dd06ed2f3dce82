import { sumOf } from '../../base/units/count.ts'
import { cumulated, lengthOf, levelAt, type LoadCurve } from '../../model/workload/load-curve.ts'
import type { ScenarioSummary, StageSummary, WorkloadSummary } from '../summary/scenario-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import type { GeneratorSummary } from '../summary/generator-summary.ts'
import { formatMean, formatMeanOf, formatShare } from '../../base/units/format.ts'
import { countStarted, namePlugins } from './request-kinds.ts'

/**
 * The number of standard deviations by which Poisson arrivals may fall below the expected number before iterations count as missing.
 *
 * The standard deviation is the square root of the expected number. 1 of 30,000 schedules is further below than this.
 */
export const arrivalDeviations = 4

/** An open workload. */
type RateSummary = Extract<WorkloadSummary, { readonly kind: 'rate' }>

/** A workload whose level may change. */
type StagedSummary = Extract<WorkloadSummary, { readonly stages: readonly StageSummary[] }>

/** The planned mean of users, or of iterations per second, over the first `seconds` of a run phase. */
export function meanLevel(workload: StagedSummary, seconds: number): number {
  return seconds > 0 ? cumulated(curveOf(workload), seconds * 1e6) / seconds : workload.from
}

/** Users, or iterations per second, that are planned for a moment of the run phase, in seconds from its start; `null` after the end of the plan. */
export function plannedLevel(workload: Pick<StagedSummary, 'from' | 'stages'>, at: number): number | null {
  const curve = curveOf(workload)
  return at * 1e6 < lengthOf(curve) ? levelAt(curve, at * 1e6) : null
}

/**
 * The fewest iterations that a complete run phase schedules.
 *
 * The number of Poisson arrivals in a given time is random, so a few fewer than expected are not missing.
 */
export function leastPlanned(workload: RateSummary): number {
  const expected = cumulated(curveOf(workload), Infinity)
  const chance = workload.arrivals === 'poisson' ? arrivalDeviations * Math.sqrt(expected) : 1
  const least = expected === Infinity ? Infinity : Math.floor(Math.max(0, expected - chance))
  const planned = Math.min(least, workload.iterations ?? Infinity)
  return planned === Infinity ? 0 : planned
}

/** The level of a workload that does not change; otherwise `null`. */
export function onlyLevel({ from, stages }: StagedSummary): number | null {
  return stages.every(({ to }) => to === from) ? from : null
}

/** A part of a run phase, in seconds from its start. */
interface Span {
  readonly start: number
  readonly end: number
}

/** The longest part of a run phase over which a workload is planned to stay the same, mostly the whole of it. */
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

/** The iterations of an open workload that were due and not started. */
export interface MissingIterations {
  readonly count: number
  /** The planned number of iterations. */
  readonly planned: number
  /** The missing iterations as a share of the planned ones. */
  readonly share: number
  /** The missing iterations for which no user was free; the generator did not get to the others. */
  readonly dropped: number
}

/**
 * Finds what an open workload did not start; `null` for a closed one, which plans nothing ahead.
 *
 * When the test ran to its end on all threads, the iterations that were counted as due are compared with the plan, too.
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
 * Share of the time that users waited on their own, from which think time is reported as what set the rate.
 *
 * A user spends its time on its own waits and on the target's responses, and both together set the rate: from here on the waits are the larger part. A
 * target that responded at once would at most double the rate.
 */
export const thinkingShare = 0.5

/**
 * Share of the time that users waited on their own, from which think time is the limit whatever the target does.
 *
 * A target that responded at once would raise the rate by a ninth at most, however busy it is now.
 */
export const dominantThinking = 0.9

/** The share of their time that the users of a scenario spent in one way. */
interface SpentTime {
  /** Mean number of users. */
  readonly users: number
  /** Share of the users' time. */
  readonly share: number
}

/**
 * Measures the share of their time that users waited on their own, and kept neither the target nor the generator busy; `null` for a scenario whose
 * users have no waits of their own, or send no requests.
 *
 * A user with a request in flight, over HTTP or by a plugin, waits for the target, as does a user that waits for events that the target sends by
 * itself. The rest is its own time: a sleep inside the journey, or a pacing between two iterations. Computation of the journey, which is at most the
 * busy time of the load threads, is left out, so that a user who sends one request after another does not count as waiting.
 */
export function findOwnTime(scenario: ScenarioSummary, generator: GeneratorSummary): SpentTime | null {
  const present = countPresent(scenario)
  if (present <= 0 || countStarted(scenario) === 0) return null
  const computing = sumOf(generator.threads, ({ utilization }) => utilization)
  const waiting = scenario.inFlight + waitingForReplies(scenario) + countWaiting(scenario)
  return { users: present, share: Math.max(0, 1 - (waiting + computing) / present) }
}

/** Measures the share of their time that users waited for events that the target sends by itself, such as those of a subscription; `null` when no user did. */
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

/** The mean number of present users. Without a pacing a user is always in an iteration: a user outside of one has left, or is not needed. */
function countPresent({ workload, users, duration }: ScenarioSummary): number {
  if (users === null || (workload.kind !== 'users' && workload.kind !== 'rate')) return 0
  if (workload.kind === 'rate' || workload.pacing === 0) return users.busy
  return Math.max(users.busy, Math.min(users.mostActive, meanLevel(workload, duration)))
}

/** Describes how much users waited on their own: `users waited on their own 96 % of the time (50 users, 2.1 in flight)`. */
export function describeOwnTime({ users, share }: SpentTime, scenario: ScenarioSummary, isOnly = true): string {
  const who = isOnly ? 'users' : `users of ${scenario.name}`
  return `${who} waited on their own ${formatShare(share)} of the time (${formatMeanOf(users, 'user')}, ${describeInFlight(scenario)})`
}

/** Describes the mean numbers of requests in flight, and of users who waited for replies of plugins: `2.1 in flight, 12 waiting for replies of redis`. */
function describeInFlight(scenario: ScenarioSummary): string {
  const { counts, inFlight } = scenario
  const replies = describeReplies(scenario)
  if (replies === undefined) return `${formatMean(inFlight)} in flight`
  return counts.started === 0 ? replies : `${formatMean(inFlight)} in flight, ${replies}`
}

/** Describes the number of users who waited for replies of plugins: `12 waiting for replies of redis`; `undefined` when no plugin sent requests. */
export function describeReplies(scenario: ScenarioSummary): string | undefined {
  const plugins = namePlugins(scenario)
  return plugins === '' ? undefined : `${formatMean(waitingForReplies(scenario))} waiting for replies of ${plugins}`
}
