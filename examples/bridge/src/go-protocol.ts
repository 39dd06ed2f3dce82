import { randomUUID } from 'node:crypto'
import { heartbeat, heartbeatMessage } from './frame.ts'
import { beginning, isAfter, type Position } from './position.ts'
import type { Posting, Protocol, Refusal, SubscriptionRequest, TtlRules } from './protocol.ts'
import type { BridgeQuery } from './query.ts'

const idLength = 64
const sequencesOfOneMillisecond = 2048
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The protocol of the Go bridge: ids are 64 hex digits, and a subscription is refused within a response of status 200. */
export class GoProtocol implements Protocol {
  readonly ttl: TtlRules
  readonly heartbeatInterval = 10_000
  readonly heartbeatAfterSilence = false
  readonly replacesSubscriptions = false
  readonly language = 'go'
  readonly headers: ReadonlyMap<string, string> = new Map([['vary', 'Origin']])
  readonly eventHeaders: readonly string[] = [
    'content-type',
    'text/event-stream',
    'cache-control',
    'private, no-cache, no-transform',
    'x-accel-buffering',
    'no',
  ]
  readonly preamble = '\n'
  readonly jsonEnd = '\n'

  constructor(ttl: Partial<TtlRules> = {}) {
    this.ttl = { requireTtl: ttl.requireTtl ?? true, maxTtl: ttl.maxTtl ?? 300 }
  }

  formatId({ ms, sequence }: Position): string {
    return String(ms * sequencesOfOneMillisecond + sequence)
  }

  readSubscription(query: BridgeQuery, lastEventIdHeader: string | undefined): SubscriptionRequest | Refusal {
    const format = query.heartbeat ?? 'legacy'
    if (format !== 'legacy' && format !== 'message') return { refused: 'invalid heartbeat type. Supported: legacy and message' }
    const after = readAfter(lastEventIdHeader, query.lastEventId)
    if ('refused' in after) return after
    if (query.clientId === undefined) return { refused: 'param "client_id" not present' }
    const ids = query.clientId.split(',')
    for (const id of ids) {
      const wrong = checkId(id)
      if (wrong !== undefined) return { refused: `param "client_id" must be a valid public address, error: ${wrong}` }
    }
    return { ids, after, heartbeat: format === 'message' ? heartbeatMessage : heartbeat }
  }

  readPosting({ clientId, to, ttl, traceId }: BridgeQuery): Posting | Refusal {
    const wrong = checkAddress('client_id', clientId) ?? checkAddress('to', to) ?? this.#checkTtl(ttl)
    if (wrong !== undefined || clientId === undefined || to === undefined) return { refused: wrong ?? '' }
    const seconds = ttl === undefined ? this.ttl.maxTtl : Number(ttl)
    return { from: clientId, to, ttl: seconds * 1000, traceId: traceId !== undefined && uuid.test(traceId) ? traceId : undefined }
  }

  checkBody(): undefined {
    // Any body is accepted.
  }

  formatData({ from, traceId }: Posting, message: string): string {
    return `{"from":"${from}","message":${JSON.stringify(message)},"trace_id":"${traceId ?? randomUUID()}","connect_source":{"ip":""}}`
  }

  #checkTtl(ttl: string | undefined): string | undefined {
    if (ttl === undefined) return this.ttl.requireTtl ? 'param "ttl" not present' : undefined
    if (!/^[+-]?\d+$/.test(ttl)) return `strconv.ParseInt: parsing ${JSON.stringify(ttl)}: invalid syntax`
    if (Number(ttl) >= 2 ** 31 || Number(ttl) < -(2 ** 31)) return `strconv.ParseInt: parsing ${JSON.stringify(ttl)}: value out of range`
    return Number(ttl) > this.ttl.maxTtl ? 'param "ttl" too high' : undefined
  }
}

/** Reads the position after which to resume: that of the header, unless it is 0. */
function readAfter(header: string | undefined, parameter: string | undefined): Position | Refusal {
  const headed = header ? readPosition(header) : beginning
  if (headed === undefined) return { refused: 'Last-Event-ID should be int' }
  if (parameter === undefined || isAfter(headed, beginning)) return headed
  return readPosition(parameter) ?? { refused: 'last_event_id should be int' }
}

function checkAddress(name: string, id: string | undefined): string | undefined {
  if (id === undefined) return `param "${name}" not present`
  const wrong = checkId(id)
  return wrong === undefined ? undefined : `failed to parse the "${name}" address: ${wrong}`
}

function checkId(id: string): string | undefined {
  if (Buffer.byteLength(id) !== idLength) return 'public address must be 64 characters long'
  return /^[\da-fA-F]+$/.test(id) ? undefined : 'public address must be a valid hex string'
}

function readPosition(id: string): Position | undefined {
  if (!/^[+-]?\d{1,18}$/.test(id)) return undefined
  const value = Math.max(0, Number(id))
  const sequence = value % sequencesOfOneMillisecond
  return { ms: (value - sequence) / sequencesOfOneMillisecond, sequence }
}
