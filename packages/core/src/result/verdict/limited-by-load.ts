import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import {
  describeOwnTime,
  describeReplies,
  dominantThinking,
  findOwnTime,
  findWaitingTime,
  thinkingShare,
  findMissing,
  onlyLevel,
} from './offered-load.ts'
import { missedPlan } from './rules/load-rules.ts'
import {
  formatCount,
  formatMean,
  formatMeanOf,
  formatMilliseconds,
  formatNumberOf,
  formatPerSecond,
  formatShare,
} from '../../base/units/format.ts'
import { printedInFlight } from './request-kinds.ts'
import { hasStarted, type Limit, type LimitedBy } from './verdict.ts'

/** The limit that the workload of one scenario set. */
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
  if (limits.some(({ by }) => by === 'planned rate')) return describe(limits, '; the target was not the limit')
  return describe(limits, limits.every(({ by }) => by === 'events') ? '; nothing was asked of it as fast as possible' : '')
}

/** Describes the limit that the workload of each scenario set: the last explanation, when nothing else was the limit. */
export function limitedByLoad(summary: TestSummary): LimitedBy {
  return describe(findLimits(summary))
}

/** Names the scenario of a statement, when there are several: ` of reads`. */
export function ofScenario({ name }: ScenarioSummary, scenarios: readonly ScenarioSummary[]): string {
  return scenarios.length === 1 ? '' : ` of ${name}`
}

// One part for each kind of limit, in the order in which they occur.
function describe(limits: readonly LoadLimit[], rest = ''): LimitedBy {
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
  const asked = level === null ? 'a rate that changes' : formatPerSecond(level)
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
  const text = `${formatMeanOf(waiting.users, 'user')}${ofScenario(scenario, scenarios)} waited ${times}`
  return { by: 'events', text, isAll: waiting.share + (own?.share ?? 0) >= dominantThinking }
}

/** An open workload that did not start all planned iterations had too few users. */
function findMostUsers(scenario: ScenarioSummary, summary: TestSummary): LoadLimit | null {
  const missing = findMissing(scenario, summary)
  if (scenario.workload.kind !== 'rate' || missing === null) return null
  const own = findOwnTime(scenario, summary.generator)
  const isAll = own !== null && own.share >= dominantThinking
  const most = `${formatNumberOf(scenario.workload.maxUsers, 'user')}${ofScenario(scenario, summary.scenarios)} at most`
  const waiting = isAll ? `, who waited on their own ${formatShare(own.share)} of the time` : ''
  const text = `${most}${waiting}, and ${formatCount(missing.count)} of ${formatNumberOf(missing.planned, 'planned iteration')} were not started`
  return { by: 'concurrency', text, isAll }
}

function describeConcurrency(scenario: ScenarioSummary, { scenarios }: TestSummary): string {
  const { responseTime, throughput, users, counts, workload } = scenario
  const named = ofScenario(scenario, scenarios)
  const replies = describeReplies(scenario)
  const waiting = replies === undefined ? '' : `, ${replies}`
  if (users !== null && counts.started === 0) return `${formatMeanOf(users.busy, 'user')} at a time${named}${waiting}`
  const who = users !== null && workload.kind === 'users' ? `${formatMeanOf(users.busy, 'user')} with ` : ''
  const inFlight = `${who}${formatMean(printedInFlight(scenario, scenario))} in flight${named}`
  if (responseTime.mean === null) return `${inFlight}, none with a response`
  return `${inFlight} at ${formatMilliseconds(responseTime.mean)} each make ${formatCount(throughput.requestsPerSecond)} per s${waiting}`
}
