import { countResponses } from '../../../model/metrics/outcome.ts'
import type { ConnectionSummary } from '../../summary/requests-summary.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import { formatNumber, formatShare, formatTime, plural } from '../../../base/units/format.ts'
import { finding, scenarioRule, type Rule } from '../rule.ts'

/**
 * Share of responses that announced the close of their connection, from which a note reports it.
 *
 * Nine of ten: a target with a limit of two responses per connection reaches a half, and a target without keep-alive all of them.
 */
export const closingTarget = 0.9

/**
 * Fewest responses by which a target can be judged to close connections after nearly every response.
 *
 * With fewer than ten, nine of ten are all of them, and so small a load mostly opens connections whatever the target does.
 */
export const telltaleResponses = 10

/**
 * Share of requests that were sent twice, from which a note reports it.
 *
 * The server did this work twice or opened a connection for it, and the response time has both attempts: from one in a hundred on, all of p99 may be of
 * such requests.
 */
export const notableRetries = 0.01

/** Reports requests that were sent once more, because their connection was closed before anything of a response had come. */
export const retried: Rule = scenarioRule('retried', ({ counts: { started }, retried: count }) => {
  if (!(count > 0) || started === 0 || count < started * notableRetries) return null
  const of = `${formatNumber(count)} of ${plural(started, 'request')} (${formatShare(count / started)})`
  return finding(
    'note',
    `${of} were sent twice, as their connections were closed without notice; their response times include both attempts`,
  )
})

/**
 * Reports connections that received bytes that no request had asked for: a second response to one request, a body beyond its length or where there is
 * none, or anything between two responses.
 *
 * Such a connection is closed, but responses before that may have been taken for those of other requests: when no connection was without such bytes, no
 * figure can be believed. A response 408 on an idle connection is a way to close it, and line ends are no bytes of anything.
 */
export const surplusBytes: Rule = scenarioRule('surplus-bytes', ({ connections: { opened, surplus, withoutSurplus } }) => {
  if (!(surplus > 0)) return null
  const of = `${formatNumber(surplus)} of ${plural(opened, 'connection')}`
  const text = `${of} received bytes that no request asked for, such as a second response: response times may belong to other requests`
  return finding(withoutSurplus > 0 ? 'suspect' : 'invalid', text)
})

/**
 * Reports a target that closes connections after a response, and so never responds to the requests that were pipelined after it.
 *
 * A target that closes after each first response does not support pipelining. A target that sends more responses before has a limit of responses per
 * connection, as most proxies do.
 */
export const noPipelining: Rule = scenarioRule('no-pipelining', ({ connections }) =>
  finding('suspect', connections.pipelinedAfterClose > 0 ? describeClosing(connections) : null),
)

function describeClosing({ pipelinedAfterClose: count, responsesBeforeClose }: ConnectionSummary): string {
  const lost = `${plural(count, 'request')} sent behind a response with Connection: close ${count === 1 ? 'was' : 'were'} lost`
  if (responsesBeforeClose === null || responsesBeforeClose.most <= 1)
    return `the target closes after a response and does not pipeline: ${lost}`
  const { least, most } = responsesBeforeClose
  const number = least === most ? formatNumber(most) : `${formatNumber(least)} to ${formatNumber(most)}`
  const closing = `the target pipelines, and closes each connection after ${number} responses, as by a keep-alive limit`
  const remedy = least > 1 ? `--reconnect-after ${least} (reconnectAfter) closes them before it does, or raise` : 'raise'
  return `${closing}: ${lost}; ${remedy} the limit of the target (nginx: keepalive_requests)`
}

/**
 * Reports a test in which nearly every response announced the close of its connection, so that it mostly measured opening connections.
 *
 * The text does not name the server, because a journey may send requests to other origins than the target. It does not matter which side closed such a
 * connection first; other connections that the generator closes do not count. Requests lost after such a response are reported by {@link noPipelining}.
 */
export const noKeepAlive: Rule = scenarioRule('no-keep-alive', (scenario) => {
  const { counts, warmup, connections } = scenario
  const responses = countResponses(counts.outcomes) + (warmup === null ? 0 : countResponses(warmup.counts.outcomes))
  const closed = connections.closedAfterResponse
  if (responses < telltaleResponses || closed < responses * closingTarget || connections.pipelinedAfterClose > 0) return null
  const of = `${formatNumber(closed)} of ${formatNumber(responses)} responses (${formatShare(closed / responses)})`
  const text = `${of} announced that the connection closes after them, as with Connection: close: nearly every request needed a connection of its own`
  return finding('note', `${text}${describeOpening(scenario)}`)
})

// A workload of connections plans a request when its connection is open; a user plans it before.
function describeOpening({ users, connectTime, tlsTime }: ScenarioSummary): string {
  if (connectTime.p50 === null) return ''
  const tls = tlsTime.p50 === null ? '' : ` and ${formatTime(tlsTime.p50)} for TLS`
  const effect =
    users === null ? 'lowers the throughput and is in no response time' : 'is in the response times, and not in the service times'
  return `; opening one took ${formatTime(connectTime.p50)}${tls} at the median, which ${effect}`
}
