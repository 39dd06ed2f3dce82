import { median } from 'simple-statistics'
import { samplesNeeded } from '../../../model/metrics/sample-size.ts'
import type { RequestsSummary } from '../../summary/requests-summary.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import { okResponses, type SecondSummary } from '../../summary/series-summary.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import {
  judgeFigure,
  percentileNames,
  percentiles,
  samplesOf,
  type PercentileName,
  type TimeSummary,
  type UnfinishedTimes,
} from '../../summary/time-summary.ts'
import { describeCount } from '../../threshold/inconclusive.ts'
import { formatCount, formatTime, formatMilliseconds, formatNumberOf, formatRough, formatShare } from '../../../base/units/format.ts'
import { steadySpan } from '../offered-load.ts'
import { requestKinds, type RequestKind } from '../request-kinds.ts'
import { scenarioReasons, type Reason } from '../verdict.ts'
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
 * What they would have taken is estimated from the others, as if being cut off did not depend on it. Where it does, and they are a tenth,
 * the true median is still between p44 and p56 of those that ended.
 */
export const estimatedRequests = 0.1

/**
 * Share of requests that were cut off above which the result is invalid.
 *
 * Most of what was asked is not known then: not even the median is measured.
 */
export const unknownRequests = 0.5

/**
 * Length of a run phase in seconds below which the result is suspect for that alone.
 *
 * It has not one whole second to compare with another and no regular sample of CPU, and the start of target and generator is a large part
 * of it.
 */
export const shortRunSeconds = 1

/**
 * Requests that were cut off took longer than they had waited, and how long is unknown.
 *
 * They are in the figures as that. It is a note as long as they are few and touch no percentile but the rarest; suspect where p99 or less is a
 * lower bound, or what they would have taken matters; invalid where not even the median is known.
 */
export function unfinished(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => requestKinds(scenario).flatMap(judgeKind))
}

function judgeKind(kind: RequestKind): readonly Reason[] {
  const cutOff = kind.requests.responseTime.unfinished
  if (cutOff === undefined) return []
  return [{ rule: 'unfinished', level: levelOf(kind.requests, cutOff), text: describeCutOff(kind, cutOff) }]
}

function levelOf(requests: RequestsSummary, { count, lowerBounds }: UnfinishedTimes): Reason['level'] {
  const share = count / requests.counts.started
  if (lowerBounds.includes('p50') || share > unknownRequests) return 'invalid'
  if (lowerBounds.includes('p99') || share > estimatedRequests || shareOfTime(requests) > timeWithoutResponse) return 'suspect'
  return 'note'
}

function describeCutOff({ requests, of }: RequestKind, { count, shortest, longest, lowerBounds }: UnfinishedTimes): string {
  const [least, most] = [shortest, longest].map((age) => formatTime(age))
  const waited = least === most ? most : `up to ${most}`
  const verb = count === 1 ? 'was' : 'were'
  const cut = `${formatCount(count)} of ${formatNumberOf(requests.counts.started, 'request')}${of} had waited ${waited} and ${verb} cut off`
  const touched = percentileNames.find((percentile) => lowerBounds.includes(percentile))
  const bounds = touched === undefined ? 'max' : `all from ${touched.replace('_', '.')} up`
  const time = shareOfTime(requests)
  const stood = time > timeWithoutResponse ? `; they were ${formatShare(time)} of the time in flight: the target may have stood still` : ''
  return `${cut}: ${bounds}, mean and deviation are lower bounds${stood}`
}

// The mean is over all of them, with the age in place of what was cut off.
function shareOfTime({ responseTime: { mean, count, unfinished: cutOff } }: RequestsSummary): number {
  if (cutOff === undefined || mean === null || mean === 0) return 0
  return (cutOff.count * cutOff.mean) / (mean * (count + cutOff.count))
}

