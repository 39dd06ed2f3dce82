import type { Count } from '../../base/units/count.ts'

/** Requests by how they ended; every started request ends as exactly one of these. */
export interface OutcomeCounts {
  /** A 2xx or 3xx response, or one of exactly the accepted statuses where some are given. */
  readonly ok: Count
  /** A response with any other status. */
  readonly http_error: Count
  /** A response that is not what the request's `expect` demands. */
  readonly check_failed: Count
  /** A reply that is an error of a plugin's protocol, like a status of 500 over HTTP. */
  readonly error: Count
  /** No response within the request timeout; counted at that timeout. */
  readonly timeout: Count
  /** The connection it was to be sent on could not be opened. */
  readonly refused: Count
  /** The connection broke (RST, EPIPE, TLS alert) before the response was complete. */
  readonly reset: Count
  /** The server closed the connection before the response was complete. */
  readonly closed_early: Count
  /** The response was not HTTP/1.1, or not of the plugin's protocol. */
  readonly protocol_error: Count
  /** A limit of this process or this machine, such as EMFILE, kept the request from being sent. */
  readonly local_error: Count
  /** The request was in flight when the generator closed the connection, or when its user left. */
  readonly aborted: Count
}

/** How one request ended; see {@link OutcomeCounts}. */
export type Outcome = keyof OutcomeCounts

/** The index of each outcome, for counters in typed arrays. */
export const outcomeIndex: Readonly<Record<Outcome, number>> = {
  ok: 0,
  http_error: 1,
  check_failed: 2,
  error: 3,
  timeout: 4,
  refused: 5,
  reset: 6,
  closed_early: 7,
  protocol_error: 8,
  local_error: 9,
  aborted: 10,
}

/** Every {@link Outcome}, each at its index. */
export const outcomes: readonly Outcome[] = Object.keys(outcomeIndex) as Outcome[]

/** The outcome of a request without a complete response. */
export type LossOutcome = Exclude<Outcome, 'ok' | 'http_error' | 'check_failed' | 'error'>

/** Why a connection is closed. */
export interface Closing {
  readonly by: 'server' | 'us'
  /** The cause in words, such as `ECONNRESET`, `closed by the server` or `request timeout`. */
  readonly reason: string
  readonly wasOpen: boolean
  readonly lost: number
  /** The number of these requests that were pipelined after one whose response said `Connection: close`. */
  readonly pipelinedAfterClose: number
  /** The number of responses that came over the connection since it was opened. */
  readonly responded: number
  /** Whether the last response announced that the connection would be closed, whichever side then closed it first. */
  readonly isAnnounced: boolean
  /** Whether bytes came over the connection that no request had asked for. */
  readonly isSurplus: boolean
}

/** The outcomes that a plugin may report for its requests: all but `http_error`. */
export const pluginOutcomes: readonly PluginOutcome[] = outcomes.filter((outcome) => outcome !== 'http_error')

/** How one request of a plugin ended; see {@link OutcomeCounts}. */
export type PluginOutcome = Exclude<Outcome, 'http_error'>

/** Adds up all outcomes: the requests that have ended. */
export function sumOutcomes(counts: OutcomeCounts): number {
  let sum = 0
  for (const outcome of outcomes) sum += counts[outcome]
  return sum
}

/** The number of failed requests, without those that the generator aborted. */
export function countFailures(counts: OutcomeCounts): number {
  return sumOutcomes(counts) - counts.ok - counts.aborted
}

/** The number of requests with a complete response of any kind. */
export function countResponses(counts: OutcomeCounts): number {
  return counts.ok + counts.http_error + counts.check_failed + counts.error
}

/** Whether an outcome is that of a complete response of any kind. */
export function isResponse(outcome: Outcome): outcome is Exclude<Outcome, LossOutcome> {
  return outcome === 'ok' || outcome === 'error' || outcome === 'check_failed' || outcome === 'http_error'
}

/** Whether a request may have been lost because the server had closed the idle connection just before the request was sent. */
export function isClosedByServer(loss: Outcome): boolean {
  return loss === 'reset' || loss === 'closed_early'
}

