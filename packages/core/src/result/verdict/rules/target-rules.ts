import { sumOf } from '../../../base/units/count.ts'
import { otherServers } from '../../../measure/recorder/request-series.ts'
import { countFailures, countResponses, mostFrequentFailure } from '../../../model/metrics/outcome.ts'
import type { AbsenceSummary } from '../../summary/target-summary.ts'
import type { ConnectionSummary } from '../../summary/requests-summary.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import type { SeriesSummary } from '../../summary/series-summary.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import { formatCount, formatMilliseconds, formatNumberOf, formatRough, formatShare } from '../../../base/units/format.ts'
import { gapResolution } from '../request-kinds.ts'
import { scenarioReasons, type Reason } from '../verdict.ts'
import { describeMoment } from '../stretches.ts'
import { notableFailures } from './outcome-rules.ts'

/**
 * Share of the failures of several servers that one of them gave, above which a note names it.
 *
 * Four of five: without it there would be a fifth of the failures or less.
 */
export const failingServer = 0.8

/**
 * Fewest failures from which one server can be named as their origin.
 *
 * Of ten failures that fall on two servers by chance, nine or ten are on the same one in about 1 of 50 cases.
 */
export const telltaleFailures = 10

/**
 * Median response time of a server as a multiple of the next slowest, from which a note names it.
 *
 * Servers of one kind on one machine take CPU from each other and differ by some tenths for that alone; one that takes twice as long has
 * something of its own. The difference must be above {@link gapResolution} besides.
 */
export const slowServer = 2

/**
 * Share of the responses that announced that the connection closes, from which a note says so.
 *
 * Nine of ten: a target with a limit of two responses to a connection reaches a half, and one without keep-alive all of them.
 */
export const closingTarget = 0.9

/**
 * Fewest responses from which a target can be said to close connections after nearly all of them.
 *
 * Of fewer than ten, nine of ten is all of them, and a load of as few is one of opening connections whatever the target does.
 */
export const telltaleResponses = 10

/**
 * A test that went on after its target had died averages over a target that was not there.
 *
 * Where the test was stopped by it, the figures end with the target, and the rule `interrupted` says so. Where it was being stopped for
 * another reason, the figures are those from before.
 */
export function targetFailed(summary: TestSummary): readonly Reason[] {
  const { target, interrupted } = summary
  if (target.failed === null || interrupted?.cause === 'target') return []
  const { at, reason } = target.failed
  if (interrupted !== null) {
    return [{ rule: 'target-failed', level: 'suspect', text: `the target failed while the test was being stopped (${reason})` }]
  }
  const text = `${describeLoss(at, summary)} (${reason}), and the load went on: throughput and response times are not those of a running target`
  return [{ rule: 'target-failed', level: 'invalid', text }]
}

// What broke all connections was noticed at most this much later, in seconds.
const noticedAtOnce = 1

/**
 * Says when the target failed: as it was noticed, or where that took a while, since when it was away.
 *
 * @param at when it was noticed, in seconds from the start of the run phase
 */
export function describeLoss(at: number, summary: TestSummary): string {
  const gone = summary.absences.find(({ to }) => to === null)
  if (gone === undefined || at - gone.from < noticedAtOnce) return `the target failed ${describeMoment(at, summary)}`
  const since = gone.from > 0 ? `from ${formatRough(gone.from)} s on` : 'since before the run phase'
  return `the target failed: it was away ${since}, which was certain ${describeMoment(at, summary)}`
}

const mostNamed = 3

/** The target was away for all connections at once, as one is that is restarted: what failed then says nothing of the load. */
export function targetAway({ absences }: TestSummary): readonly Reason[] {
  const named = absences
    .slice(0, mostNamed)
    .map((absence): Reason => ({ rule: 'target-away', level: 'note', text: describeAbsence(absence) }))
  const others = absences.length - named.length
  if (others === 0) return named
  return [
    ...named,
    { rule: 'target-away', level: 'note', text: `the target was away ${formatNumberOf(others, 'more time', 'more times')}` },
  ]
}

function describeAbsence({ from, to, broken, refused }: AbsenceSummary): string {
  const when = to === null ? `from ${formatRough(from)} s on` : `from ${formatRough(from)} s to ${formatRough(to)} s`
  const connections =
    broken === 0 ? [] : [`${broken === 1 ? 'the one connection' : `all ${formatCount(broken)} connections`} broke within a second`]
  const attempts =
    refused === 0 ? [] : [`${formatNumberOf(refused, 'attempt', 'attempts')} to connect ${refused === 1 ? 'was' : 'were'} refused`]
  return `the target was away ${when}: ${[...connections, ...attempts].join(', and ')}`
}

/**
 * A target that closes a connection after a response never responds to what was pipelined after it.
 *
 * One that does so after each first response does not pipeline. One that sent more responses before has a limit to the responses of a connection, as most
 * proxies do.
 */
export function noPipelining(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, ({ connections }) => {
    const count = connections.pipelinedAfterClose
    if (count <= 0) return []
    const lost = `${formatNumberOf(count, 'request')} sent behind a response with Connection: close ${count === 1 ? 'was' : 'were'} lost`
    return [{ rule: 'no-pipelining', level: 'suspect', text: `${describeClosing(connections)}: ${lost}${describeRemedy(connections)}` }]
  })
}

