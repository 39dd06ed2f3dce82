import { lowerMedian, sumOf } from '../../base/units/count.ts'
import { failedShare, mostFrequentFailure } from '../../model/metrics/outcome.ts'
import type { RequestsSummary } from '../summary/requests-summary.ts'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import { isLowerBound } from '../../model/metrics/time-summary.ts'
import { formatNumber, formatSeconds, formatShare, formatTime, plural } from '../../base/units/format.ts'
import { firstOf, withName, isNothingStarted } from './rule.ts'
import { limit, type LimitedBy } from './verdict.ts'
import { limitedByLoad, limitedByPlan, ofScenario } from './offered-load.ts'
import {
  describeContention,
  describeShares,
  describeUnknownUse,
  describeUsed,
  findUsedUpCpus,
  isMachineFull,
  describeBusyThreads,
  isTooShortToMeasure,
  saturatedThreads,
  type UsedUpCpus,
} from './busy-cpus.ts'
import { plannedInFlight, isQueueing, requestKinds } from './request-kinds.ts'
import { generatorPartOfStall } from './rules/delivery-rules.ts'
import { countLocalErrors } from './rules/generator-rules.ts'
import { idleInFlight } from './rules/load-rules.ts'
import { dominantOthers } from './rules/machine-rules.ts'
import { countFailedIterations, excessiveFailures } from './rules/outcome-rules.ts'
import { delayOf, describeStretch, fullSecond, lengthOfRun, sustainedShare, type Stretch } from './stretches.ts'

/**
 * CPU in cores of the target, or of the machine that it shares, from which CPU is reported as the limit of the throughput.
 *
 * Higher than a queue needs to form: at 0.7 a request waits for more than twice as long as it is served, and little capacity is left.
 */
export const limitingCpu = 0.7

/**
 * Finds what kept the throughput from being higher: a worker that died, a limit of the generator, a target that did not respond or was away, errors, the
 * generator, the planned rate, think time, CPUs that were used up, target CPU, the connection limit or concurrency.
 *
 * The first that applies is reported, in this order: each makes the figures of the later ones unreliable, or does not depend on them. Think time that
 * does not outweigh everything else comes after the connection limit.
 */
export function limitedBy(summary: TestSummary): LimitedBy {
  if (isNothingStarted(summary)) return describeNothing(summary)
  return (
    limitedByLoss(summary) ??
    limitedByLimit(summary) ??
    describeSilence(summary) ??
    limitedByRequests(summary) ??
    limitedByIterations(summary) ??
    limitedByGenerator(summary) ??
    limitedByPlan(summary) ??
    firstOf(summary, limitedByCpus) ??
    limitedByTarget(summary) ??
    limitedByConnections(summary) ??
    limitedByLoad(summary)
  )
}

function describeNothing({ generator, scenarios }: TestSummary): LimitedBy {
  const known = generator.threads.some(({ lost }) => lost !== null) ? 'is known' : 'was started'
  const isWarm = scenarios.some(({ warmup, users }) => (warmup?.counts.started ?? 0) > 0 || (users?.warmupIterations?.started ?? 0) > 0)
  return limit('nothing', `no request${isWarm ? ' of the run phase' : ''} ${known}`)
}

// The work of a worker that died is missing from all later figures.
function limitedByLoss({ generator, machines = [] }: TestSummary): LimitedBy | null {
  const gone = machines.filter((machine) => machine.lost !== null)
  if (gone.length > 0) return limit('generator', `${gone.map(({ name }) => name).join(', ')} ${gone.length === 1 ? 'was' : 'were'} lost`)
  const lost = generator.threads.filter((thread) => thread.lost !== null)
  return lost.length === 0 ? null : limit('generator', `${lost.map(({ worker }) => `worker ${worker}`).join(', ')} was lost`)
}

function limitedByLimit({ scenarios }: TestSummary): LimitedBy | null {
  for (const scenario of scenarios) {
    const limited = countLocalErrors(scenario)
    if (limited === 0) continue
    const requests = `${plural(limited, 'request')}${ofScenario(scenario, scenarios)}`
    return limit('generator', `a limit of this machine kept ${requests} from being sent`)
  }
  return null
}