/** The number of requests that did not end `ok`, and of all; `aborted` requests are left out, because the generator ended those. */
export interface FailedRequests {
  readonly failed: number
  readonly total: number
}

/** Counts the requests that did not end `ok`, of one kind or of several. */
export function countFailed(...all: readonly OutcomeCounts[]): FailedRequests {
  const failed = all.reduce((sum, counts) => sum + countFailures(counts), 0)
  return { failed, total: all.reduce((sum, { ok }) => sum + ok, failed) }
}

/**
 * The share of requests that did not end `ok`, of one kind or of several, from 0 to 1; `aborted` requests are left out.
 *
 * Returns 0 when nothing but aborted requests was started.
 */
export function failedShare(...all: readonly OutcomeCounts[]): number {
  const { failed, total } = countFailed(...all)
  return total === 0 ? 0 : failed / total
}

/** The most frequent outcome of failed requests. */
export function mostFrequentFailure(counts: OutcomeCounts): Outcome {
  const failures = outcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'aborted')
  return failures.reduce((most, outcome) => (counts[outcome] > counts[most] ? outcome : most))
}

/** The status that stands for responses without one, such as replies of plugins. */
export const noStatus = -1

/** A status as it is on the wire, with three digits. */
export function nameOfStatus(status: number): string {
  return String(status).padStart(3, '0')
}

/** The number of classes of responses. */
export const statusClasses = 13
const okClass = 10
const errorClass = 11
/** The class of requests that timed out, which is not that of any status. */
export const timeoutClass = 12

/** The class of a response: the first digit of its status, or, without a status, whether it was `ok`. */
export function classOfResponse(outcome: number, status: number): number {
  if (status !== noStatus) return Math.floor(status / 100)
  return outcome === outcomeIndex.ok ? okClass : errorClass
}

/** Names a class: `2xx`, `timeout`, or `ok` and `error` for responses without a status. */
export function nameOfClass(statusClass: number): string {
  if (statusClass === timeoutClass) return 'timeout'
  if (statusClass === okClass) return 'ok'
  return statusClass === errorClass ? 'error' : `${statusClass}xx`
}

/** A limit of this process or this machine that keeps requests from being sent, whatever the target does. */
interface LocalLimit {
  /** The error code of the limit, such as `EMFILE`. */
  readonly code: string
  readonly text: string
  readonly remedy: string
}

const limits: readonly LocalLimit[] = [
  { code: 'EMFILE', text: 'this process may open no more files', remedy: 'raise "ulimit -n", or use fewer connections' },
  { code: 'ENFILE', text: 'this machine may open no more files', remedy: 'raise fs.file-max (sysctl), or use fewer connections' },
  {
    code: 'EADDRNOTAVAIL',
    text: 'this machine has no local port left',
    remedy: 'widen net.ipv4.ip_local_port_range (sysctl), use fewer connections, or keep them open',
  },
  {
    code: 'ENOBUFS',
    text: 'the kernel has no buffer left for sockets',
    remedy: 'raise net.core.wmem_max and net.ipv4.tcp_mem (sysctl), or use fewer connections',
  },
  {
    code: 'ENOMEM',
    text: 'the kernel has no memory left for sockets',
    remedy: 'give this machine or container more memory, or use fewer connections',
  },
  {
    code: 'EPERM',
    text: 'a firewall of this machine lets no more packets out',
    remedy: 'allow them (iptables, nft), and raise net.netfilter.nf_conntrack_max (sysctl) where connections are tracked',
  },
]

const codes = new RegExp(String.raw`\b(?:${limits.map(({ code }) => code).join('|')})\b`)

/** Finds the limit that a reason such as `EMFILE` or `websocket refused: EMFILE` names; `undefined` for any other reason. */
export function localLimitIn(reason: string): LocalLimit | undefined {
  const [code] = codes.exec(reason) ?? []
  return code === undefined ? undefined : limits.find((limit) => limit.code === code)
}

/** The outcome of a request whose connection failed for a reason: `local_error` for a limit of this machine, otherwise the given outcome. */
export function lossBy<Otherwise extends string>(reason: string, otherwise: Otherwise): Otherwise | 'local_error' {
  return localLimitIn(reason) === undefined ? otherwise : 'local_error'
}
