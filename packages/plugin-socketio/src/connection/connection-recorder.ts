import type { MetricRecorders } from '@benchpress/core'
import type { metrics } from '../metrics.ts'

/** What can be waited for, as the metric names begin. */
export type Awaited = 'ack' | 'reply' | 'event'

const never = -1

/** Records what happens on one connection, and those that follow it. Times in microseconds on the clock of the process. */
export class ConnectionRecorder {
  readonly #metrics: MetricRecorders<typeof metrics>
  // Found once: they are used for each message.
  readonly #emits: MetricRecorders<typeof metrics>['socketio_emits']
  readonly #roundTripTime: MetricRecorders<typeof metrics>['socketio_round_trip_time']
  #startedAt = 0
  #openedAt = never
  #connectedAt = never
  #endedAt = never

  constructor(recorders: MetricRecorders<typeof metrics>) {
    this.#metrics = recorders
    this.#emits = recorders.socketio_emits
    this.#roundTripTime = recorders.socketio_round_trip_time
  }

  /** An attempt to connect begins. */
  started(at: number): void {
    this.#startedAt = at
  }

  /** A transport is open, and no namespace is connected yet. */
  opened(at: number): void {
    this.#openedAt = at
  }

  connected(transport: string, at: number): void {
    this.#metrics.socketio_connects.add(1, transport)
    this.#metrics.socketio_connect_time.add(between(this.#startedAt, at), transport)
    if (this.#endedAt !== never) this.#metrics.socketio_reconnect_gap.add(between(this.#endedAt, at))
    this.#connectedAt = at
  }

  refused(reason: string): void {
    this.#metrics.socketio_refused.add(1, reason)
  }

  upgraded(at: number): void {
    this.#metrics.socketio_upgrades.add(1, 'upgraded')
    this.#metrics.socketio_upgrade_time.add(between(this.#openedAt, at))
  }

  notUpgraded(reason: string): void {
    this.#metrics.socketio_upgrades.add(1, reason)
  }

  /** @returns the length of the session in milliseconds */
  disconnected(reason: string, at: number): number {
    const length = between(this.#connectedAt, at)
    this.#endedAt = at
    this.#metrics.socketio_disconnects.add(1, reason)
    this.#metrics.socketio_session_length.add(length)
    return length
  }

  emitted(event: string): void {
    this.#emits.add(1, event)
  }

  received(event: string): void {
    this.#metrics.socketio_events.add(1, event)
  }

  answered(event: string, sentAt: number, at: number): void {
    this.#roundTripTime.add(between(sentAt, at), event)
  }

  missing(awaited: Awaited, event: string): void {
    if (awaited === 'ack') this.#metrics.socketio_acks_missing.add(1, event)
    else if (awaited === 'reply') this.#metrics.socketio_replies_missing.add(1, event)
    else this.#metrics.socketio_events_missing.add(1, event)
  }

  abandoned(event: string): void {
    this.#metrics.socketio_abandoned.add(1, event)
  }
}

function between(from: number, to: number): number {
  return Math.max(0, to - from) / 1000
}
