import { failedShare } from '../../model/metrics/outcome.ts'
import type { RequestsSummary, ScenarioSummary, TestSummary } from '../summary/summary.ts'
import { describeCpuContention } from './cpu-contention.ts'
import { excessiveFailures, idleInFlight, limitingCpu } from './cut-offs.ts'
import { countLocalErrors } from './rules/generator.ts'
import { countFailedIterations } from './rules/outcomes.ts'
import { formatMean, formatMilliseconds, formatNumberOf, formatRough, formatShare } from './figures.ts'
import { askedInFlight } from './in-flight.ts'
import { functionsLimitedBy, isOfFunctions } from './judge-functions.ts'
import { limitedByLoad, limitedByPlan, ofScenario } from './limited-by-load.ts'
import { isMachineFull } from './machine-full.ts'
import { isNothingStarted } from './nothing-started.ts'
import { describeOtherCpu, findOtherProcesses } from './other-processes.ts'
import { mostFrequentFailure, requestKinds } from './plugin-requests.ts'
import { isQueueing } from './queueing.ts'
import { describeStandingStill } from './standing-still.ts'
import { describeBusyThreads, isTooShortToSaturate, saturatedThreads } from './saturated-threads.ts'

/**
 * Says in one sentence what kept the throughput from being higher: a worker that died, a limit of the generator, a target that stood still or was away, errors, generator, planned rate, think time, other processes, target
 * CPU, connection limit or concurrency.
 *
 * The first that applies is named, in this order: each makes the figures behind those after it unreliable, or does not depend on them. Think
 * time that does not outweigh all else comes after the connection limit.
 */
export function limitedBy(summary: TestSummary): string {
  if (isOfFunctions(summary)) return functionsLimitedBy(summary)
  if (isNothingStarted(summary)) return describeNothing(summary)
  return (
    limitedByLoss(summary) ??
    limitedByLimit(summary) ??
    describeStandingStill(summary) ??
    limitedByErrors(summary) ??
    limitedByGenerator(summary) ??
    limitedByPlan(summary) ??
    limitedByOthers(summary) ??
    limitedByTarget(summary) ??
    limitedByConnections(summary) ??
    limitedByLoad(summary)
  )
}

function describeNothing({ generator, scenarios }: TestSummary): string {
  const known = generator.threads.some(({ lost }) => lost !== null) ? 'is known' : 'was started'
  const isWarm = scenarios.some(({ warmup, users }) => (warmup?.counts.started ?? 0) > 0 || (users?.warmupIterations?.started ?? 0) > 0)
  return `nothing: no request${isWarm ? ' of the run phase' : ''} ${known}`
}

// What it would have done is missing from everything behind this.
function limitedByLoss({ generator }: TestSummary): string | null {
  const lost = generator.threads.filter((thread) => thread.lost !== null)
  return lost.length === 0 ? null : `generator: ${lost.map(({ worker }) => `worker ${worker}`).join(', ')} died`
}

function limitedByLimit({ scenarios }: TestSummary): string | null {
  for (const scenario of scenarios) {
    const limited = countLocalErrors(scenario)
    if (limited === 0) continue
    return `generator: a limit of this machine kept ${formatNumberOf(limited, 'request')}${ofScenario(scenario, scenarios)} from being sent`
  }
  return null
}

function limitedByErrors(summary: TestSummary): string | null {
  return limitedByRequests(summary) ?? limitedByIterations(summary)
}

function limitedByRequests({ scenarios }: TestSummary): string | null {
  const worst = scenarios.flatMap(findErrors).toSorted((a, b) => b.share - a.share)[0]
  if (worst === undefined || worst.share <= excessiveFailures) return null
  const { scenario, share, of, mostly } = worst
  return `errors: ${formatShare(share)} of the requests${of}${ofScenario(scenario, scenarios)} failed, most of them with ${mostly}`
}

/** The share of the requests of one kind that failed, and how most of them did. */
interface Errors {
  readonly scenario: ScenarioSummary
  readonly share: number
  /** Which kind: empty for HTTP, ` of redis` for those of a plugin. */
  readonly of: string
  readonly mostly: string
}

function findErrors(scenario: ScenarioSummary): Errors[] {
  return requestKinds(scenario).map(({ requests: { counts }, of }) => ({
    scenario,
    share: failedShare(counts.outcomes),
    of,
    mostly: mostFrequentFailure(counts.outcomes),
  }))
}

// A journey can fail though none of its requests did, or without any: at what a plugin does, or at what it did not find.
function limitedByIterations({ scenarios }: TestSummary): string | null {
  for (const scenario of scenarios) {
    if (scenario.users === null) continue
    const { share } = countFailedIterations(scenario.users)
    if (share <= excessiveFailures) continue
    const [first] = scenario.users.failures
    const mostly = first === undefined ? '' : `, most of them with ${first.reason}`
    return `errors: ${formatShare(share)} of the iterations${ofScenario(scenario, scenarios)} failed${mostly}`
  }
  return null
}

function limitedByGenerator(summary: TestSummary): string | null {
  const saturated = saturatedThreads(summary)
  if (saturated.length === 0 || isTooShortToSaturate(summary)) return null
  return `generator: ${describeBusyThreads(summary, saturated)}`
}

function limitedByOthers(summary: TestSummary): string | null {
  const found = findOtherProcesses(summary)
  return found === null ? null : `other processes on this machine (${describeOtherCpu(found, summary)})`
}

function limitedByTarget(summary: TestSummary): string | null {
  const contention = describeCpuContention(summary)
  if (contention !== null) return `target CPU: ${contention}`
  const queueing = summary.scenarios.flatMap(requestKinds).find(({ requests }) => isQueueing(requests))
  return queueing === undefined ? null : (describeBusyTarget(summary) ?? describeUnseenTarget(summary, queueing.requests))
}

function describeBusyTarget(summary: TestSummary): string | null {
  const { target, hostCpu, cpus } = summary
  if (target.cpu !== null && target.cpu >= limitingCpu) {
    const available = target.local ? ` of ${formatRough(cpus)} CPUs` : ' CPUs'
    return `target CPU: the target used ${formatRough(target.cpu)}${available} while requests waited for it`
  }
  if (!target.local || hostCpu === null || !isMachineFull(summary)) return null
  return `target CPU: all processes together used ${formatRough(hostCpu)} of ${formatRough(cpus)} CPUs while requests waited`
}

function describeUnseenTarget({ target, hostCpu }: TestSummary, { fastest, responseTime }: RequestsSummary): string | null {
  const mayBeBusy = !target.local || (hostCpu ?? 0) >= limitingCpu
  if (target.cpu !== null || !mayBeBusy) return null
  const times = `${formatMilliseconds(fastest ?? 0)} at best, ${formatMilliseconds(responseTime.mean ?? 0)} on average`
  return `target CPU or the way to it, which cannot be seen from here: requests wait there (${times})`
}

function limitedByConnections({ scenarios }: TestSummary): string | null {
  for (const scenario of scenarios) {
    const asked = askedInFlight(scenario)
    const { refused } = scenario.connections
    if (asked === null || refused === 0 || scenario.inFlight >= asked * idleInFlight) continue
    const connections = formatNumberOf(refused, 'connection was', 'connections were')
    const inFlight = `${formatMean(scenario.inFlight)} of ${formatNumberOf(asked, 'request')} were in flight`
    return `connection limit: ${connections} refused${ofScenario(scenario, scenarios)}, and ${inFlight}`
  }
  return null
}
