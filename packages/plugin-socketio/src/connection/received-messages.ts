import { ReconnectingRecipient, type Deliveries } from '@benchpress/core/plugin'
import type { ConnectSettings } from './connect-settings.ts'
import { textOf } from './text-of.ts'

/** Counts the stamped messages among the events of one connection and its reconnections as deliveries. */
export class ReceivedMessages extends ReconnectingRecipient {
  readonly #events: ReadonlySet<string> | undefined
  readonly #payload: ConnectSettings['payload']

  constructor(
    deliveries: Deliveries,
    names: string | number | readonly (string | number)[],
    { messages, payload }: Pick<ConnectSettings, 'messages' | 'payload'>,
  ) {
    super(deliveries, names)
    this.#events = messages === undefined ? undefined : new Set(messages)
    this.#payload = payload
  }

  heard(event: string, values: readonly unknown[], at: number): void {
    if (this.#events !== undefined && !this.#events.has(event)) return
    this.received(this.#payload === undefined ? textOf(values) : this.#payload(...values), at)
  }
}
