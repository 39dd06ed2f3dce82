import type { Deliveries, Recipient } from '@benchpress/core'
import { createPayloadDecoder, type PayloadDecoder } from '../payload/create-payload-decoder.ts'
import type { PayloadCodec } from '../sse-client.ts'

/** Counts the stamped messages among the events of one subscription as deliveries. */
export class ReceivedMessages {
  readonly #deliveries: Deliveries
  readonly #names: string | number | readonly (string | number)[]
  readonly #decode: PayloadDecoder
  #recipient: Recipient | undefined
  // When the last connection ended; undefined while one is open.
  #closedAt: number | undefined

  constructor(deliveries: Deliveries, names: string | number | readonly (string | number)[], payload: PayloadCodec) {
    this.#deliveries = deliveries
    this.#names = names
    this.#decode = createPayloadDecoder(payload)
  }

  /** A connection is open. Before the first one nothing is expected to arrive. */
  opened(at: number): void {
    this.#recipient ??= this.#deliveries.recipient(this.#names)
    this.#endGap(at)
  }

  received(data: string, at: number): void {
    this.#recipient?.received(this.#decode(data), at)
  }

  /** A connection has ended, and another one is to follow. */
  closed(at: number): void {
    this.#closedAt = at
  }

  /** Nothing will arrive any more. */
  left(at: number): void {
    this.#endGap(at)
    this.#recipient?.left()
  }

  #endGap(at: number): void {
    if (this.#closedAt !== undefined) this.#recipient?.gap(this.#closedAt, at)
    this.#closedAt = undefined
  }
}