/**
 * A throughput that rises or falls through the run has no mean worth printing, nor have the response times of an open workload.
 *
 * In a closed model throughput and response time are two sides of one thing (their product is the number in flight), so one of them is looked at.
 * In an open model the throughput follows the plan, and what the target cannot keep up with is seen in its times. Of a workload that changes,
 * the longest part that stays the same is looked at. Responses that are not `ok` are left out of the throughput: a target that begins to
 * refuse quickly does not get faster.
 */
export function notStationary(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => {
    return requestKinds(scenario).flatMap((kind) => {
      const text = judgeThroughput(kind, scenario) ?? judgeTimes(kind, scenario)
      return text === null ? [] : [{ rule: 'not-stationary', level: 'suspect', text }]
    })
  })
}

function judgeThroughput(kind: RequestKind, scenario: ScenarioSummary): string | null {
  const shift = findShift(steadySeconds(kind, scenario).map(okResponses), stationaryShift)
  if (shift === null || (shift.to === 0 && hasOnlyOk(kind))) return null
  const figures = `${formatCount(shift.from)} ok responses${kind.of} per s in the first third${ofRun(scenario)}, ${formatCount(shift.to)} in the last`
  if (shift.to < shift.from) return `degrading: ${figures} (${describeFall(shift)} less); run for longer to see where it settles`
  const size = shift.from > 0 ? ` (${formatShare(shift.to / shift.from - 1)} more)` : ''
  return `still warming up: ${figures}${size}; ${adviseWarmup(scenario)}`
}

function judgeTimes(kind: RequestKind, scenario: ScenarioSummary): string | null {
  if (scenario.workload.model !== 'open') return null
  const medians = steadySeconds(kind, scenario).flatMap(({ p50 }) => p50 ?? [])
  const shift = findShift(medians, stationaryTimes)
  if (shift === null) return null
  const last = `${formatMilliseconds(shift.to)} in the last`
  const figures = `a median${kind.of} of ${formatMilliseconds(shift.from)} in the first third${ofRun(scenario)}, ${last}`
  if (shift.to > shift.from)
    return `response times grow: ${figures}; the target may not keep up with the rate, so run for longer or ask for less`
  return `still warming up: response times fall, ${figures} (${describeFall(shift)} less); ${adviseWarmup(scenario)}`
}

/** The whole seconds in which the load was planned to stay the same. */
function steadySeconds({ requests: { series } }: RequestKind, { workload }: ScenarioSummary): SecondSummary[] {
  const { start, end } = steadySpan(workload)
  return series.filter(({ at, length }) => length >= 1 && at >= start && at + length <= end)
}

function ofRun({ workload }: ScenarioSummary): string {
  const { start, end } = steadySpan(workload)
  return start === 0 && end >= (workload.duration ?? Infinity)
    ? ' of the run'
    : ` of the time from ${formatRough(start)} to ${formatRough(end)} s`
}

function describeFall({ from, to }: Shift): string {
  return formatShare(1 - to / from)
}

function adviseWarmup({ workload }: ScenarioSummary): string {
  return workload.warmup > 0 ? `use a longer warmup than ${formatRough(workload.warmup)} s` : 'use a warmup'
}

// What a plugin asked at the start and not again, as to connect, is no throughput that fell.
function hasOnlyOk({ of, requests: { counts } }: RequestKind): boolean {
  return of !== '' && counts.outcomes.ok === counts.started
}

/**
 * A load that was planned to stay the same, and whose seconds have nothing in common: the mean is that of seconds of different kinds.
 *
 * Seconds differ by chance, and where one iteration takes long or is planned to come with others they differ by the plan: those are left out.
 */
