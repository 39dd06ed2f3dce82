import type { HistogramSnapshot } from '../metrics/histogram.ts'

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
  /** Microseconds, of answers and timeouts. A closed workload plans a request for when it is sent, so this is its service time too. */
  readonly responseTime: HistogramSnapshot
}

/** One reason for requests of the run phase not ending `ok`. Times on the process' clock in microseconds. */
export interface ErrorSnapshot {
  readonly outcome: number
  readonly reason: string
  readonly count: number
  readonly first: number
  readonly last: number
}

/** What happened to connections since the last snapshot. */
export interface ConnectionsSnapshot {
  readonly opened: number
  readonly refused: number
  readonly closedIdle: number
  readonly closedBehindAnswer: number
  readonly connectTime: HistogramSnapshot
  readonly tlsTime: HistogramSnapshot
}

/** What one scenario did on one thread since the last snapshot. */
export interface ScenarioSnapshot {
  readonly warmup: PhaseSnapshot
  readonly warmupResponseTime: HistogramSnapshot
  readonly run: PhaseSnapshot
  /** All that the run phase timed. */
  readonly windows: readonly WindowSnapshot[]
  readonly errors: readonly ErrorSnapshot[]
  readonly connections: ConnectionsSnapshot
  /** Requests in flight times microseconds, over the run phase. */
  readonly inFlightTime: number
  /** When the last request of the run phase ended; 0 before that. */
  readonly lastEnd: number
}
