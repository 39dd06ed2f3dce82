import type { MetricRecorders } from '@benchpress/core'
import type { StreamHead } from '@benchpress/core/plugin'
import type { metrics } from '../metrics.ts'
import type { ConnectionEnd } from './event-stream.ts'

/** The recorders of the metrics of the plugin. */
export type SseMetrics = MetricRecorders<typeof metrics>

const never = -1

/** Records what happens on the connections of one subscription. Times in microseconds on the clock of the process. */
export class ConnectionRecorder {
  readonly #metrics: SseMetrics
  #plannedAt = 0
  #openedAt = never
  #endedAt = never
  #eventAt = never
  #heartbeatAt = never

  constructor(metrics: SseMetrics) {
    this.#metrics = metrics
  }

  opened({ plannedAt, at }: StreamHead): void {
    this.#metrics.sse_opened.add(1)
    this.#metrics.sse_time_to_open.add(between(plannedAt, at))
    if (this.#endedAt !== never) this.#metrics.sse_reconnect_gap.add(between(this.#endedAt, at))
    this.#plannedAt = plannedAt
    this.#openedAt = at
    this.#eventAt = never
    this.#heartbeatAt = never
  }

  event(type: string, at: number): void {
    this.#metrics.sse_events.add(1, type)
    if (this.#eventAt === never) this.#metrics.sse_time_to_first_event.add(between(this.#plannedAt, at))
    else this.#metrics.sse_event_gap.add(between(this.#eventAt, at))
    this.#eventAt = at
  }

  heartbeat(at: number): void {
    this.#metrics.sse_heartbeats.add(1)
    if (this.#heartbeatAt !== never) this.#metrics.sse_heartbeat_gap.add(between(this.#heartbeatAt, at))
    this.#heartbeatAt = at
  }

  /** Counts events that an iteration missed. */
  dropped(count: number): void {
    this.#metrics.sse_events_dropped.add(count)
  }

  /** Counts an attempt to open a connection that failed. */
  refused({ reason }: ConnectionEnd): void {
    this.#metrics.sse_refused.add(1, reason)
  }

  /**
   * Records the end of an open connection.
   *
   * @param resumed whether it resumed correctly after an earlier connection; `undefined` when that is unknown
   * @returns the lifetime of the connection in milliseconds
   */
  closed({ cause, at, silentSince }: ConnectionEnd, resumed: boolean | undefined): number {
    const lifetime = between(this.#openedAt, at)
    this.#endedAt = at
    this.#metrics.sse_closed.add(1, cause)
    if (silentSince !== undefined) this.#metrics.sse_silent.add(1)
    this.#metrics.sse_lifetime.add(lifetime)
    if (resumed !== undefined) this.#metrics.sse_resumes.add(resumed)
    return lifetime
  }
}

function between(from: number, to: number): number {
  return Math.max(0, to - from) / 1000
}
