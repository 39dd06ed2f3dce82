import type { ErrorSnapshot } from './error-recorder.ts'
import type { PhaseSnapshot, PackedSeries } from './series.ts'
import type { CheckSnapshot, FeedSnapshot, GroupSnapshot } from './named-recorders.ts'
import type { IterationsOfUsersSnapshot } from './iterations.ts'
import type { MetricSnapshot } from './own-metric.ts'
import type { WindowSnapshot } from './windows.ts'
import type { SecondsSnapshot } from './in-flight-meter.ts'
import type { HistogramSnapshot } from '../../model/metrics/histogram.ts'
import type { AbsenceSnapshot } from './absence-recorder.ts'

/** The fewest and the most responses over a connection before the server closed it with requests pipelined after the last response. */
export interface ResponsesBeforeClose {
  readonly least: number
  readonly most: number
}

/** The counts of connections that are added up. */
export const connectionCounts = [
  'opened',
  'refused',
  'closedAfterResponse',
  'closedIdle',
  'surplus',
  'withoutSurplus',
  'pipelinedAfterClose',
] as const

/** The counts of opened and closed connections. */
export interface ConnectionCounts extends Record<(typeof connectionCounts)[number], number> {
  responsesBeforeClose: ResponsesBeforeClose | null
}

/** The counts before any connection was opened. */
export function noConnections(): ConnectionCounts {
  const counts = Object.fromEntries(connectionCounts.map((count) => [count, 0])) as Record<(typeof connectionCounts)[number], number>
  return { ...counts, responsesBeforeClose: null }
}

/** What happened to connections since the last snapshot. */
interface ConnectionsSnapshot extends Readonly<ConnectionCounts> {
  readonly connectTime: HistogramSnapshot
  /** TLS times of full handshakes, and of handshakes that resumed an earlier session. */
  readonly fullTlsTime: HistogramSnapshot
  readonly resumedTlsTime: HistogramSnapshot
}

/** The parts of the time of requests of the run phase since the last snapshot, in microseconds. */
export interface RequestTimesSnapshot {
  /** Times from the call of a request to its send. */
  readonly httpWaiting: HistogramSnapshot
  readonly timeToFirstByte: HistogramSnapshot
  /** Times to hand a request over to the operating system. */
  readonly sending: HistogramSnapshot
  /** Times from the first byte of a response to its last one. */
  readonly receiving: HistogramSnapshot
}

/** The records of the users of a scenario on one thread since the last snapshot. */
export interface UsersSnapshot extends IterationsOfUsersSnapshot, RequestTimesSnapshot {
  /** Users that were created, warm-up included; at the end `created = completed + failed + aborted`. */
  readonly created: number
  readonly completed: number
  readonly failed: number
  readonly aborted: number
  /** Increase of the most users at a time since the last snapshot, so that snapshots can be added up. */
  readonly mostActive: number
  /** Users times microseconds by seconds of the run phase. */
  readonly userSeconds: SecondsSnapshot
  /** Users in an iteration times microseconds, over the run phase. */
  readonly busyTime: number
  /** Users who waited for events that the target sends by itself, without a request in flight, times microseconds, over the run phase. */
  readonly waitingTime: number
  /** Users who waited for the reply to a request of a plugin, without an HTTP request in flight, times microseconds, over the run phase. */
  readonly waitingForRepliesTime: number
  /** Times by which think times of the run phase were longer than asked for. */
  readonly thinkOvershoot: HistogramSnapshot
  readonly checks: readonly CheckSnapshot[]
  readonly groups: readonly GroupSnapshot[]
  readonly tags: PackedSeries
  readonly metrics: readonly MetricSnapshot[]
  /** Requests by plugin, for plugins that count them. */
  readonly pluginRequests: readonly PluginRequestsSnapshot[]
  readonly feeds: readonly FeedSnapshot[]
}

/** The records of one kind of requests on one thread since the last snapshot, and of their connections. `take` of each recorder returns its part. */
export interface RequestsSnapshot {
  readonly warmup: PhaseSnapshot
  readonly warmupResponseTime: HistogramSnapshot
  readonly run: PhaseSnapshot
  /** The times of the run phase, by windows. */
  readonly windows: readonly WindowSnapshot[]
  readonly warmupErrors: readonly ErrorSnapshot[]
  readonly errors: readonly ErrorSnapshot[]
  readonly connections: ConnectionsSnapshot
  /** Requests in flight times microseconds, over the run phase. */
  readonly inFlightTime: number
  /** The same by seconds of the run phase. */
  readonly inFlightSeconds: SecondsSnapshot
  /** When the last request of the run phase ended; 0 before that. */
  readonly lastEnd: number
  /** Service times of requests of the warm-up; empty when requests are sent as planned. */
  readonly warmupServiceTime: HistogramSnapshot
  /** Requests by endpoint; empty for a scenario with one request. */
  readonly endpoints: PackedSeries
}

/** The records of the requests of one plugin since the last snapshot. */
export interface PluginRequestsSnapshot extends RequestsSnapshot {
  /** Name of the plugin. */
  readonly plugin: string
}

/** The records of one scenario on one thread since the last snapshot; its own requests are those over HTTP. */
export interface ScenarioSnapshot extends RequestsSnapshot {
  /** Absences of the target; one that is not over is repeated, with the same `from`. */
  readonly absences: readonly AbsenceSnapshot[]
  /** Requests of the run phase by server, when there are several. */
  readonly servers?: PackedSeries
  /** The users; `undefined` for connections without users. */
  readonly users: UsersSnapshot | undefined
}
