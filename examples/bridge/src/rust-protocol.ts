import { isBase64 } from './base64.ts'
import { heartbeat, heartbeatMessage } from './frame.ts'
import type { Position } from './position.ts'
import type { Posting, Protocol, Refusal, SubscriptionRequest, TtlRules } from './protocol.ts'
import type { BridgeQuery } from './query.ts'

const maxIdLength = 64
const maxIds = 100
/** A message with a shorter ttl is kept as long as possible. */
const minTtl = 5

/** The protocol of the Rust bridge: ids are any text, and errors are statuses. */
export class RustProtocol implements Protocol {
  readonly ttl: TtlRules
  readonly heartbeatInterval = 5000
  readonly heartbeatAfterSilence = true
  readonly replacesSubscriptions = true
  readonly language = 'rust'
  readonly headers: ReadonlyMap<string, string> = new Map()
  readonly eventHeaders: readonly string[] = ['content-type', 'text/event-stream', 'cache-control', 'no-cache']
  readonly preamble = ''
  readonly jsonEnd = ''

  constructor(ttl: Partial<TtlRules> = {}) {
    this.ttl = { requireTtl: ttl.requireTtl ?? false, maxTtl: ttl.maxTtl ?? 500 }
  }

  formatId(position: Position): string {
    return `${position.ms}-${position.sequence}`
  }

  readSubscription(query: BridgeQuery, lastEventIdHeader: string | undefined): SubscriptionRequest | Refusal {
    if (query.repeated !== undefined) return refuse(`duplicate field \`${query.repeated}\``)
    if (query.clientId === undefined) return refuse('missing field `client_id`')
    const ids = readIds(query.clientId)
    if (ids.length === 0) return refuse('field `client_id` is empty')
    if (ids.length > maxIds) return refuse(`field \`client_id\` must contain no more than ${maxIds} ids`)
    if (ids.some(isTooLong)) return refuse(`field \`client_id\` must not exceed ${maxIdLength} characters`)
    const lastEventId = lastEventIdHeader || query.lastEventId
    return {
      ids,
      after: lastEventId === undefined ? undefined : readPosition(lastEventId),
      heartbeat: query.heartbeat === 'message' ? heartbeatMessage : heartbeat,
    }
  }

  readPosting(query: BridgeQuery): Posting | Refusal {
    if (query.repeated !== undefined) return refuse(`duplicate field \`${query.repeated}\``)
    const ttl = query.ttl === undefined ? undefined : readUint16(query.ttl)
    if (typeof ttl === 'string') return refuse(ttl)
    if (query.clientId === undefined) return refuse('missing field `client_id`')
    if (query.to === undefined) return refuse('missing field `to`')
    const wrong = checkId('client_id', query.clientId) ?? checkId('to', query.to) ?? this.#checkTtl(ttl)
    if (wrong !== undefined) return refuse(wrong)
    const seconds = ttl === undefined || ttl < minTtl ? this.ttl.maxTtl : ttl
    return { from: query.clientId, to: query.to, ttl: seconds * 1000, traceId: undefined }
  }

  checkBody(body: Uint8Array): Refusal | undefined {
    if (body.length === 0) return { refused: 'Missing request body' }
    return isBase64(body) ? undefined : { refused: 'Request body must be a valid base64 message' }
  }

  formatData({ from }: Posting, message: string): string {
    // Base64 needs no escapes.
    return `{"from":${JSON.stringify(from)},"message":"${message}"}`
  }

  #checkTtl(ttl: number | undefined): string | undefined {
    if (ttl === undefined) return this.ttl.requireTtl ? 'missing field `ttl`' : undefined
    return ttl > this.ttl.maxTtl ? `\`ttl\` value must be less than ${this.ttl.maxTtl}` : undefined
  }
}

function refuse(problem: string): Refusal {
  return { refused: `Failed to deserialize query string: ${problem}` }
}

function checkId(name: string, id: string): string | undefined {
  if (id === '') return `empty field \`${name}\``
  return isTooLong(id) ? `field \`${name}\` must not exceed ${maxIdLength} characters` : undefined
}

/** Whether an id is too long; the limit is in bytes, in spite of the error message of the real bridge. */
function isTooLong(id: string): boolean {
  return id.length > maxIdLength || Buffer.byteLength(id) > maxIdLength
}

function readIds(list: string): string[] {
  return list
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
}

/** Reads `1795190494496-0`, or only its first part. With any other id, no kept messages are sent. */
function readPosition(id: string): Position | undefined {
  const [, ms, sequence = '0'] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(id) ?? []
  return ms === undefined ? undefined : { ms: Number(ms), sequence: Number(sequence) }
}

function readUint16(text: string): number | string {
  if (text === '') return 'cannot parse integer from empty string'
  if (!/^\+?\d+$/.test(text)) return 'invalid digit found in string'
  const value = Number(text)
  return value > 0xffff ? 'number too large to fit in target type' : value
}
