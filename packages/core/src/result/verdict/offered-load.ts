import { sumOf } from '../../base/units/count.ts'
import { cumulated, lengthOf, levelAt, type LoadCurve } from '../../model/workload/load-curve.ts'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import type { StageSummary, WorkloadSummary } from '../summary/workload-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import type { GeneratorSummary } from '../summary/generator-summary.ts'
import { formatNumber, formatShare, formatTime, plural } from '../../base/units/format.ts'
import { countStarted, pluginRequestsOf, printedInFlight } from './request-kinds.ts'
import { describeTimeParts } from './time-parts.ts'
import { hasStarted } from './rule.ts'
import type { Limit, LimitedBy } from './verdict.ts'

/**
 * The number of standard deviations by which Poisson arrivals may fall below the expected number before iterations count as missing.
 *
 * The standard deviation is the square root of the expected number. 1 of 30,000 schedules is further below than this.
 */
export const arrivalDeviations = 4

type RateSummary = Extract<WorkloadSummary, { readonly kind: 'rate' }>

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

/**
 * Share of the planned iterations that were not started, above which the result is suspect.
 *
 * Dropped iterations were due while the target was slowest, and would have taken longest: with more than one in a hundred, p99, the percentile most
 * often asked for, is not that of the planned load. A healthy run starts more of its plan than this.
 */
export const missedPlan = 0.01

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
  readonly users: number
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
  const { waiting = 0, waitingForReplies = 0 } = scenario.users ?? {}
  const waited = scenario.inFlight + waitingForReplies + waiting
  return { users: present, share: Math.max(0, 1 - (waited + computing) / present) }
}

/** Measures the share of their time that users waited for events that the target sends by itself, such as those of a subscription; `null` when no user did. */
export function findWaitingTime(scenario: ScenarioSummary): SpentTime | null {
  const present = countPresent(scenario)
  const waiting = scenario.users?.waiting ?? 0
  return present <= 0 || waiting <= 0 ? null : { users: present, share: Math.min(1, waiting / present) }
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
  return `${who} waited on their own ${formatShare(share)} of the time (${plural(users, 'user')}, ${describeInFlight(scenario)})`
}

/** Describes the mean numbers of requests in flight, and of users who waited for replies of plugins: `2.1 in flight, 12 waiting for replies of redis`. */
function describeInFlight(scenario: ScenarioSummary): string {
  const { counts, inFlight } = scenario
  const replies = describeReplies(scenario)
  if (replies === undefined) return `${formatNumber(inFlight)} in flight`
  return counts.started === 0 ? replies : `${formatNumber(inFlight)} in flight, ${replies}`
}

/** Describes the number of users who waited for replies of plugins: `12 waiting for replies of redis`; `undefined` when no plugin sent requests. */
function describeReplies(scenario: ScenarioSummary): string | undefined {
  const plugins = pluginRequestsOf(scenario).map(({ plugin }) => plugin)
  const waiting = formatNumber(scenario.users?.waitingForReplies ?? 0)
  return plugins.length === 0 ? undefined : `${waiting} waiting for replies of ${plugins.join(' and ')}`
}

interface LoadLimit {
  readonly by: Extract<Limit, 'planned rate' | 'think time' | 'events' | 'concurrency'>
  readonly text: string
  /** Whether a faster target would have made hardly any difference. */
  readonly isAll: boolean
}

/** Finds the limit when every scenario did all that its plan, the think time of its users or the events they waited for allowed; otherwise `null`. */
export function limitedByPlan(summary: TestSummary): LimitedBy | null {
  const limits = findLimits(summary)
  if (!limits.every(({ isAll }) => isAll)) return null
  // A rate that was kept does not make slow responses fast.
  const parts = describeTimeParts(summary)
  if (parts !== null) return describeLimits(limits, `; ${parts}`)
  if (limits.some(({ by }) => by === 'planned rate')) return describeLimits(limits, '; the target was not the limit')
  return describeLimits(limits, limits.every(({ by }) => by === 'events') ? '; nothing was asked of it as fast as possible' : '')
}

/** Describes the limit that the workload of each scenario set: the last explanation, when nothing else was the limit. */
export function limitedByLoad(summary: TestSummary): LimitedBy {
  return describeLimits(findLimits(summary))
}

