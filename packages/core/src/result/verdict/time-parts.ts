import { formatNumber, formatTime } from '../../base/units/format.ts'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import { describeUsed, findUsedUpCpus } from './busy-cpus.ts'
import { isQueueing, requestKinds, type RequestKind } from './request-kinds.ts'
import { lagResolution } from './rules/generator-rules.ts'
import { firstOf, withName } from './rule.ts'

/** Share of the mean response time below which a part of it is not written. */
const notablePart = 0.05

/**
 * Describes what response times were made of that are far above the fastest one, as far as it was measured; `null` when they are not.
 *
 * It names no cause: a rate that was kept says nothing of how long each response took, and a long one may be the work of a target, of a queue in front of
 * it, of a machine without CPU, or of a pause of the target itself.
 */
export function describeTimeParts(summary: TestSummary): string | null {
  const kinds = summary.scenarios.flatMap((scenario) => requestKinds(scenario).map((kind) => ({ scenario, kind, ...timesOf(kind) })))
  const slow = kinds.filter(({ kind, mean, fastest }) => isQueueing(kind.requests) && mean - fastest > lagResolution)
  const [worst] = slow.toSorted((a, b) => b.mean - b.fastest - (a.mean - a.fastest))
  if (worst === undefined) return null
  const { scenario, kind, mean, fastest } = worst
  const of = `${kind.of}${summary.scenarios.length === 1 ? '' : ` of ${scenario.name}`}`
  const parts = partsOf(kind, scenario, mean).flatMap(([name, time]) => (time < mean * notablePart ? [] : `${name} ${formatTime(time)}`))
  const times = `responses${of} took ${formatTime(mean)} on average, ${formatTime(fastest)} at best`
  const all = `${times} (${parts.join(', ')}, ${formatNumber(kind.requests.inFlight)} in flight)`
  const cpu = describeCpu(summary)
  return cpu === null ? all : `${all}; ${cpu}`
}

function timesOf({ requests: { responseTime, fastest } }: RequestKind): { readonly mean: number; readonly fastest: number } {
  return { mean: responseTime.mean ?? 0, fastest: fastest ?? 0 }
}

/** The parts of a mean response time, in the order in which they pass. */
function partsOf(
  { requests, of }: RequestKind,
  { users }: ScenarioSummary,
  mean: number,
): readonly (readonly [name: string, time: number])[] {
  const service = Math.min(mean, requests.serviceTime.mean ?? mean)
  // Only requests over HTTP wait for a connection.
  const waiting = Math.min(mean - service, of === '' ? (users?.httpWaiting.mean ?? 0) : 0)
  return [
    // A request that is sent again is timed anew.
    [requests.retried === 0 ? 'send lag' : 'send lag and first attempts', mean - service - waiting],
    ['waiting for a connection', waiting],
    ['service time', service],
  ]
}

function describeCpu(summary: TestSummary): string | null {
  const full = firstOf(summary, (view, name) => {
    const found = findUsedUpCpus(view)
    if (found === null) return null
    const used = describeUsed(found, view)
    if (found.by === 'unknown') return withName(name, `the machine was full (${used}), by whom is unknown`)
    const who = found.by === 'ours' ? 'target and generator' : 'other processes'
    return withName(name, `${who} ${found.isWanted ? 'wanted' : 'used'} ${used}`)
  })
  if (full !== null) return full
  const { target, cpus } = summary
  return target.cpu === null ? null : `the target used ${formatNumber(target.cpu)}${target.local ? ` of ${formatNumber(cpus)}` : ''} CPUs`
}
