import type { FeedSnapshot } from './feed-use.ts'
import type { ErrorSnapshot } from './error-recorder.ts'
import type { PhaseSnapshot } from './phase-recorder.ts'
import type { CheckSnapshot, GroupSnapshot } from './checks-and-groups.ts'
import type { PackedSeries } from './series.ts'
import type { RequestTimesSnapshot } from './request-times.ts'
import type { IterationsOfUsersSnapshot } from './iterations.ts'
import type { MetricSnapshot } from './own-metric.ts'
import type { WindowSnapshot } from './windows.ts'
import type { SecondsSnapshot } from './in-flight-meter.ts'
import type { HistogramSnapshot } from '../../model/metrics/histogram.ts'
import type { AbsenceSnapshot } from './absence-recorder.ts'

/** How many responses came over a connection before the server closed it with requests pipelined after it: the fewest and the most there were. */
export interface ResponsesBeforeClose {
  readonly least: number
  readonly most: number
}

/** How many connections were opened and closed, and in which ways. */
export interface ConnectionCounts {
  opened: number
  refused: number
  closedAfterResponse: number
  closedIdle: number
  pipelinedAfterClose: number
  responsesBeforeClose: ResponsesBeforeClose | null
}

/** The connections before any was opened. */
export function noConnections(): ConnectionCounts {
  return { opened: 0, refused: 0, closedAfterResponse: 0, closedIdle: 0, pipelinedAfterClose: 0, responsesBeforeClose: null }
}

/** What happened to connections since the last snapshot. */
interface ConnectionsSnapshot extends Readonly<ConnectionCounts> {
  readonly connectTime: HistogramSnapshot
  /** Of whole handshakes, and of those that went on with an earlier session. */
  readonly fullTlsTime: HistogramSnapshot
  readonly resumedTlsTime: HistogramSnapshot
}

/** What the users of a scenario did on one thread since the last snapshot. */
export interface UsersSnapshot extends IterationsOfUsersSnapshot, RequestTimesSnapshot {
  /** `created = completed + failed + aborted` at the end; warm-up included. */
  readonly created: number
  readonly completed: number
  readonly failed: number
  readonly aborted: number
  /** By how much the most users at a time rose since the last snapshot, so that this adds up, too. */
  readonly mostActive: number
  /** Users times microseconds by the second of the run phase. */
  readonly userSeconds: SecondsSnapshot
  /** Users in an iteration times microseconds, over the run phase. */
  readonly busyTime: number
  /** Users who waited for what the target sends by itself, without a request in flight, times microseconds, over the run phase. */
  readonly waitingTime: number
  /** Users who waited for the response to a request of a plugin, without one over HTTP in flight, times microseconds, over the run phase. */
  readonly waitingForRepliesTime: number
  /** By how much think times of the run phase took longer than they should. */
  readonly thinkOvershoot: HistogramSnapshot
  readonly checks: readonly CheckSnapshot[]
  readonly groups: readonly GroupSnapshot[]
  readonly tags: PackedSeries
  readonly metrics: readonly MetricSnapshot[]
  readonly retried: number
  /** By plugin; of plugins that count their requests. */
  readonly pluginRequests: readonly PluginRequestsSnapshot[]
  readonly feeds: readonly FeedSnapshot[]
}

/** What requests of one kind did on one thread since the last snapshot, and the connections they were sent on. */
export interface RequestsSnapshot {
  readonly warmup: PhaseSnapshot
  readonly warmupResponseTime: HistogramSnapshot
  readonly run: PhaseSnapshot
  /** All that the run phase timed. */
  readonly windows: readonly WindowSnapshot[]
  readonly warmupErrors: readonly ErrorSnapshot[]
  /** Of the run phase. */
  readonly errors: readonly ErrorSnapshot[]
  readonly connections: ConnectionsSnapshot
  /** Requests in flight times microseconds, over the run phase. */
  readonly inFlightTime: number
  /** The same by the second of the run phase. */
  readonly inFlightSeconds: SecondsSnapshot
  /** When the last request of the run phase ended; 0 before that. */
  readonly lastEnd: number
  /** From the send of requests of the warm-up to their last byte; empty where they are sent when they are planned. */
  readonly warmupServiceTime: HistogramSnapshot
  /** By endpoint; empty where one request is all there is. */
  readonly endpoints: PackedSeries
}

/** Requests of one plugin since the last snapshot. */
export interface PluginRequestsSnapshot extends RequestsSnapshot {
  /** Name of the plugin. */
  readonly plugin: string
}

/** What one scenario did on one thread since the last snapshot; its requests are those over HTTP. */
export interface ScenarioSnapshot extends RequestsSnapshot {
  /** One that is not over is told again, with the same `from`. */
  readonly absences: readonly AbsenceSnapshot[]
  /** Of the run phase, where there are several servers. */
  readonly servers?: PackedSeries
  /** `undefined` for connections without users. */
  readonly users: UsersSnapshot | undefined
}