export function unevenSeconds(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => {
    if (hasLongTurns(scenario)) return []
    const counts = steadyCounts(scenario)
    if (counts.length < leastUneven) return []
    const [typical, lowest, highest] = [median(counts), Math.min(...counts), Math.max(...counts)]
    const chance = unevenChance * Math.sqrt(typical)
    const isLow = lowest < typical * unevenSecond && typical - lowest > chance
    const isHigh = highest * unevenSecond > typical && highest - typical > chance
    if (!isLow && !isHigh) return []
    const range = `${formatCount(lowest)} to ${formatCount(highest)} responses, with a median of ${formatCount(typical)}`
    const text = `its seconds range from ${range}: something stood still or changed meanwhile, and the mean is of both`
    return [{ rule: 'uneven-seconds', level: 'suspect', text }]
  })
}

// Whatever users ask for, over HTTP or by plugins: what one kind has less of may be what another has more of.
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
  // Where no iteration ended, as those of subscribers, one is longer than the run.
  const iteration = users === null ? 0 : (users.iterationDuration.p50 ?? Infinity)
  const [most] = requestKinds(scenario).toSorted((a, b) => b.requests.responseTime.count - a.requests.responseTime.count)
  return Math.max(most?.requests.responseTime.p50 ?? Infinity, iteration) * unevenTurns > 1000
}

const mostNamed = 3

/** A percentile beyond which hardly a sample lies is the value of one request, not of the distribution. */
export function fewSamples(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) =>
    requestKinds(scenario).flatMap(({ requests, of }) => judgePercentiles(requests.responseTime, of)),
  )
}

function judgePercentiles(times: TimeSummary, of: string): readonly Reason[] {
  const few = percentileNames.filter((figure) => judgeFigure(times, figure).says === 'few')
  if (few.length === 0) return []
  const hungriest = few.toSorted((a, b) => needOf(b) - needOf(a)).slice(0, mostNamed)
  return [{ rule: 'few-samples', level: 'note', text: describe(times, hungriest, { of, areMore: few.length > mostNamed }) }]
}

/** What the percentiles need, and how many samples there are by which they are judged. */
function describe(
  times: TimeSummary,
  named: readonly PercentileName[],
  { of, areMore }: { readonly of: string; readonly areMore: boolean },
): string {
  const cutOff = times.unfinished?.count ?? 0
  const needs = named.map((figure) => `p${percentiles[figure]} needs ${formatCount(needOf(figure))}`).join(', ')
  const samples = `${needs} samples${areMore ? ', and others fewer' : ''}`
  const worth = named.map((figure) => samplesOf(times, figure))
  // Up to the first that was cut off each counts as one, and of a lower bound all do.
  if (worth.every((number) => number === times.count || number === times.count + cutOff)) {
    return `${samples}; there ${times.count === 1 ? 'is' : 'are'} ${describeCount(times.count, cutOff)}${of}`
  }
  const why = `as ${formatNumberOf(cutOff, `request${of} was`, `requests${of} were`)} cut off`
  const numbers = [...new Set(worth)].map(formatCount)
  const last = numbers.pop() ?? ''
  const there = numbers.length === 0 ? last : `${numbers.join(', ')} and ${last}`
  return `${samples}; there ${there === '1' ? 'is' : 'are'} ${there} in effect, ${why}`
}

function needOf(figure: PercentileName): number {
  return samplesNeeded(percentiles[figure])
}

/** A run phase without a complete second measures the start of target and generator as much as anything, and nothing of it can be compared with itself. */
export function shortRun(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, ({ duration, series }) => {
    const hasWhole = series.length === 0 || series.some(({ length }) => length >= fullSecond)
    if (duration >= shortRunSeconds && hasWhole) return []
    const effect = `${startOf(summary)} is a large part of the figures; run it for some seconds`
    return [
      {
        rule: 'short-run',
        level: 'suspect',
        text: `the run phase lasted ${formatRough(duration)} s, without a complete second: ${effect}`,
      },
    ]
  })
}

// Who was running already does not start with the test.
function startOf({ target }: TestSummary): string {
  return target.kind === 'url' ? 'the start of the generator' : 'the start of target and generator'
}
