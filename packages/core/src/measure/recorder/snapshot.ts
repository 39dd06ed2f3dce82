import type { RecordedFigures } from '../../model/metrics/figure-sums.ts'
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

/** The counts of opened and closed connections. */
export type ConnectionCounts = { -readonly [Name in keyof RecordedFigures<'connections', 'count'>]: number } & {
  responsesBeforeClose: ResponsesBeforeClose | null
}

/** The counts before any connection was opened. */
export function noConnections(): ConnectionCounts {
  return {
    opened: 0,
    refused: 0,
    closedAfterResponse: 0,
    closedIdle: 0,
    surplus: 0,
    withoutSurplus: 0,
    pipelinedAfterClose: 0,
    responsesBeforeClose: null,
  }
}

/** What happened to connections since the last snapshot. */
interface ConnectionsSnapshot extends Readonly<ConnectionCounts> {
  readonly connectTime: HistogramSnapshot
  /** TLS times of full handshakes, and of handshakes that resumed an earlier session. */
  readonly fullTlsTime: HistogramSnapshot
  readonly resumedTlsTime: HistogramSnapshot
}

/**
 * The records of the users of a scenario on one thread since the last snapshot.
 *
 * Times are in microseconds, levels are users times microseconds over the run phase, and a maximum is its increase, so that snapshots can be added up.
 */
export interface UsersSnapshot extends IterationsOfUsersSnapshot, RecordedFigures<'users'> {
  /** Users times microseconds by seconds of the run phase. */
  readonly userSeconds: SecondsSnapshot
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
  readonly windows: readonly WindowSnapshot[]
  readonly warmupErrors: readonly ErrorSnapshot[]
  readonly errors: readonly ErrorSnapshot[]
  readonly connections: ConnectionsSnapshot
  /** Requests in flight times microseconds, over the run phase. */
  readonly inFlightTime: number
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
