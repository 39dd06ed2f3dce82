import type { GeneratorSummary } from '../../summary/generator-summary.ts'
import type { RequestsSummary } from '../../summary/requests-summary.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import { judgeFigure, type TimeSummary } from '../../summary/time-summary.ts'
import { formatCount, formatMean, formatMilliseconds, formatNumberOf, formatSeconds, formatShare } from '../../../base/units/format.ts'
import { isMachineFull } from '../cpu-contention.ts'
import { describeOwnTime, dominantThinking, findOwnTime, thinkingShare, findMissing, type MissingIterations } from '../offered-load.ts'
import { askedInFlight, gapResolution, isQueueing, printedInFlight, requestKinds, type RequestKind } from '../request-kinds.ts'
import { scenarioReasons, type Reason } from '../verdict.ts'
import { adviseWorkers } from '../saturated-threads.ts'

/**
 * Relative difference up to which Little's law (requests in flight x run phase / requests timed = mean response time) counts as fulfilled.
 *
 * It holds exactly for whatever is counted the same way. What is left are requests that failed without a response time, and the part of
 * the times that lies outside of the run phase: in the drain, in which the responses to its last requests come.
 */
export const littleTolerance = 0.1

/**
 * Relative difference between the requests timed and the responses within the run phase, up to which Little's law is written with the
 * throughput.
 *
 * The throughput is the figure that a report shows, and three digits of the result come out the same or nearly so.
 */
export const drainRounding = 0.01

/**
 * CPU in cores of the target or the machine, or utilisation of a load thread, from which something is busy enough to queue for.
 *
 * In the simplest queue (M/M/1) a request waits for as long as it is served at 0.5, which is what `queuedShare` asks for. A target that
 * sleeps before it responds stays far below.
 */
export const queueEvidence = 0.5

/**
 * Measured requests in flight as a share of those the workload asks for, below which a note says so.
 *
 * An open connection replaces a response by the next request at the same reading of the clock, without a gap in the count: what is missing
 * is connections that were not open. A tenth is more than the start of a run and a few reconnects explain.
 */
export const idleInFlight = 0.9

/**
 * How many times each place in flight must have been used before a run of a fixed number of requests is judged by {@link idleInFlight}.
 *
 * Such a run ends with fewer and fewer requests in flight; with 10 turns that tail is about a twentieth of it.
 */
export const idleRounds = 10

/**
 * Share of the planned iterations that were not started, above which the result is suspect.
 *
 * What was dropped was due while the target was at its slowest, and would have taken longest: with more than one in a hundred of them, p99,
 * the percentile most often asked for, is not that of the load that was planned. As many as that are also as far from the rate as
 * a plan is met by any healthy run.
 */
export const missedPlan = 0.01

/**
 * Share of the planned iterations that were not started, above which the result is invalid.
 *
 * An open workload that drops one in ten is a closed one with as many users as were allowed: the target, not the clock, decides when the
 * next iteration starts, and no percentile from p90 up is that of the rate whose name the result bears.
 */
export const brokenPlan = 0.1

/**
 * Difference between the p99 of response and service time, as a share of the larger one, above which a note gives both.
 *
 * Up to it both tell the same story; the histograms themselves are exact to a thousandth.
 */
export const responseGap = 0.05

/**
 * A feed in `unique` mode that had no row left: iterations were started and aborted for that.
 *
 * They sent less than a journey does, or nothing, so that the target had less to do than the plan says. Each thread has rows of its own, and may
 * run out of them before another.
 */
export function usedUpFeed(summary: TestSummary): readonly Reason[] {
  const threads = summary.generator.threads.length
  return scenarioReasons(summary, ({ users }) => {
    if (users === null || users.iterations.started === 0 || users.iterations.aborted === 0) return []
    const { aborted, started } = users.iterations
    return users.feeds
      .filter(({ rows, used }) => rows - used < threads)
      .map(({ name, rows }): Reason => {
        const share = aborted / started
        const counted = `${formatCount(aborted)} of ${formatNumberOf(started, 'iteration')} ${aborted === 1 ? 'was' : 'were'} aborted (${formatShare(share)})`
        const text = `the feed ${name} was used up (${formatNumberOf(rows, 'row')}), and ${counted}`
        return { rule: 'used-up-feed', level: share > missedPlan ? 'suspect' : 'note', text }
      })
  })
}