function describeClosing({ responsesBeforeClose: responses }: ConnectionSummary): string {
  if (responses === null || responses.most <= 1) return 'the target closes after a response and does not pipeline'
  const { least, most } = responses
  const number = least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`
  return `the target pipelines, and closes each connection after ${number} responses, as by a keep-alive limit`
}

function describeRemedy({ responsesBeforeClose: responses }: ConnectionSummary): string {
  if (responses === null || responses.most <= 1) return ''
  const { least } = responses
  const remedy = least > 1 ? `--reconnect-after ${least} (reconnectAfter) closes them before it does, or raise` : 'raise'
  return `; ${remedy} the limit of the target (nginx: keepalive_requests)`
}

/**
 * Where nearly every response announces that its connection closes, clients open one for nearly every request: that is what is measured then.
 *
 * Who announced it is not said: a journey may ask other origins than the target. Such a connection may be closed by either side first, and others that the
 * generator closes do not count. What was lost after such a response is {@link noPipelining}.
 */
export function noKeepAlive(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => {
    const { counts, warmup, connections } = scenario
    const responses = countResponses(counts.outcomes) + (warmup === null ? 0 : countResponses(warmup.counts.outcomes))
    const closed = connections.closedAfterResponse
    if (responses < telltaleResponses || closed < responses * closingTarget || connections.pipelinedAfterClose > 0) return []
    const of = `${formatCount(closed)} of ${formatCount(responses)} responses (${formatShare(closed / responses)})`
    const text = `${of} announced that the connection closes after them, as with Connection: close: nearly every request needed a connection of its own${describeOpening(scenario)}`
    return [{ rule: 'no-keep-alive', level: 'note', text }]
  })
}

// Where connections are kept full a request is planned when its connection is open; a user plans it before.
function describeOpening({ users, connectTime, tlsTime }: ScenarioSummary): string {
  if (connectTime.p50 === null) return ''
  const tls = tlsTime.p50 === null ? '' : ` and ${formatMilliseconds(tlsTime.p50)} for TLS`
  const effect =
    users === null ? 'lowers the throughput and is in no response time' : 'is in the response times, and not in the service times'
  return `; opening one took ${formatMilliseconds(connectTime.p50)}${tls} at the median, which ${effect}`
}

/** The server that responded may not have been the target. */
export function tlsUnverified({ target }: TestSummary): readonly Reason[] {
  if (target.tls === null || target.tls.verified) return []
  return [{ rule: 'tls-unverified', level: 'note', text: `the certificate of ${target.url} was not verified: anyone could have responded` }]
}

/** Figures of a target of several servers are those of the servers that took part, which may be fewer than its name says. */
export function serversLeftOut({ target: { servers = [] } }: TestSummary): readonly Reason[] {
  const left = servers.filter(({ available }) => !available)
  if (left.length === 0) return []
  const causes = left.map(({ url, cause }) => `${url} (${cause ?? 'cause unknown'})`).join(', ')
  const part = left.length === 1 ? 'takes' : 'take'
  const text = `${formatCount(left.length)} of ${formatCount(servers.length)} servers ${part} no part: ${causes}`
  return [{ rule: 'servers-left-out', level: 'note', text }]
}

/** Of several servers that get equally many requests, one that fails or is slow by itself sets the figures of all. */
export function unequalServers(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => {
    const servers = (scenario.servers ?? []).filter(({ name }) => name !== otherServers)
    if (servers.length < 2) return []
    const texts = [describeFailing(servers), describeSlow(servers, scenario)]
    return texts.flatMap((text) => (text === undefined ? [] : [{ rule: 'unequal-servers', level: 'note', text }]))
  })
}

function describeFailing(servers: readonly SeriesSummary[]): string | undefined {
  const failures = servers.map(({ counts }) => countFailures(counts.outcomes))
  const all = sumOf(failures, (count) => count)
  const started = sumOf(servers, ({ counts }) => counts.started)
  const most = Math.max(...failures)
  const server = servers[failures.indexOf(most)]
  if (server === undefined || all < telltaleFailures || all <= started * notableFailures || most <= all * failingServer) return undefined
  const of = `${formatCount(most)} of ${formatCount(all)}, ${describeKind(server, most)}`
  const turn = 'it kept its turn, and its requests are counted'
  return `1 of ${formatCount(servers.length)} servers gave ${formatShare(most / all)} of the failures: ${server.name} (${of}); ${turn}`
}

function describeSlow(servers: readonly SeriesSummary[], { workload }: ScenarioSummary): string | undefined {
  const timed = servers.flatMap(({ name, responseTime: { p50 } }) => (p50 === null ? [] : [{ name, p50 }]))
  const [slowest, next] = timed.toSorted((a, b) => b.p50 - a.p50)
  if (slowest === undefined || next === undefined) return undefined
  if (slowest.p50 < next.p50 * slowServer || slowest.p50 - next.p50 <= gapResolution) return undefined
  const times = `p50 ${formatMilliseconds(slowest.p50)}, of the next slowest ${formatMilliseconds(next.p50)}`
  const effect = workload.model === 'closed' ? '; the others waited for their turn behind it' : ''
  return `1 of ${formatCount(servers.length)} servers is slower: ${slowest.name} (${times})${effect}`
}

function describeKind({ counts }: SeriesSummary, failures: number): string {
  const outcome = mostFrequentFailure(counts.outcomes)
  return counts.outcomes[outcome] === failures ? `all of them ${outcome}` : `most of them ${outcome}`
}
