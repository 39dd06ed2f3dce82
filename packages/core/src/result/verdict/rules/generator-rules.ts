import { localLimitIn } from '../../../model/metrics/outcome.ts'
import { sumOf } from '../../../base/units/count.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import { judgeFigure, percentiles } from '../../../model/metrics/time-summary.ts'
import { formatNumber, formatPercentile, formatShare, formatTime, plural } from '../../../base/units/format.ts'
import { countStarted, requestKinds } from '../request-kinds.ts'
import { finding, hasStarted, machineRule, rule, scenarioRule, type Finding, type Rule } from '../rule.ts'
import {
  adviseWorkers,
  delayResolution,
  describeBusyThreads,
  distortingDelay,
  isTooShortToMeasure,
  nameThread,
  saturatedThreads,
  type SaturatedThread,
} from '../busy-cpus.ts'

/**
 * Longest hold-up of a load thread's event loop as a share of the run phase, above which a note names it.
 *
 * In an open workload this share of the iterations was due meanwhile: with more than one in a hundred, p99 is caused by the generator.
 */
export const notableStall = 0.01

/**
 * Longest hold-up of a load thread's event loop as a share of the run phase, above which the result is suspect.
 *
 * With more than one in ten, a closed workload started that much less than the target would have served, and in an open workload every percentile from
 * p90 up is caused by the generator.
 */
export const distortingStall = 0.1

/**
 * Longest hold-up of an event loop in milliseconds that counts as none.
 *
 * Garbage collection and a busy machine hold up any event loop for some tens of milliseconds.
 */
export const stallResolution = 50

/**
 * Send lag as a share of the service time (both p50), above which a note reports both.
 *
 * The response time includes both: up to a fifth, its first digit is still that of the target.
 */
export const notableLag = 0.2

/**
 * Send lag (p99) as a multiple of the median response time, above which the result is suspect.
 *
 * Above it, one iteration in a hundred was later than a whole typical response takes: p99 and everything beyond it are caused by the generator.
 */
export const distortingLag = 1

/**
 * Send lag in milliseconds up to which it does not count as distorting.
 *
 * Timers fire on whole milliseconds, and a due iteration waits for the current turn of the event loop.
 */
export const lagResolution = 2

/**
 * Reports requests that the generator could not send because of a limit of files, ports or memory, or its own firewall: the target never received them.
 *
 * One such request is enough. How the limit affected the others cannot be seen in their figures: requests that waited for a connection, or were not
 * made because an iteration had failed, leave no trace. In the warm-up only it is a note.
 */
export const generatorLimit: Rule = scenarioRule('generator-limit', (scenario) => {
  const limited = countLocalErrors(scenario)
  const before = scenario.warmup?.counts.outcomes.local_error ?? 0
  if (limited + before === 0) return null
  const requests =
    limited > 0 ? `${formatNumber(limited)} of ${plural(countStarted(scenario), 'request')}` : `${plural(before, 'request')} of the warm-up`
  return finding(limited > 0 ? 'invalid' : 'note', `${requests} ended as local_error${describeLimits(scenario)}`)
})

/** The number of requests of a scenario, over HTTP and by plugins, that a limit of the generator kept from being sent. */
export function countLocalErrors(scenario: ScenarioSummary): number {
  return sumOf(requestKinds(scenario), ({ requests }) => requests.counts.outcomes.local_error)
}

function describeLimits(scenario: ScenarioSummary): string {
  const causes = requestKinds(scenario).flatMap(({ requests }) => requests.errors)
  const reasons = causes.filter(({ outcome }) => outcome === 'local_error').map(({ reason }) => reason)
  const limits = new Map(reasons.flatMap((reason) => localLimitIn(reason) ?? []).map((limit) => [limit.code, limit]))
  if (limits.size === 0) return ', which is not the target'
  return [...limits.values()].map(({ code, text, remedy }) => `; ${text} (${code}), which is not the target: ${remedy}`).join('')
}

/**
 * Reports a generator that was busy all the time, or long enough to matter, and so measured itself: the throughput is its own, and responses wait until
 * it reads them. A ramp that saturates the generator at its end counts, whatever the mean of the whole run.
 *
 * In a closed model the throughput remains a lower bound of the target's, so that the result is suspect. It is invalid when the event loop was so late
 * that the response times are caused by the generator, too. In an open model no figure holds: iterations start when the generator gets to them, not
 * when they are due. A late event loop alone is not a reason: a generator that handles a large batch at once is late by the length of the batch, and
 * idle afterwards. In a very short run phase a generator is busy with its own start, which is a note at most.
 */
export const generatorSaturated: Rule = machineRule('generator-saturated', (view) => {
  const saturated = saturatedThreads(view)
  if (saturated.length === 0) return null
  const cause = describeBusyThreads(view, saturated)
  if (isTooShortToMeasure(view)) return finding('note', `${cause}: in so short a run phase that is mostly its start`)
  const distortion = describeLateness(view, saturated)
  if (distortion !== null) return finding('invalid', `${cause}, and ${distortion}`)
  if (view.scenarios.some((scenario) => scenario.workload.model === 'open' && hasStarted(scenario)))
    return finding('invalid', `${cause}: iterations started when it got to them, and not when they were due; ${adviseWorkers(view)}`)
  return finding('suspect', `${cause}: the target may be faster than this; ${adviseWorkers(view)}`)
})

