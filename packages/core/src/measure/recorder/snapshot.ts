import type { HistogramSnapshot } from '../../model/metrics/histogram.ts'
import type { AbsenceSnapshot } from './absence-recorder.ts'

/** What happened in one phase since the last snapshot; plain data that can cross threads. */
export interface PhaseSnapshot {
  readonly started: number
  readonly dropped: number
  /** By `outcomeIndex`. */
  readonly outcomes: readonly number[]
  /** Pairs of status and count. */
  readonly statuses: readonly (readonly [status: number, count: number])[]
  readonly bytesSent: number
  readonly bytesReceived: number
}

/** One second of the run phase, or a part of one, on one thread; parts with the same index belong together. */
export interface WindowSnapshot {
  /** 0 for the first second of the run phase, `drainIndex` for all after its end. */
  readonly index: number
  readonly answered: number
  readonly ok: number
  readonly failed: number
  readonly bytes: number
  /** Microseconds from the planned instant, of answers and timeouts, and ages of what was cut off. Connections plan a request for when it is sent: it is its service time too. */
  readonly responseTime: HistogramSnapshot
}

/** One reason for requests of one phase not ending `ok`, at one endpoint. Times on the process' clock in microseconds. */
export interface ErrorSnapshot {
  readonly outcome: number
  readonly reason: string
  /** Where there are several. */
  readonly endpoint: string | undefined
  readonly count: number
  readonly first: number
  readonly last: number
}

/** How many answers came over a connection before the server closed it with requests pipelined behind: the fewest and the most there were. */
export interface AnswersBeforeClose {
  readonly least: number
  readonly most: number
}

/** What happened to connections since the last snapshot. */
export interface ConnectionsSnapshot {
  readonly opened: number
  readonly refused: number
  readonly closedIdle: number
  readonly closedBehindAnswer: number
  readonly answersBeforeClose: AnswersBeforeClose | null
  readonly connectTime: HistogramSnapshot
  /** Of whole handshakes, and of those that went on with an earlier session. */
  readonly fullTlsTime: HistogramSnapshot
  readonly resumedTlsTime: HistogramSnapshot
}

/** What one kind of request did, apart from all others of its scenario: an endpoint, or the requests with one tag. */
export interface SeriesSnapshot {
  /** Such as `POST /api/auctions/{id}/bid`, or `kind:write`. */
  readonly name: string
  readonly started: number
  /** By `outcomeIndex`. */
  readonly outcomes: readonly number[]
  readonly statuses: readonly (readonly [status: number, count: number])[]
  readonly bytesReceived: number
  /** Pairs of status class and response times: 2 for 2xx, 0 for timeouts. */
  readonly responseTimes: readonly (readonly [statusClass: number, times: HistogramSnapshot])[]
  /** Ages of what was cut off, which has no status; missing where nothing was. */
  readonly unfinished?: HistogramSnapshot
  /** Empty where every request is sent when it is planned. */
  readonly serviceTime: HistogramSnapshot
  /** What requests of users waited for a connection; empty for those of connections, and for servers. */
  readonly httpWaiting: HistogramSnapshot
}

/** Iterations of one phase since the last snapshot: `started = completed + failed + aborted` at the end. */
export interface IterationsSnapshot {
  readonly started: number
  /** Due, but not started, because no user was free. */
  readonly dropped: number
  readonly completed: number
  readonly failed: number
  readonly aborted: number
}

/** Iterations of one journey in the run phase. */
export interface JourneySnapshot {
  readonly name: string
  readonly iterations: IterationsSnapshot
  readonly duration: HistogramSnapshot
}

/** What was recorded of one metric of the user's own, or of one value of the tag that it is kept by. */
export type MetricRecord =
  | { readonly type: 'counter'; readonly sum: number }
  | { readonly type: 'gauge'; readonly last: number; readonly min: number; readonly max: number; readonly at: number }
  | { readonly type: 'rate'; readonly hits: number; readonly total: number }
  | { readonly type: 'trend'; readonly values: HistogramSnapshot }

/** What was recorded of a metric since the last snapshot; of one that is kept by a tag there is one for each value, and none for the whole. */
export type MetricSnapshot = MetricRecord & {
  readonly name: string
  /** The value of its tag. */
  readonly tag?: string
}

/** What the users of a scenario did on one thread since the last snapshot. */
export interface UsersSnapshot {
  /** `created = completed + failed + aborted` at the end; warm-up included. */
  readonly created: number
  readonly completed: number
  readonly failed: number
  readonly aborted: number
  /** By how much the most users at a time rose since the last snapshot, so that this adds up, too. */
  readonly mostActive: number
  /** Users in an iteration times microseconds, over the run phase. */
  readonly busyTime: number
  /** Users who waited for what the target sends by itself, without a request in flight, times microseconds, over the run phase. */
  readonly waitingTime: number
  /** Users who waited for the answer to a request of a plugin, without one over HTTP in flight, times microseconds, over the run phase. */
  readonly waitingForRepliesTime: number
  readonly warmup: IterationsSnapshot
  readonly run: IterationsSnapshot
  /** In the order in which they were first seen. */
  readonly journeys: readonly JourneySnapshot[]
  /** Of all iterations of the run phase that ended, in microseconds from their planned start. */
  readonly iterationDuration: HistogramSnapshot
  /** From the planned start of an iteration of the run phase until the executor started it. */
  readonly sendLag: HistogramSnapshot
  /** What requests waited for a connection, from when they were asked for to their send. */
  readonly httpWaiting: HistogramSnapshot
  readonly timeToFirstByte: HistogramSnapshot
  /** What it took to hand a request over to the operating system. */
  readonly sending: HistogramSnapshot
  /** From the first byte of an answer to its last one. */
  readonly receiving: HistogramSnapshot
  /** By how much think times of the run phase took longer than they should. */
  readonly thinkOvershoot: HistogramSnapshot
  /** Why iterations failed. */
  readonly failures: readonly { readonly reason: string; readonly count: number; readonly first: number; readonly last: number }[]
  readonly checks: readonly { readonly name: string; readonly passed: number; readonly failed: number }[]
  readonly groups: readonly { readonly name: string; readonly duration: HistogramSnapshot }[]
  readonly tags: readonly SeriesSnapshot[]
  readonly metrics: readonly MetricSnapshot[]
  readonly retried: number
  /** By plugin; of plugins that count their requests. */
  readonly pluginRequests: readonly PluginRequestsSnapshot[]
  /** Rows of feeds in `unique` mode that were handed out, by their places in the file. */
  readonly feeds: readonly { readonly name: string; readonly rows: number; readonly used: Uint32Array }[]
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
  /** When the last request of the run phase ended; 0 before that. */
  readonly lastEnd: number
  /** From the send of requests of the run phase to their last byte; empty where they are sent when they are planned. */
  readonly serviceTime: HistogramSnapshot
  /** The same of the warm-up. */
  readonly warmupServiceTime: HistogramSnapshot
  /** By endpoint; empty where one request is all there is. */
  readonly endpoints: readonly SeriesSnapshot[]
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
  readonly servers?: readonly SeriesSnapshot[]
  /** `undefined` for connections without users. */
  readonly users: UsersSnapshot | undefined
}
