import { median } from 'simple-statistics'
import { samplesNeeded } from '../../../model/metrics/sample-size.ts'
import type { RequestsSummary } from '../../summary/requests-summary.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import { okResponses, type SecondSummary } from '../../summary/series-summary.ts'
import {
  judgeFigure,
  percentileNames,
  percentiles,
  samplesOf,
  type PercentileName,
  type TimeSummary,
  type UnfinishedTimes,
} from '../../../model/metrics/time-summary.ts'
import { describeCount } from '../../threshold/evaluate-threshold.ts'
import { formatNumber, formatSeconds, formatShare, formatTime, plural } from '../../../base/units/format.ts'
import { steadySpan } from '../offered-load.ts'
import { requestKinds, type RequestKind } from '../request-kinds.ts'
import { finding, requestRule, scenarioRule, type Finding, type Rule } from '../rule.ts'
import { fullSecond } from '../stretches.ts'
import {
  findShift,
  leastUneven,
  stationaryShift,
  stationaryTimes,
  unevenChance,
  unevenSecond,
  unevenTurns,
  type Shift,
} from '../stationarity.ts'
import { timeWithoutResponse } from './outcome-rules.ts'

/**
 * Share of requests that were cut off above which the result is suspect.
 *
 * Their times are estimated from the others, assuming that being cut off does not depend on the time. If it does depend, with a tenth of them cut off,
 * the true median is still between p44 and p56 of the requests that ended.
 */
export const estimatedRequests = 0.1

/**
 * Share of requests that were cut off above which the result is invalid.
 *
 * Then most response times are unknown: not even the median is measured.
 */
export const unknownRequests = 0.5

/**
 * Length of a run phase in seconds below which the result is suspect for its length.
 *
 * A shorter run phase has no whole second to compare with another and no regular sample of CPU, and the start of target and generator is a large part
 * of it.
 */
export const shortRunSeconds = 1

/**
 * Reports requests that were cut off: they took longer than they had waited, and how long is unknown.
 *
 * The figures include them as such. It is a note while they are few and affect only the highest percentiles; suspect when p99 or a lower percentile is
 * a lower bound, or their estimated times matter; invalid when not even the median is known.
 */
export const unfinished: Rule = requestRule('unfinished', (kind) => {
  const cutOff = kind.requests.responseTime.unfinished
  return cutOff === undefined ? null : finding(levelOf(kind.requests, cutOff), describeCutOff(kind, cutOff))
})

function levelOf(requests: RequestsSummary, { count, lowerBounds }: UnfinishedTimes): Finding['level'] {
  const share = count / requests.counts.started
  if (lowerBounds.includes('p50') || share > unknownRequests) return 'invalid'
  if (lowerBounds.includes('p99') || share > estimatedRequests || shareOfTime(requests) > timeWithoutResponse) return 'suspect'
  return 'note'
}

function describeCutOff({ requests, of }: RequestKind, { count, shortest, longest, lowerBounds }: UnfinishedTimes): string {
  const [least, most] = [shortest, longest].map((age) => formatTime(age))
  const waited = least === most ? most : `up to ${most}`
  const verb = count === 1 ? 'was' : 'were'
  const cut = `${formatNumber(count)} of ${plural(requests.counts.started, 'request')}${of} had waited ${waited} and ${verb} cut off`
  const touched = percentileNames.find((percentile) => lowerBounds.includes(percentile))
  const bounds = touched === undefined ? 'max' : `all from ${touched.replace('_', '.')} up`
  const time = shareOfTime(requests)
  const stood = time > timeWithoutResponse ? `; they were ${formatShare(time)} of the time in flight` : ''
  return `${cut}: ${bounds}, mean and deviation are lower bounds${stood}`
}

// The mean includes requests that were cut off with their ages.
function shareOfTime({ responseTime: { mean, count, unfinished: cutOff } }: RequestsSummary): number {
  if (cutOff === undefined || mean === null || mean === 0) return 0
  return (cutOff.count * cutOff.mean) / (mean * (count + cutOff.count))
}

