import type { RequestsSummary } from '../../summary/requests-summary.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import { judgeFigure, type TimeSummary } from '../../../model/metrics/time-summary.ts'
import { formatNumber, formatSeconds, formatShare, formatTime, plural } from '../../../base/units/format.ts'
import { findUsedUpCpus, adviseWorkers, isTooShortToMeasure } from '../busy-cpus.ts'
import { describeOwnTime, dominantThinking, findOwnTime, thinkingShare, findMissing, missedPlan } from '../offered-load.ts'
import { plannedInFlight, gapResolution, isQueueing, printedInFlight, type RequestKind } from '../request-kinds.ts'
import { finding, requestRule, scenarioRule, type Rule } from '../rule.ts'

/**
 * Relative difference up to which Little's law (requests in flight x run phase / requests timed = mean response time) counts as fulfilled.
 *
 * The law holds exactly for requests that are counted the same way. The difference comes from requests that failed without a response time, and from
 * times in the drain, after the run phase, in which the responses to its last requests arrive.
 */
export const littleTolerance = 0.1

/**
 * Relative difference between the requests timed and the responses within the run phase, up to which Little's law is written with the throughput.
 *
 * The throughput is the figure that reports show, and up to this difference three digits of the result are nearly the same.
 */
export const drainRounding = 0.01

/**
 * CPU in cores of the target, or utilisation of a load thread, from which requests may queue.
 *
 * In the simplest queue (M/M/1) a request waits for as long as it is served at 0.5, which is what `queuedShare` asks for. A target that sleeps before
 * it responds stays far below.
 */
export const queueEvidence = 0.5

/**
 * Measured requests in flight as a share of the planned number, below which a note reports both.
 *
 * An open connection sends the next request at the same clock reading as a response, without a gap in the count, so requests are missing only while
 * connections are not open. A tenth is more than the start of a run and a few reconnects explain.
 */
export const idleInFlight = 0.9

/**
 * The number of times that each place in flight must have been used before a run of a fixed number of requests is judged by {@link idleInFlight}.
 *
 * Such a run ends with fewer and fewer requests in flight; with 10 turns that tail is about a twentieth of it.
 */
export const idleRounds = 10

/**
 * Share of the planned iterations that were not started, above which the result is invalid.
 *
 * An open workload that drops one in ten is in fact a closed one with the most users that were allowed: the target, not the clock, decides when the
 * next iteration starts, and no percentile from p90 up is that of the planned rate.
 */
export const brokenPlan = 0.1

/**
 * Difference between the p99 of response and service time, as a share of the larger one, above which a note reports both.
 *
 * Up to this share both mean the same; the histograms are exact to a thousandth.
 */
export const responseGap = 0.05

/**
 * Reports a feed in `unique` mode that ran out of rows, so that iterations were started and aborted.
 *
 * Aborted iterations send less than a whole journey, or nothing, so the target had less to do than planned. Each thread has its own rows, and may run
 * out of them before another.
 */
export const usedUpFeed: Rule = scenarioRule('used-up-feed', ({ users }, { generator: { threads } }) => {
  if (users === null || users.iterations.started === 0 || users.iterations.aborted === 0) return null
  const { aborted, started } = users.iterations
  const share = aborted / started
  const counted = `${formatNumber(aborted)} of ${plural(started, 'iteration')} ${aborted === 1 ? 'was' : 'were'} aborted (${formatShare(share)})`
  return users.feeds
    .filter(({ rows, used }) => rows - used < threads.length)
    .map(({ name, rows }) => ({
      level: share > missedPlan ? 'suspect' : 'note',
      text: `the feed ${name} was used up (${plural(rows, 'row')}), and ${counted}`,
    }))
})

/**
 * Reports planned iterations that an open workload did not start: they are missing from its response times, and would have been the slowest.
 *
 * Up to {@link brokenPlan} the rest still represents the planned rate; beyond it the result is that of another rate.
 */
export const plannedRate: Rule = scenarioRule('planned-rate', (scenario, summary) => {
  const missing = findMissing(scenario, summary)
  if (missing === null || missing.count === 0) return null
  const { count, planned, share, dropped } = missing
  const level = share > brokenPlan ? 'invalid' : share > missedPlan ? 'suspect' : 'note'
  const iterations = `${formatNumber(count)} of ${formatNumber(planned)} planned iterations`
  if (scenario.workload.kind !== 'rate' || dropped === 0) {
    const what = `${iterations} were not started (${formatShare(share)})`
    return finding(level, `${what}: the generator did not get to them; ${adviseWorkers(summary)}`)
  }
  const what =
    dropped === count ? `dropped (${formatShare(share)})` : `not started (${formatShare(share)}), ${formatNumber(dropped)} of them`
  const cause = `because no user was free (maxUsers ${formatNumber(scenario.workload.maxUsers)})`
  const own = findOwnTime(scenario, summary.generator)
  const isThinking = own !== null && own.share >= dominantThinking
  const advice = isThinking
    ? `raise maxUsers: users waited on their own ${formatShare(own.share)} of the time`
    : 'raise maxUsers, unless the target is too slow for the rate'
  return finding(level, `${iterations} were ${what} ${cause}: the response times leave them out; ${advice}`)
})

/**
 * Reports users of a closed workload who mostly wait on their own, and so set the rate themselves: the throughput depends on their number, not on the
 * target. In an open workload the clock sets the rate, however long users wait.
 */
export const thinkTime: Rule = scenarioRule('think-time', (scenario, { generator }) => {
  const own = findOwnTime(scenario, generator)
  if (scenario.workload.kind !== 'users' || own === null || own.share < thinkingShare) return null
  const bound = `a target that responded at once would raise the rate by ${formatShare(1 / own.share - 1)} at most`
  return finding('note', `${describeOwnTime(own, scenario)}: ${bound}`)
})

