import { ReconnectingRecipient, type Deliveries } from '@benchpress/core/plugin'
import { payloadText } from '@benchpress/plugin-options'
import type { PayloadCodec } from '../sse-client.ts'

/** Counts the stamped messages among the events of one subscription as deliveries. */
export class ReceivedMessages extends ReconnectingRecipient {
  readonly #payload: PayloadCodec

  constructor(deliveries: Deliveries, names: string | number | readonly (string | number)[], payload: PayloadCodec) {
    super(deliveries, names)
    this.#payload = payload
  }

  heard(data: string, at: number): void {
    this.received(decodePayload(data, this.#payload), at)
  }
}

/** Decodes the text that may contain a stamp; data that is not encoded as expected is returned as it is. */
export function decodePayload(data: string, codec: PayloadCodec): string {
  if (typeof codec === 'function') return payloadText(codec(data))
  if (codec === 'text') return data
  if (codec === 'base64') return decodeBase64(data)
  const text = parseMember(data, codec.json)
  return codec.base64 === true ? decodeBase64(text) : text
}

function parseMember(data: string, member: string): string {
  try {
    const parsed = JSON.parse(data) as Readonly<Record<string, unknown>> | null
    const value = parsed?.[member]
    return typeof value === 'string' ? value : data
  } catch {
    return data
  }
}

// Decoding is synchronous, so that all subscriptions of a thread can share this buffer.
let scratch = Buffer.allocUnsafeSlow(16 * 1024)

// A stamp is ASCII: the text around it need not be decoded correctly, and latin1 is the cheapest decoding.
function decodeBase64(text: string): string {
  if (text.length > scratch.length) scratch = Buffer.allocUnsafeSlow(text.length * 2)
  return scratch.toString('latin1', 0, scratch.write(text, 'base64'))
}
