import { ReconnectingRecipient, type Deliveries } from '@benchpress/core/plugin'
import { createPayloadDecoder, type PayloadDecoder } from '../payload/create-payload-decoder.ts'
import type { PayloadCodec } from '../sse-client.ts'

/** Counts the stamped messages among the events of one subscription as deliveries. */
export class ReceivedMessages extends ReconnectingRecipient {
  readonly #decode: PayloadDecoder

  constructor(deliveries: Deliveries, names: string | number | readonly (string | number)[], payload: PayloadCodec) {
    super(deliveries, names)
    this.#decode = createPayloadDecoder(payload)
  }

  heard(data: string, at: number): void {
    this.received(this.#decode(data), at)
  }
}
