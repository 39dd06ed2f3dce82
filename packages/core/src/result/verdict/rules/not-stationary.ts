import type { ScenarioSummary, SecondSummary, TestSummary } from '../../summary/summary.ts'
import { stationaryShift, stationaryTimes } from '../cut-offs.ts'
import { formatCount, formatMilliseconds, formatRough, formatShare } from '../figures.ts'
import { steadySpan } from '../planned-load.ts'
import { requestKinds, type RequestKind } from '../plugin-requests.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import { findShift } from '../stationarity.ts'
import type { Shift } from '../stationarity.ts'
import type { Reason } from '../verdict.ts'

/**
 * A throughput that rises or falls through the run has no mean worth printing, nor have the response times of an open workload.
 *
 * In a closed model throughput and response time are two sides of one thing (their product is the number in flight), so one of them is looked at.
 * In an open model the throughput follows the plan, and what the target cannot keep up with is seen in its times. Of a workload that changes,
 * the longest part that stays the same is looked at. Answers that are not `ok` are left out of the throughput: a target that begins to
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
  const shift = findShift(steadySeconds(kind, scenario).map(okAnswers), stationaryShift)
  if (shift === null || (shift.to === 0 && hasOnlyOk(kind))) return null
  const figures = `${formatCount(shift.from)} ok answers${kind.of} per s in the first third${ofRun(scenario)}, ${formatCount(shift.to)} in the last`
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

function okAnswers({ requests, failed }: SecondSummary): number {
  return Math.max(0, requests - failed)
}
