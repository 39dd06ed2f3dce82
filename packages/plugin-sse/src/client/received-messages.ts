import { ReconnectingRecipient, type Deliveries } from '@benchpress/core/plugin'
import { payloadText } from '@benchpress/plugin-options'
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

/** Returns the text that may contain a stamp; data that is not encoded as expected is returned as it is. */
export type PayloadDecoder = (data: string) => string

// Decoding is synchronous, so that all decoders of a thread can share this buffer.
let scratch = Buffer.allocUnsafeSlow(16 * 1024)

let last: { readonly member: string; readonly base64: boolean; readonly decode: PayloadDecoder } | undefined

/** Returns the decoder of a codec. */
export function createPayloadDecoder(codec: PayloadCodec): PayloadDecoder {
  if (typeof codec === 'function') return (data) => payloadText(codec(data))
  if (codec === 'text') return (data) => data
  if (codec === 'base64') return decodeBase64
  const { json: member, base64 = false } = codec
  // Thousands of subscriptions have the same codec, so that the last decoder is most likely the right one.
  if (last?.member !== member || last.base64 !== base64) last = { member, base64, decode: memberDecoder(member, base64) }
  return last.decode
}

function memberDecoder(member: string, base64: boolean): PayloadDecoder {
  const key = `${JSON.stringify(member)}:`
  return (data) => {
    const text = scanJsonMember(data, key) ?? parseMember(data, member)
    return base64 ? decodeBase64(text) : text
  }
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

// A stamp is ASCII: the text around it need not be decoded correctly, and latin1 is the cheapest decoding.
function decodeBase64(text: string): string {
  if (text.length > scratch.length) scratch = Buffer.allocUnsafeSlow(text.length * 2)
  return scratch.toString('latin1', 0, scratch.write(text, 'base64'))
}

const quote = 34
const backslash = 92

/**
 * Finds the text of a member of a JSON object without parsing the whole object.
 *
 * For valid JSON the result is that of `JSON.parse`, or `undefined` where the scan cannot tell: the object is nested before the member, the name occurs again,
 * or something has to be unescaped.
 *
 * @param key the name as it stands in the text, with its quotes and the colon, such as `"message":`
 */
export function scanJsonMember(json: string, key: string): string | undefined {
  if (json.charCodeAt(0) !== 123) return undefined
  const at = json.indexOf(key)
  // After a backslash the quote belongs to a longer name.
  if (at <= 0 || json.charCodeAt(at - 1) === backslash) return undefined
  let start = at + key.length
  if (json.charCodeAt(start) === 32) start++
  if (json.charCodeAt(start) !== quote) return undefined
  const end = json.indexOf('"', start + 1)
  if (end === -1) return undefined
  // Only the outermost object may be open here; a brace within a text is not worth distinguishing.
  if (json.lastIndexOf('{', at) !== 0) return undefined
  // The last of two members with the same name counts, even if its name is escaped.
  const escape = json.indexOf('\\')
  if (escape !== -1 || json.includes(key.slice(0, -1), end)) return undefined
  return json.slice(start + 1, end)
}