/**
 * Reports a throughput that rises or falls through the run, or response times of an open workload that do, so that their means are meaningless.
 *
 * In a closed model throughput and response time are two sides of one thing (their product is the number in flight), so only the throughput is tested.
 * In an open model the throughput follows the plan, and a target that cannot keep up shows in its times. For a workload that changes, its longest
 * constant part is tested. Responses that are not `ok` are left out of the throughput: a target that begins to refuse requests quickly does not get
 * faster.
 */
export const notStationary: Rule = requestRule('not-stationary', (kind, scenario) =>
  finding('suspect', judgeThroughput(kind, scenario) ?? judgeTimes(kind, scenario)),
)

function judgeThroughput(kind: RequestKind, scenario: ScenarioSummary): string | null {
  const shift = findShift(steadySeconds(kind, scenario).map(okResponses), stationaryShift)
  if (shift === null || (shift.to === 0 && hasOnlyOk(kind))) return null
  const figures = `${formatNumber(shift.from)} ok responses${kind.of} per s in the first third${ofRun(scenario)}, ${formatNumber(shift.to)} in the last`
  if (shift.to < shift.from) return `throughput falls: ${figures} (${describeFall(shift)} less); run for longer to see where it settles`
  const size = shift.from > 0 ? ` (${formatShare(shift.to / shift.from - 1)} more)` : ''
  return `throughput rises: ${figures}${size}; ${adviseWarmup(scenario)}`
}

function judgeTimes(kind: RequestKind, scenario: ScenarioSummary): string | null {
  if (scenario.workload.model !== 'open') return null
  const medians = steadySeconds(kind, scenario).flatMap(({ p50 }) => p50 ?? [])
  const shift = findShift(medians, stationaryTimes)
  if (shift === null) return null
  const last = `${formatTime(shift.to)} in the last`
  const figures = `a median${kind.of} of ${formatTime(shift.from)} in the first third${ofRun(scenario)}, ${last}`
  if (shift.to > shift.from)
    return `response times grow: ${figures}; the target may not keep up with the rate, so run for longer or ask for less`
  return `response times fall: ${figures} (${describeFall(shift)} less); ${adviseWarmup(scenario)}`
}

/** The whole seconds of the longest part in which the load was planned to stay the same. */
export function steadySeconds({ requests: { series } }: RequestKind, { workload }: ScenarioSummary): SecondSummary[] {
  const { start, end } = steadySpan(workload)
  return series.filter(({ at, length }) => length >= 1 && at >= start && at + length <= end)
}

function ofRun({ workload }: ScenarioSummary): string {
  const { start, end } = steadySpan(workload)
  return start === 0 && end >= (workload.duration ?? Infinity)
    ? ' of the run'
    : ` of the time from ${formatNumber(start)} to ${formatSeconds(end)}`
}

function describeFall({ from, to }: Shift): string {
  return formatShare(1 - to / from)
}

function adviseWarmup({ workload }: ScenarioSummary): string {
  return workload.warmup > 0 ? `use a longer warmup than ${formatSeconds(workload.warmup)}` : 'use a warmup'
}

// Requests that a plugin sends only at the start, such as to connect, are not a throughput that falls.
function hasOnlyOk({ of, requests: { counts } }: RequestKind): boolean {
  return of !== '' && counts.outcomes.ok === counts.started
}

/**
 * Reports a load that was planned to stay the same, but whose seconds differ so much that their mean is meaningless.
 *
 * Differences by chance are left out, and so are those of workloads whose plan makes seconds differ, because iterations are long or come together.
 */
