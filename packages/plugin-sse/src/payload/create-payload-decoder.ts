import type { PayloadCodec } from '../sse-client.ts'
import { scanJsonMember } from './json-member.ts'

/** Gives the text in which a stamp is to be looked for; the data as it is where it is not encoded as was said. */
export type PayloadDecoder = (data: string) => string

// Decoding happens at once, so that all decoders of a thread can share it.
let scratch = Buffer.allocUnsafeSlow(16 * 1024)

let last: { readonly member: string; readonly base64: boolean; readonly decode: PayloadDecoder } | undefined

/** Makes the function that decodes data as a codec says. */
export function createPayloadDecoder(codec: PayloadCodec): PayloadDecoder {
  if (typeof codec === 'function') return codec
  if (codec === 'text') return (data) => data
  if (codec === 'base64') return decodeBase64
  const { json: member, base64 = false } = codec
  // Thousands of subscriptions are made with one codec: most likely it is the one of the last.
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

// A stamp is of ASCII: whatever stands around it need not be right, and one byte a character is what is cheapest.
function decodeBase64(text: string): string {
  if (text.length > scratch.length) scratch = Buffer.allocUnsafeSlow(text.length * 2)
  return scratch.toString('latin1', 0, scratch.write(text, 'base64'))
}
