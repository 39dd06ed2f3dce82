import type { MetricRecorders } from '@benchpress/core'
import type { PluginOutcome, PluginRequests } from '@benchpress/core/plugin'
import type { metrics } from '../metrics.ts'
import type { OwnSockets } from './create-socket.ts'

/** The kinds of awaited messages. */
export type Awaited = keyof typeof plurals

// In names of metrics.
const plurals = { ack: 'acks', reply: 'replies', event: 'events' } as const

const never = -1

/**
 * Records one connection and its reconnections. Times in microseconds on the clock of the process.
 *
 * Everything that needs a reply of the target counts as a request too: an attempt to connect, an event with an acknowledgement or a reply. Bytes are reported
 * with each message.
 */
export class ConnectionRecorder {
  readonly #metrics: MetricRecorders<typeof metrics>
  readonly #requests: PluginRequests
  readonly #sockets: Pick<OwnSockets, 'tellBytes'>
  // Looked up once, as it is used for each message.
  readonly #emits: MetricRecorders<typeof metrics>['socketio_emits']
  #startedAt = 0
  #isAttempting = false
  #openedAt = never
  #connectedAt = never
  #endedAt = never

  constructor(recorders: MetricRecorders<typeof metrics>, requests: PluginRequests, sockets: Pick<OwnSockets, 'tellBytes'>) {
    this.#metrics = recorders
    this.#requests = requests
    this.#sockets = sockets
    this.#emits = recorders.socketio_emits
  }

  /** Records the start of an attempt to connect; returns the time. */
  started(): number {
    this.#endAttempt('aborted')
    this.#startedAt = this.#requests.started('connect')
    this.#isAttempting = true
    return this.#startedAt
  }

  /** Records that a transport is open, and no namespace is connected yet. */
  opened(at: number): void {
    this.#openedAt = at
  }

  connected(transport: string, at: number): void {
    this.#endAttempt('ok')
    this.#requests.connected()
    this.#sockets.tellBytes()
    this.#metrics.socketio_connects.add(1, transport)
    this.#metrics.socketio_connect_time.add(between(this.#startedAt, at), transport)
    if (this.#endedAt !== never) this.#metrics.socketio_reconnect_gap.add(between(this.#endedAt, at))
    this.#connectedAt = at
  }

  refused(reason: string, outcome: PluginOutcome): void {
    this.#endAttempt(outcome, reason)
    this.#metrics.socketio_refused.add(1, reason)
  }

  /** Records that no other attempt follows, and that one under way was given up. */
  over(): void {
    this.#endAttempt('aborted')
  }

  upgraded(at: number): void {
    this.#metrics.socketio_upgrades.add(1, 'upgraded')
    this.#metrics.socketio_upgrade_time.add(between(this.#openedAt, at))
  }

  notUpgraded(reason: string): void {
    this.#metrics.socketio_upgrades.add(1, reason)
  }

  /** @returns the length of the session in milliseconds */
  disconnected(by: 'target' | 'client', reason: string, at: number): number {
    this.#requests.disconnected(by)
    const length = between(this.#connectedAt, at)
    this.#endedAt = at
    this.#metrics.socketio_disconnects.add(1, reason)
    this.#metrics.socketio_session_length.add(length)
    return length
  }

  emitted(event: string): void {
    this.#sockets.tellBytes()
    this.#emits.add(1, event)
  }

  received(event: string): void {
    this.#sockets.tellBytes()
    this.#metrics.socketio_events.add(1, event)
  }

  /** Records an event that expects a reply, before it is sent; returns the time. */
  asked(event: string): number {
    return this.#requests.started(event)
  }

  /** Takes back a request that was not sent after all, or whose outcome is unknown. */
  unsettled(sentAt: number): void {
    this.#requests.ended(sentAt, 'aborted')
  }

  /** Records an event that could not be sent, because the target had ended the connection. */
  unconnected(event: string, reason: string): void {
    this.#requests.ended(this.#requests.started(event), 'refused', reason)
  }

  replied(sentAt: number): void {
    this.#sockets.tellBytes()
    this.#requests.ended(sentAt, 'ok')
  }

  /** Records that the reply to an event sent at `sentAt` did not come; or, without `sentAt`, an awaited event that is no reply. */
  missing(
    awaited: Awaited,
    event: string,
    sentAt: number | undefined,
    why: { readonly outcome: PluginOutcome; readonly reason: string },
  ): void {
    if (sentAt !== undefined) this.#requests.ended(sentAt, why.outcome, why.reason)
    this.#metrics[`socketio_${plurals[awaited]}_missing`].add(1, event)
  }

  /** Records a reply that came after the wait for it had ended; its request counts as without a reply. */
  late(awaited: 'ack' | 'reply', event: string): void {
    this.#metrics[`socketio_${plurals[awaited]}_late`].add(1, event)
  }

  abandoned(event: string, sentAt: number | undefined): void {
    if (sentAt !== undefined) this.#requests.ended(sentAt, 'aborted')
    this.#metrics.socketio_abandoned.add(1, event)
  }

  #endAttempt(outcome: PluginOutcome, reason?: string): void {
    if (!this.#isAttempting) return
    this.#isAttempting = false
    this.#requests.ended(this.#startedAt, outcome, reason)
  }
}

function between(from: number, to: number): number {
  return Math.max(0, to - from) / 1000
}
