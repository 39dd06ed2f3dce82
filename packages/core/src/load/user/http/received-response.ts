import { messageOf } from '../../../base/errors/benchpress-error.ts'
import { outcomeIndex } from '../../../model/metrics/outcome.ts'
import type { ResponseHead } from '../../wire/response-head.ts'
import { decodeBody, decodeText } from './received-body.ts'
import type { Exchange } from './exchange.ts'
import { charsetOf, fieldOf, fieldRecord, fieldsOf, statusOf } from './header-fields.ts'
import type { HttpResponse, JourneyExpect } from './http-client.ts'
import { urlOf } from './outgoing-request.ts'
import { judgeStatuses } from '../../http/request-config.ts'

const { ok, check_failed: checkFailed } = outcomeIndex
const nothing = new Uint8Array()

/** A response that was received, whose parts are worked out when they are asked for. */
export class ReceivedResponse implements HttpResponse {
  readonly #exchange: Exchange
  readonly #head: ResponseHead
  readonly #now: number
  #outcome: number
  #bytes: Uint8Array | undefined
  #text: string | undefined
  #headers: Readonly<Record<string, string>> | undefined

  constructor(exchange: Exchange, head: ResponseHead, now: number) {
    this.#exchange = exchange
    this.#head = head
    this.#now = now
    this.#outcome = exchange.request.statusOutcomes[head.status] ?? checkFailed
  }

  /** Judges it by all that its request expects, and returns why it is not `ok`; `undefined` when it is. */
  judge(): string | undefined {
    if (this.#outcome !== ok) return statusOf(this.#head)
    const { expect } = this.#exchange.request.options
    if (expect === undefined) return undefined
    const unexpected = findUnexpected(expect, this)
    if (unexpected !== undefined) this.#outcome = checkFailed
    return unexpected
  }

  /** As an index into `outcomes`. */
  get outcome(): number {
    return this.#outcome
  }

  get status(): number {
    return this.#head.status
  }

  get ok(): boolean {
    return this.#outcome === ok
  }

  get url(): string {
    return urlOf(this.#exchange.request)
  }

  get headers(): Readonly<Record<string, string>> {
    this.#headers ??= fieldRecord(this.#head)
    return this.#headers
  }

  get timings(): HttpResponse['timings'] {
    const { plannedAt, askedAt, sentAt, firstByteAt } = this.#exchange
    return {
      responseTime: (this.#now - plannedAt) / 1000,
      serviceTime: (this.#now - sentAt) / 1000,
      waiting: (sentAt - askedAt) / 1000,
      timeToFirstByte: (firstByteAt - sentAt) / 1000,
    }
  }

  bytes(): Uint8Array {
    this.#bytes ??= this.#isEncoded ? this.#decode() : (this.#exchange.body?.bytes() ?? nothing)
    return this.#bytes
  }

  text(): string {
    this.#text ??= this.#readText()
    return this.#text
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as the interface has it
  json<Value = unknown>(): Value {
    try {
      return JSON.parse(this.text()) as Value
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause
      // One message for all responses of an endpoint, so that they can be counted together.
      throw new SyntaxError(`${this.#exchange.request.endpoint.name}: the body of the response (${this.status}) is not JSON`, { cause })
    }
  }

  #readText(): string {
    const charset = charsetOf(this.#head)
    if (charset !== undefined) return decodeText(this.bytes(), charset)
    return this.#isEncoded ? decodeText(this.bytes()) : (this.#exchange.body?.text() ?? '')
  }

  get #isEncoded(): boolean {
    return fieldOf(this.#head, 'content-encoding') !== undefined
  }

  #decode(): Uint8Array {
    return decodeBody(this.#exchange.body?.bytes() ?? nothing, fieldsOf(this.#head, 'content-encoding').join(','))
  }
}

const anyStatus = judgeStatuses({ status: undefined, body: undefined })
const judged = new Map<string, Uint8Array>()
const mostJudged = 100

/** The outcome of each status from 0 to 999 by itself, as an index into `outcomes`. */
export function judgeJourneyStatuses(accepted: JourneyExpect['status']): Uint8Array {
  if (accepted === undefined) return anyStatus
  const key = String(accepted)
  let table = judged.get(key)
  if (table === undefined) {
    table = judgeStatuses({ status: typeof accepted === 'number' ? [accepted] : accepted, body: undefined })
    if (judged.size < mostJudged) judged.set(key, table)
  }
  return table
}

/** What of a response's body is not as it was expected; `undefined` when all is. A function that throws says no. */
function findUnexpected(expect: JourneyExpect, response: HttpResponse): string | undefined {
  try {
    if (expect.body !== undefined && !matches(expect.body, response.text())) return 'unexpected body'
  } catch (error) {
    return `unexpected body: ${messageOf(error)}`
  }
  try {
    if (expect.json !== undefined && !expect.json(response.json())) return 'unexpected JSON'
  } catch (error) {
    return `unexpected JSON: ${messageOf(error)}`
  }
  return undefined
}

function matches(expected: NonNullable<JourneyExpect['body']>, text: string): boolean {
  if (typeof expected === 'string') return text === expected
  if (typeof expected === 'function') return expected(text)
  // A pattern with the flag g or y remembers where it was.
  expected.lastIndex = 0
  return expected.test(text)
}