function describeLateness({ scenarios }: TestSummary, saturated: readonly SaturatedThread[]): string | null {
  const medians = scenarios.flatMap(requestKinds).flatMap(({ requests }) => requests.responseTime.p50 ?? [])
  if (medians.length === 0) return null
  const delay = Math.max(...saturated.map(({ lateness }) => lateness))
  const median = Math.min(...medians)
  if (delay <= delayResolution || delay <= median * distortingDelay) return null
  const limit = `more than ${formatShare(distortingDelay)} of the median response time of ${formatTime(median)}`
  return `its event loop was late by ${formatTime(delay)} (p99), ${limit}: the response times are the generator's own`
}

/**
 * Reports a load thread that was held up for a while, although it had enough time in total: a journey computed, or the machine did not let the thread
 * run.
 *
 * Whatever was due or arrived meanwhile was late because of the generator, not the target. A thread that was busy all the time is reported by
 * `generator-saturated`. In a very short run phase a hold-up is a part of the start.
 */
export const generatorStalled: Rule = machineRule('generator-stalled', (view) => {
  const { generator, scenarios } = view
  const duration = Math.max(0, ...scenarios.map((scenario) => scenario.duration)) * 1000
  const saturated = new Set(saturatedThreads(view).map(({ worker }) => worker))
  return generator.threads.flatMap(({ worker, lost, loopDelay }): Finding | readonly [] => {
    const share = loopDelay.max / duration
    if (lost !== null || saturated.has(worker) || loopDelay.max <= stallResolution || share <= notableStall) return []
    const stall = `${nameThread(generator, worker)} could do nothing for ${formatTime(loopDelay.max)}`
    const effect = 'what was due or came meanwhile is late by up to that, which the target did not cause'
    const text = `${stall}, ${formatShare(Math.min(1, share))} of the run phase: ${effect}`
    return { level: share > distortingStall && !isTooShortToMeasure(view) ? 'suspect' : 'note', text }
  })
})

/**
 * Reports an open workload that started its iterations late, so that the response times include the lateness of the generator.
 *
 * The response times are those of a user that came on time, who would have waited for the generator. A generator that was busy all the time cannot
 * start on time at all, and the result is invalid.
 */
export const sendLag: Rule = scenarioRule('send-lag', (scenario, summary) => {
  if (scenario.workload.kind !== 'rate') return null
  const isSaturated = saturatedThreads(summary).length > 0 && !isTooShortToMeasure(summary)
  const distortion = describeDistortion(scenario)
  if (distortion !== null) return finding(isSaturated ? 'invalid' : 'suspect', distortion)
  const notable = describeNotable(scenario)
  // Iterations that were started as precisely as possible are late for another reason.
  const advice = summary.generator.timing === 'precise' ? '' : '; timing "precise" starts them nearer to their time, for more CPU'
  return finding('note', notable && `${notable}${advice}`)
})

const highPercentiles = ['p99', 'p97_5', 'p95', 'p90'] as const

function describeDistortion(scenario: ScenarioSummary): string | null {
  const lag = scenario.users?.sendLag
  const typical = typicalOf(scenario, 'responseTime')
  if (lag === undefined || typical === undefined) return null
  // The highest percentile with enough samples, which in a short run is below p99.
  const rarest = highPercentiles.find((name) => judgeFigure(lag, name).says === 'enough')
  const value = rarest === undefined ? null : lag[rarest]
  if (rarest === undefined || value === null || value <= lagResolution || value <= typical.time * distortingLag) return null
  const late = `iterations started ${formatTime(value)} late (${formatPercentile(percentiles[rarest])} of the send lag)`
  const median = `the median response time${typical.of} is ${formatTime(typical.time)}`
  return `${late}, while ${median}: the slowest response times are the generator's own, the service times are not`
}

/** The median that lateness is compared with, in milliseconds: over HTTP, or the lowest of a plugin when nothing was sent over HTTP. */
function typicalOf(
  scenario: ScenarioSummary,
  which: 'responseTime' | 'serviceTime',
): { readonly time: number; readonly of: string } | undefined {
  const medians = requestKinds(scenario).flatMap(({ requests, of }) => {
    const { p50 } = requests[which]
    return p50 === null ? [] : [{ time: p50, of }]
  })
  return (scenario[which].p50 === null ? medians.toSorted((a, b) => a.time - b.time) : medians)[0]
}

function describeNotable(scenario: ScenarioSummary): string | null {
  const lag = scenario.users?.sendLag
  const service = typicalOf(scenario, 'serviceTime')
  if (lag?.p50 == null || service === undefined || judgeFigure(lag, 'p50').says !== 'enough') return null
  if (lag.p50 <= service.time * notableLag) return null
  const late = `iterations started ${formatTime(lag.p50)} late (p50 of the send lag)`
  const limit = `more than ${formatShare(notableLag)} of the service time${service.of} of ${formatTime(service.time)} (p50)`
  return `${late}, ${limit}: that is in the response times, and not in the service times`
}

/** Reports load in the calling thread, whose other work delays sending and reading. */
export const generatorInCallingThread: Rule = rule('generator-in-calling-thread', ({ generator }) => {
  if (!generator.inCallingThread) return null
  const effect = 'printing and other code there can delay requests'
  return finding('note', `the load ran in the thread that called run(): ${effect}; use workers: 1 or more`)
})