function limitedByRequests({ scenarios }: TestSummary): LimitedBy | null {
  const kinds = scenarios.flatMap((scenario) =>
    requestKinds(scenario).map(({ requests: { counts }, of }) => ({ scenario, of, counts, share: failedShare(counts.outcomes) })),
  )
  const [worst] = kinds.toSorted((a, b) => b.share - a.share)
  if (worst === undefined || worst.share <= excessiveFailures) return null
  const requests = `${formatShare(worst.share)} of the requests${worst.of}${ofScenario(worst.scenario, scenarios)}`
  return limit('errors', `${requests} failed, most of them with ${mostFrequentFailure(worst.counts.outcomes)}`)
}

// A journey can fail although none of its requests did, or without a request: in the client of a plugin, or when it did not find something.
function limitedByIterations({ scenarios }: TestSummary): LimitedBy | null {
  for (const scenario of scenarios) {
    if (scenario.users === null) continue
    const { share } = countFailedIterations(scenario.users)
    if (share <= excessiveFailures) continue
    const [first] = scenario.users.failures
    const mostly = first === undefined ? '' : `, most of them with ${first.reason}`
    return limit('errors', `${formatShare(share)} of the iterations${ofScenario(scenario, scenarios)} failed${mostly}`)
  }
  return null
}

function limitedByGenerator(summary: TestSummary): LimitedBy | null {
  if (isTooShortToMeasure(summary)) return null
  return firstOf(summary, (view, name) => {
    const saturated = saturatedThreads(view)
    return saturated.length === 0 ? null : limit('generator', withName(name, describeBusyThreads(view, saturated)))
  })
}

function limitedByCpus(view: TestSummary, name: string): LimitedBy | null {
  const found = findUsedUpCpus(view)
  if (found === null) return null
  if (found.by === 'unknown') return limit('CPUs', withName(name, describeUnknownUse(found, view)))
  if (found.by === 'others') return describeOthers(found, view, name)
  // One of two is the limit only where it used most of what both did.
  const isOfTarget = found.target !== null && found.target >= limitingCpu && found.target > found.ours / 2
  const shares = found.isWanted || found.target === null ? '' : `: ${describeShares(found)}`
  return limit(isOfTarget ? 'target CPU' : 'CPUs', withName(name, `${describeContention(found, view)}${shares}`))
}

function describeOthers(found: UsedUpCpus, view: TestSummary, name: string): LimitedBy {
  if (found.used > found.ours * dominantOthers)
    return { by: 'other processes', text: `other processes on ${name || 'this machine'} (${describeUsed(found, view)})` }
  const when = found.stretch === null ? '' : describeStretch(found.stretch)
  return limit('CPUs', withName(name, `the machine was full${when} (CPUs of ${formatNumber(view.cpus)}: ${describeShares(found)})`))
}

function limitedByTarget(summary: TestSummary): LimitedBy | null {
  if (isTooShortToMeasure(summary)) return null
  const queueing = summary.scenarios.flatMap(requestKinds).find(({ requests }) => isQueueing(requests))
  return queueing === undefined ? null : (describeBusyTarget(summary) ?? describeUnseenTarget(summary, queueing.requests))
}

function describeBusyTarget(summary: TestSummary): LimitedBy | null {
  const { target, hostCpu, cpus } = summary
  if (target.cpu !== null && target.cpu >= limitingCpu) {
    const available = target.local ? ` of ${formatNumber(cpus)} CPUs` : ' CPUs'
    return limit('target CPU', `${nameTarget(target)} used ${formatNumber(target.cpu)}${available} while requests waited for it`)
  }
  if (!target.local || hostCpu === null || !isMachineFull(summary)) return null
  return limit('CPUs', `all processes together used ${formatNumber(hostCpu)} of ${formatNumber(cpus)} CPUs while requests waited`)
}

/** Names who was measured where a URL does not tell: a proxy in front is not what stands behind it. */
function nameTarget({ kind, processes = [] }: TestSummary['target']): string {
  const names = kind === 'url' ? [...new Set(processes.map(({ name }) => name))] : []
  return names.length === 0 ? 'the target' : `the target (${names.join(', ')})`
}

function describeUnseenTarget(summary: TestSummary, { fastest, responseTime }: RequestsSummary): LimitedBy | null {
  const { target, hostCpu, hostInterruptCpu, generator } = summary
  // What the generator used was not that of the target.
  const mayBeBusy = !target.local || (hostCpu ?? 0) - (hostInterruptCpu ?? 0) - (generator.cpu ?? 0) >= limitingCpu
  if (target.cpu !== null || !mayBeBusy) return null
  const times = `${formatTime(fastest ?? 0)} at best, ${formatTime(responseTime.mean ?? 0)} on average`
  return {
    by: 'target or network',
    text: `the target or the way to it, whose CPU cannot be seen from here: requests wait there (${times})`,
  }
}