/** Names the scenario of a statement, when there are several: ` of reads`. */
export function ofScenario({ name }: ScenarioSummary, scenarios: readonly ScenarioSummary[]): string {
  return scenarios.length === 1 ? '' : ` of ${name}`
}

// One part for each kind of limit, in the order in which they occur.
function describeLimits(limits: readonly LoadLimit[], rest = ''): LimitedBy {
  const kinds = [...Map.groupBy(limits, ({ by }) => by)]
  const parts = kinds.map(([kind, all]) => `${kind}: ${all.map(({ text }) => text).join('; ')}`)
  return { by: kinds[0]?.[0] ?? 'concurrency', text: `${parts.join('; ')}${rest}` }
}

function findLimits(summary: TestSummary): LoadLimit[] {
  return summary.scenarios
    .filter(hasStarted)
    .map(
      (scenario) =>
        findPlannedRate(scenario, summary) ??
        findMostUsers(scenario, summary) ??
        findThinkTime(scenario, summary) ??
        findEvents(scenario, summary) ?? { by: 'concurrency', text: describeConcurrency(scenario, summary), isAll: false },
    )
}

function findPlannedRate(scenario: ScenarioSummary, summary: TestSummary): LoadLimit | null {
  const missing = findMissing(scenario, summary)
  if (scenario.workload.kind !== 'rate' || missing === null || missing.share > missedPlan) return null
  const level = onlyLevel(scenario.workload)
  const asked = level === null ? 'a rate that changes' : `${formatNumber(level)}/s`
  return { by: 'planned rate', text: `${asked}${ofScenario(scenario, summary.scenarios)} was asked for and started`, isAll: true }
}

function findThinkTime(scenario: ScenarioSummary, { generator, scenarios }: TestSummary): LoadLimit | null {
  const own = findOwnTime(scenario, generator)
  if (scenario.workload.kind !== 'users' || own === null || own.share < thinkingShare) return null
  return { by: 'think time', text: describeOwnTime(own, scenario, scenarios.length === 1), isAll: own.share >= dominantThinking }
}

/** Users who mostly wait for events that the target sends by itself send no requests meanwhile. */
function findEvents(scenario: ScenarioSummary, { generator, scenarios }: TestSummary): LoadLimit | null {
  const waiting = findWaitingTime(scenario)
  if (scenario.workload.kind !== 'users' || waiting === null || waiting.share < thinkingShare) return null
  const own = findOwnTime(scenario, generator)
  const times = `${formatShare(waiting.share)} of the time for what the target sends by itself`
  const text = `${plural(waiting.users, 'user')}${ofScenario(scenario, scenarios)} waited ${times}`
  return { by: 'events', text, isAll: waiting.share + (own?.share ?? 0) >= dominantThinking }
}

/** An open workload that did not start all planned iterations had too few users. */
function findMostUsers(scenario: ScenarioSummary, summary: TestSummary): LoadLimit | null {
  const missing = findMissing(scenario, summary)
  if (scenario.workload.kind !== 'rate' || missing === null) return null
  const own = findOwnTime(scenario, summary.generator)
  const isAll = own !== null && own.share >= dominantThinking
  const most = `${plural(scenario.workload.maxUsers, 'user')}${ofScenario(scenario, summary.scenarios)} at most`
  const waiting = isAll ? `, who waited on their own ${formatShare(own.share)} of the time` : ''
  const text = `${most}${waiting}, and ${formatNumber(missing.count)} of ${plural(missing.planned, 'planned iteration')} were not started`
  return { by: 'concurrency', text, isAll }
}

function describeConcurrency(scenario: ScenarioSummary, { scenarios }: TestSummary): string {
  const { responseTime, throughput, users, counts, workload } = scenario
  const named = ofScenario(scenario, scenarios)
  const replies = describeReplies(scenario)
  const waiting = replies === undefined ? '' : `, ${replies}`
  if (users !== null && counts.started === 0) return `${plural(users.busy, 'user')} at a time${named}${waiting}`
  const who = users !== null && workload.kind === 'users' ? `${plural(users.busy, 'user')} with ` : ''
  const inFlight = `${who}${formatNumber(printedInFlight(scenario, scenario))} in flight${named}`
  if (responseTime.mean === null) return `${inFlight}, none with a response`
  return `${inFlight} at ${formatTime(responseTime.mean)} each make ${formatNumber(throughput.requestsPerSecond)} per s${waiting}`
}