/**
 * Reports fewer requests in flight than were configured, so that readers take the measured concurrency.
 *
 * For users the workload does not plan the number of requests in flight; their own waits are reported by `think-time`.
 */
export const inFlightIdle: Rule = scenarioRule('in-flight-idle', (scenario) =>
  finding('note', describeConnections(scenario) ?? describeBatches(scenario)),
)

function describeConnections(scenario: ScenarioSummary): string | null {
  const { workload, inFlight, connections } = scenario
  const asked = plannedInFlight(scenario)
  if (workload.kind !== 'connections' || asked === null || !isIdle(inFlight, asked, workload.requests)) return null
  const opened = `${plural(connections.opened, 'connection was', 'connections were')} opened, ${formatNumber(connections.refused)} refused`
  return `the workload asks for ${formatNumber(asked)} in flight, measured ${formatNumber(inFlight)}; ${opened}`
}

// An iteration that is a batch of its own waits for no other.
function describeBatches({ workload, users }: ScenarioSummary): string | null {
  if (workload.kind !== 'batch' || workload.batch === 1 || users === null || !isIdle(users.busy, workload.batch, workload.iterations))
    return null
  const measured = `each batch starts ${formatNumber(workload.batch)} iterations, measured ${formatNumber(users.busy)} at a time`
  return `${measured}: those that had ended waited for the slowest of their batch`
}

/** Whether the number of requests in flight was far enough below the planned number to report it. A run that is mostly its own tail is not reported. */
function isIdle(measured: number, asked: number, total: number | null): boolean {
  const isTooShort = total !== null && total < asked * idleRounds
  return !isTooShort && measured < asked * idleInFlight
}

/**
 * Explains a mean response time that is mostly waiting: by Little's law it is the number in flight divided by the throughput, not how long a response
 * takes.
 *
 * The responses of the drain are part of the mean and not of the throughput. In a short run they are many, so the law is checked for the requests that
 * were timed, over the length of the run phase, and written with the throughput only if that gives the same result.
 *
 * The law holds in every run, even if a slow target alone sets the time. So the note has more conditions: the fastest response took less than half of
 * the mean, the target or a load thread was measured to be busy, and the workload set the number in flight, which it does not in an
 * open model, nor with users who mostly wait on their own.
 */
export const queueDepth: Rule = requestRule('queue-depth', (kind, scenario, summary) => {
  // In a very short run phase responses wait for the start of the generator.
  if (isTooShortToMeasure(summary) || !isSomethingBusy(summary)) return null
  const isChosen = scenario.workload.model === 'closed' && (findOwnTime(scenario, summary.generator)?.share ?? 0) < thinkingShare
  return finding('note', isChosen && isQueueing(kind.requests) ? explainByQueue(kind, scenario) : null)
})

function isSomethingBusy(summary: TestSummary): boolean {
  const { target, generator } = summary
  if (findUsedUpCpus(summary)?.by === 'ours') return true
  const busiest = Math.max(0, ...generator.threads.map(({ utilization }) => utilization))
  return (target.cpu ?? 0) >= queueEvidence || busiest >= queueEvidence
}

function explainByQueue({ requests, of }: RequestKind, scenario: ScenarioSummary): string | null {
  const { duration, responseTime, inFlight } = requests
  const timed = countTimed(responseTime)
  // With less than one request in flight, none waits for another.
  if (responseTime.mean === null || timed <= 0 || duration <= 0 || inFlight <= 1) return null
  const expected = ((inFlight * duration) / timed) * 1000
  if (Math.abs(expected - responseTime.mean) > responseTime.mean * littleTolerance) return null
  return `the mean response time${of} is queue depth: ${writeLaw(requests, scenario)} (measured ${formatTime(responseTime.mean)})`
}

function writeLaw(requests: RequestsSummary, scenario: ScenarioSummary): string {
  const { duration, responseTime, throughput } = requests
  const count = countTimed(responseTime)
  const perSecond = throughput.requestsPerSecond
  const printed = printedInFlight(requests, scenario)
  const inFlight = `${formatNumber(printed)} in flight`
  if (Math.abs(perSecond * duration - count) <= count * drainRounding) {
    return `${inFlight} / ${formatNumber(perSecond)} per s = ${formatTime((printed / perSecond) * 1000)}`
  }
  const result = formatTime(((printed * duration) / count) * 1000)
  return `${inFlight} x ${formatSeconds(duration)} / ${plural(count, 'request')} timed = ${result}`
}

// The mean includes requests that were cut off with their age, which is the time that they were in flight.
function countTimed({ count, unfinished }: TimeSummary): number {
  return count + (unfinished?.count ?? 0)
}

/**
 * Reports response and service times that differ because requests waited before they were sent, or were sent again, which is when the service time
 * begins anew: one is what a user waited, the other what the target took.
 */
export const responseService: Rule = requestRule('response-service', ({ requests: { responseTime, serviceTime, retried }, of }) => {
  const [response, service] = [responseTime.p99, serviceTime.p99]
  if (response === null || service === null) return null
  if ([responseTime, serviceTime].some((times) => judgeFigure(times, 'p99').says !== 'enough')) return null
  const gap = Math.abs(response - service)
  if (gap <= gapResolution || gap <= Math.max(response, service) * responseGap) return null
  const times = `p99${of} is ${formatTime(response)} from when a request was due and ${formatTime(service)} from when it was sent`
  const again = retried === 0 ? '' : `, or were sent again (${formatNumber(retried)})`
  return finding('note', `${times}: requests waited in between, for a connection or for the generator${again}`)
})