function limitedByConnections({ scenarios }: TestSummary): LimitedBy | null {
  for (const scenario of scenarios) {
    const asked = plannedInFlight(scenario)
    const { refused } = scenario.connections
    if (asked === null || refused === 0 || scenario.inFlight >= asked * idleInFlight) continue
    const connections = plural(refused, 'connection was', 'connections were')
    const inFlight = `${formatNumber(scenario.inFlight)} of ${plural(asked, 'request')} were in flight`
    return limit('connection limit', `${connections} refused${ofScenario(scenario, scenarios)}, and ${inFlight}`)
  }
  return null
}

/**
 * Describes a target that did not respond, or was away, for so much of the run phase that nothing else limited the throughput more; otherwise `null`.
 *
 * It did not respond in whole seconds without a response in which a request was waiting. A target that is always slow takes this long for a typical
 * response, too, and does not count.
 */
function describeSilence(summary: TestSummary): LimitedBy | null {
  const away = summary.absences
    .map(({ from, to }) => ({ from: Math.max(0, from), to: Math.min(to ?? Infinity, lengthOfRun(summary)) }))
    .filter(({ from, to }) => to > from)
  if (shareOf(away, summary) >= sustainedShare)
    return limit('target', `it was away ${describeStretches(away)} of ${formatSeconds(lengthOfRun(summary))}`)
  for (const scenario of summary.scenarios) {
    const still = findStretches(scenario, summary)
    if (shareOf(still, summary) < sustainedShare) continue
    const named = ofScenario(scenario, summary.scenarios)
    const when = `${describeStretches(still)} of ${formatSeconds(lengthOfRun(summary))}`
    return limit(summary.target.local ? 'target' : 'target or network', `no response came ${when}, while requests${named} waited`)
  }
  return null
}

function findStretches(scenario: ScenarioSummary, summary: TestSummary): readonly Stretch[] {
  const delay = delayOf(scenario, summary)
  const heldUp = Math.max(0, ...summary.generator.threads.map(({ loopDelay }) => loopDelay.max)) / 1000
  return silences(scenario)
    .filter(({ from, to, timeouts, longest }) => {
      const length = to - from
      const waited = timeouts > 0 ? length : (longest ?? scenario.responseTime.max ?? 0) / 1000
      return length >= fullSecond && waited >= length && typicalTime(scenario) < length && heldUp < length * generatorPartOfStall
    })
    .map(({ from, to }) => ({ from: delay + from, to: delay + to }))
}

interface Silence extends Stretch {
  /** The number of requests that timed out during the silence. */
  readonly timeouts: number
  /** The longest response time of the second after the silence, in milliseconds; `undefined` when the run ended during the silence. */
  readonly longest: number | undefined
}

// Adjoining seconds without a response.
function silences({ series, counts }: ScenarioSummary): readonly Silence[] {
  const found: { from: number; to: number; timeouts: number; longest: number | undefined }[] = []
  for (const { at, length, requests, failed, max } of series) {
    const last = found.at(-1)
    const isBehind = last?.to === at
    const timeouts = Math.min(failed, counts.outcomes.timeout)
    if (requests > 0) {
      if (isBehind) last.longest = max ?? undefined
    } else if (isBehind) [last.to, last.timeouts] = [at + length, last.timeouts + timeouts]
    else found.push({ from: at, to: at + length, timeouts, longest: undefined })
  }
  return found
}

// The typical response time in seconds, over the seconds with a response, because later timeouts are not responses.
function typicalTime({ series, responseTime }: ScenarioSummary): number {
  const medians = series.flatMap(({ requests, p50 }) => (requests > 0 && p50 !== null ? [p50] : []))
  const typical = lowerMedian(medians) ?? (isLowerBound(responseTime, 'p50') ? 0 : (responseTime.p50 ?? 0))
  return typical / 1000
}

function shareOf(stretches: readonly Stretch[], summary: TestSummary): number {
  const length = lengthOfRun(summary)
  return length > 0 ? sumOf(stretches, ({ from, to }) => Math.max(0, to - from)) / length : 0
}

// The longest silence is reported.
function describeStretches(stretches: readonly Stretch[]): string {
  const [longest, ...others] = stretches.toSorted((a, b) => b.to - b.from - (a.to - a.from))
  if (longest === undefined) return ''
  const more = others.length === 0 ? '' : ', and at other times,'
  return `from ${formatSeconds(longest.from)} to ${formatSeconds(longest.to)}${more}`
}