/**
 * What an open workload did not start is missing from its response times, and would have been the slowest of them.
 *
 * Up to a point the rest still stands for the rate that was planned; beyond it the result is that of another rate.
 */
export function plannedRate(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => {
    const missing = findMissing(scenario, summary)
    if (missing === null || missing.count === 0) return []
    const own = findOwnTime(scenario, summary.generator)
    const isThinking = own !== null && own.share >= dominantThinking
    const advice = isThinking
      ? `raise maxUsers: users waited on their own ${formatShare(own.share)} of the time`
      : 'raise maxUsers, unless the target is too slow for the rate'
    return [
      { rule: 'planned-rate', level: levelOfMissing(missing), text: describeMissing(missing, scenario, [advice, adviseWorkers(summary)]) },
    ]
  })
}

function levelOfMissing({ share }: MissingIterations): Reason['level'] {
  if (share > brokenPlan) return 'invalid'
  return share > missedPlan ? 'suspect' : 'note'
}

function describeMissing(
  { count, planned, share, dropped }: MissingIterations,
  { workload }: ScenarioSummary,
  [users, workers]: readonly [string, string],
): string {
  const missing = `${formatCount(count)} of ${formatCount(planned)} planned iterations`
  if (workload.kind !== 'rate' || dropped === 0) {
    return `${missing} were not started (${formatShare(share)}): the generator did not get to them; ${workers}`
  }
  const what =
    dropped === count ? `dropped (${formatShare(share)})` : `not started (${formatShare(share)}), ${formatCount(dropped)} of them`
  const cause = `because no user was free (maxUsers ${formatCount(workload.maxUsers)})`
  return `${missing} were ${what} ${cause}: the response times leave them out; ${users}`
}

/**
 * Users of a closed workload who mostly wait on their own set the rate themselves: the throughput says how many they were, and nothing of
 * the target. In an open workload the clock sets the rate, however long users wait.
 */
export function thinkTime(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => {
    const own = findOwnTime(scenario, summary.generator)
    if (scenario.workload.kind !== 'users' || own === null || own.share < thinkingShare) return []
    const bound = `a target that responded at once would raise the rate by ${formatShare(1 / own.share - 1)} at most`
    return [{ rule: 'think-time', level: 'note', text: `${describeOwnTime(own, scenario)}: ${bound}` }]
  })
}

/**
 * The concurrency a report names is the one that was measured, not the one that was configured.
 *
 * Of users the workload does not say how many requests they have in flight; that they wait on their own is the rule `think-time`.
 */
export function inFlightIdle(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => {
    const text = describeConnections(scenario) ?? describeBatches(scenario)
    return text === null ? [] : [{ rule: 'in-flight-idle', level: 'note', text }]
  })
}

function describeConnections(scenario: ScenarioSummary): string | null {
  const { workload, inFlight, connections } = scenario
  const asked = askedInFlight(scenario)
  if (workload.kind !== 'connections' || asked === null || !isIdle(inFlight, asked, workload.requests)) return null
  const opened = `${formatCount(connections.opened)} were opened, ${formatCount(connections.refused)} refused`
  const measured = `the workload asks for ${formatCount(asked)} in flight, measured ${formatMean(inFlight)}`
  return `${measured}: connections were idle or reconnecting (${opened})`
}

function describeBatches({ workload, users }: ScenarioSummary): string | null {
  if (workload.kind !== 'batch' || users === null || !isIdle(users.busy, workload.batch, workload.iterations)) return null
  const measured = `each batch starts ${formatNumberOf(workload.batch, 'iteration')}, measured ${formatMean(users.busy)} at a time`
  return `${measured}: those that had ended waited for the slowest of their batch`
}

/** Whether fewer were under way than were asked for by so much that it is worth saying, in a run that is not mostly its own tail. */
function isIdle(measured: number, asked: number, total: number | null): boolean {
  const isTooShort = total !== null && total < asked * idleRounds
  return !isTooShort && measured < asked * idleInFlight
}

