import { ReconnectingRecipient, type Deliveries } from '@benchpress/core/plugin'
import { payloadText } from '@benchpress/plugin-options'
import type { ConnectSettings } from './settings.ts'

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
    this.received(this.#payload === undefined ? textOf(values) : payloadText(this.#payload(...values)), at)
  }
}

/** Joins all texts in the values of an event, any of which may contain a stamp; bytes are read as text. */
export function textOf(values: readonly unknown[]): string {
  const [first] = values
  if (values.length === 1 && typeof first === 'string') return first
  const texts: string[] = []
  collect(values, texts)
  return texts.join('\n')
}

function collect(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value)
  else if (typeof value !== 'object' || value === null) return
  else if (value instanceof Uint8Array) texts.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1'))
  else if (value instanceof ArrayBuffer) texts.push(Buffer.from(value).toString('latin1'))
  else for (const inner of Object.values(value)) collect(inner, texts)
}