export const unevenSeconds: Rule = scenarioRule('uneven-seconds', (scenario) => {
  const counts = hasLongTurns(scenario) ? [] : steadyCounts(scenario)
  if (counts.length < leastUneven) return null
  const [typical, lowest, highest] = [median(counts), Math.min(...counts), Math.max(...counts)]
  const chance = unevenChance * Math.sqrt(typical)
  const isLow = lowest < typical * unevenSecond && typical - lowest > chance
  const isHigh = highest * unevenSecond > typical && highest - typical > chance
  if (!isLow && !isHigh) return null
  const range = `${formatNumber(lowest)} to ${formatNumber(highest)} responses, with a median of ${formatNumber(typical)}`
  return finding('suspect', `its seconds range from ${range}: the mean is typical of none`)
})

// Requests over HTTP and of plugins are added up: fewer of one kind may mean more of another.
function steadyCounts(scenario: ScenarioSummary): readonly number[] {
  const { start, end } = steadySpan(scenario.workload)
  const counts = new Map<number, number>()
  for (const { at, length, requests } of requestKinds(scenario).flatMap((kind) => kind.requests.series)) {
    if (length >= fullSecond && at >= start && at + length <= end) counts.set(at, (counts.get(at) ?? 0) + requests)
  }
  return [...counts.values()]
}

function hasLongTurns(scenario: ScenarioSummary): boolean {
  const { workload, users } = scenario
  if (workload.kind === 'batch') return true
  // When no iteration ended, as with subscribers, one is longer than the run.
  const iteration = users === null ? 0 : (users.iterationDuration.p50 ?? Infinity)
  const [most] = requestKinds(scenario).toSorted((a, b) => b.requests.responseTime.count - a.requests.responseTime.count)
  return Math.max(most?.requests.responseTime.p50 ?? Infinity, iteration) * unevenTurns > 1000
}

const mostNamed = 3

/** Reports percentiles with so few samples beyond them that they are the value of one request, not of the distribution. */
export const fewSamples: Rule = requestRule('few-samples', ({ requests: { responseTime: times }, of }) => {
  const few = percentileNames.filter((figure) => judgeFigure(times, figure).says === 'few')
  if (few.length === 0) return null
  const named = few.toSorted((a, b) => needOf(b) - needOf(a)).slice(0, mostNamed)
  const needs = named.map((figure) => `p${percentiles[figure]} needs ${formatNumber(needOf(figure))}`).join(', ')
  const areMore = few.length > mostNamed
  return finding('note', `${needs} samples${areMore ? ', and others fewer' : ''}; ${describeSamples(times, named, of)}`)
})

function describeSamples(times: TimeSummary, named: readonly PercentileName[], of: string): string {
  const cutOff = times.unfinished?.count ?? 0
  const worth = named.map((figure) => samplesOf(times, figure))
  // Below the first age that was cut off each sample counts as one, and for a lower bound all samples do.
  if (worth.every((number) => number === times.count || number === times.count + cutOff)) {
    return `there ${times.count === 1 ? 'is' : 'are'} ${describeCount(times.count, cutOff)}${of}`
  }
  const why = `as ${plural(cutOff, `request${of} was`, `requests${of} were`)} cut off`
  const numbers = [...new Set(worth)].map(formatNumber)
  const last = numbers.pop() ?? ''
  const there = numbers.length === 0 ? last : `${numbers.join(', ')} and ${last}`
  return `there ${there === '1' ? 'is' : 'are'} ${there} in effect, ${why}`
}

function needOf(figure: PercentileName): number {
  return samplesNeeded(percentiles[figure])
}

/** Reports a run phase without a complete second: it mostly measures the start of target and generator, and has no parts to compare. */
export const shortRun: Rule = scenarioRule('short-run', ({ duration, series }, { target }) => {
  const hasWhole = series.length === 0 || series.some(({ length }) => length >= fullSecond)
  if (duration >= shortRunSeconds && hasWhole) return null
  // A target that was running already does not start with the test.
  const start = target.kind === 'url' ? 'the start of the generator' : 'the start of target and generator'
  const effect = `${start} is a large part of the figures; run it for some seconds`
  return finding('suspect', `the run phase lasted ${formatSeconds(duration)}, without a complete second: ${effect}`)
})