/**
 * Little's law explains the mean response time: it is the number in flight divided by the throughput, not how long a response takes.
 *
 * The responses of the drain are part of the mean and not of the throughput. In a short run they are many, so that the law is asked of the
 * requests that were timed, over the length of the run phase, and only written with the throughput where that says the same.
 *
 * The law holds in every run, also where a slow target alone sets the time. So the note needs two things more: the fastest
 * response took less than half of the mean, and something that can be queued for was busy, where that can be seen. And the number in flight
 * must be what the workload chose: in an open model it is what came of it, and users who mostly wait on their own are few at a time.
 */
export function queueDepth(summary: TestSummary): readonly Reason[] {
  if (!isSomethingBusy(summary)) return []
  return scenarioReasons(summary, (scenario) =>
    isChosen(scenario, summary.generator)
      ? requestKinds(scenario).flatMap((kind) => (isQueueing(kind.requests) ? explainByQueue(kind, scenario) : []))
      : [],
  )
}

function isChosen(scenario: ScenarioSummary, generator: GeneratorSummary): boolean {
  return scenario.workload.model === 'closed' && (findOwnTime(scenario, generator)?.share ?? 0) < thinkingShare
}

function isSomethingBusy(summary: TestSummary): boolean {
  const { target, generator, hostCpu } = summary
  if (!target.local || isMachineFull(summary)) return true
  const busiest = Math.max(0, ...generator.threads.map(({ utilization }) => utilization))
  return (target.cpu ?? hostCpu ?? 0) >= queueEvidence || busiest >= queueEvidence
}

function explainByQueue({ requests, of }: RequestKind, scenario: ScenarioSummary): readonly Reason[] {
  const { duration, responseTime, inFlight } = requests
  const timed = countTimed(responseTime)
  if (responseTime.mean === null || timed <= 0 || duration <= 0 || inFlight <= 0) return []
  // Below one at a time nothing waits behind another request.
  if (inFlight <= 1) return []
  const expected = ((inFlight * duration) / timed) * 1000
  if (Math.abs(expected - responseTime.mean) > responseTime.mean * littleTolerance) return []
  const text = `the mean response time${of} is queue depth: ${writeLaw(requests, scenario)} (measured ${formatMilliseconds(responseTime.mean, 4)})`
  return [{ rule: 'queue-depth', level: 'note', text }]
}

function writeLaw(requests: RequestsSummary, scenario: ScenarioSummary): string {
  const { duration, responseTime, throughput } = requests
  const count = countTimed(responseTime)
  const perSecond = throughput.requestsPerSecond
  const printed = printedInFlight(requests, scenario)
  const inFlight = `${formatMean(printed)} in flight`
  if (Math.abs(perSecond * duration - count) <= count * drainRounding) {
    return `${inFlight} / ${formatCount(perSecond)} per s = ${formatMilliseconds((printed / perSecond) * 1000)}`
  }
  const result = formatMilliseconds(((printed * duration) / count) * 1000)
  return `${inFlight} x ${formatSeconds(duration)} / ${formatNumberOf(count, 'request')} timed = ${result}`
}

// What was cut off is in the mean with its age, which it was in flight for.
function countTimed({ count, unfinished }: TimeSummary): number {
  return count + (unfinished?.count ?? 0)
}

/** Where requests waited before they were sent, two times tell two stories: what a user waited, and what the target took. */
export function responseService(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) =>
    requestKinds(scenario).flatMap((kind) => {
      const text = describeGap(kind)
      return text === null ? [] : [{ rule: 'response-service', level: 'note', text }]
    }),
  )
}

function describeGap({ requests: { responseTime, serviceTime }, of }: RequestKind): string | null {
  const [response, service] = [responseTime.p99, serviceTime.p99]
  if (response === null || service === null) return null
  if ([responseTime, serviceTime].some((times) => judgeFigure(times, 'p99').says !== 'enough')) return null
  const gap = Math.abs(response - service)
  if (gap <= gapResolution || gap <= Math.max(response, service) * responseGap) return null
  const times = `p99${of} is ${formatMilliseconds(response)} from when a request was due and ${formatMilliseconds(service)} from when it was sent`
  return `${times}: requests waited in between, for a connection or for the generator`
}
