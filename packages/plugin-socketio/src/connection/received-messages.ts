import type { Deliveries, Recipient } from '@benchpress/core'
import type { ConnectSettings } from './connect-settings.ts'
import { textOf } from './text-of.ts'

/** Counts the stamped messages among the events of one connection, and those that follow it, as deliveries. */
export class ReceivedMessages {
  readonly #deliveries: Deliveries
  readonly #names: string | number | readonly (string | number)[]
  readonly #events: ReadonlySet<string> | undefined
  readonly #payload: ConnectSettings['payload']
  #recipient: Recipient | undefined
  // When the last connection ended; undefined while there is one.
  #endedAt: number | undefined

  constructor(
    deliveries: Deliveries,
    names: string | number | readonly (string | number)[],
    { messages, payload }: Pick<ConnectSettings, 'messages' | 'payload'>,
  ) {
    this.#deliveries = deliveries
    this.#names = names
    this.#events = messages === undefined ? undefined : new Set(messages)
    this.#payload = payload
  }

  connected(at: number): void {
    this.#recipient ??= this.#deliveries.recipient(this.#names)
    this.#endGap(at)
  }

  received(event: string, values: readonly unknown[], at: number): void {
    if (this.#events !== undefined && !this.#events.has(event)) return
    this.#recipient?.received(this.#payload === undefined ? textOf(values) : this.#payload(...values), at)
  }

  /** A connection has ended, and another one is to follow. */
  interrupted(at: number): void {
    this.#endedAt = at
  }

  /** Nothing will arrive any more. */
  left(at: number): void {
    this.#endGap(at)
    this.#recipient?.left()
  }

  #endGap(at: number): void {
    if (this.#endedAt !== undefined) this.#recipient?.gap(this.#endedAt, at)
    this.#endedAt = undefined
  }
}
