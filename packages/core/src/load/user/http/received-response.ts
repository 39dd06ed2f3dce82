import { failureReason } from '../failure.ts'
import type { ExampleSource, FailureExample } from '../../../measure/recorder/error-recorder.ts'
import { outcomeIndex } from '../../../model/metrics/outcome.ts'
import type { ResponseHead } from '../../wire/response-head.ts'
import { holds } from '../condition.ts'
import { decodeBody, decodeInSlices, mayBeTooLarge, readCoding, wasTooLarge, whyNotDecoded } from './content-codings.ts'
import { decodeText } from './received-body.ts'
import type { Exchange } from './exchange.ts'
import { charsetOf, fieldOf, fieldRecord, headerFieldsOf, statusOf } from './header-fields.ts'
import type { HttpResponse, JourneyExpect } from './http-client.ts'
import { urlOf, type OutgoingRequest } from './outgoing-request.ts'
import { describeStatuses, judgeStatuses } from '../../http/request-config.ts'

const { ok, check_failed: checkFailed } = outcomeIndex
const nothing = new Uint8Array()

/** A received response, whose parts are computed when they are read. */
export class ReceivedResponse implements HttpResponse, ExampleSource {
  readonly #exchange: Exchange
  readonly #head: ResponseHead
  readonly #now: number
  #outcome: number
  #bytes: Uint8Array | undefined
  #problem: unknown
  #text: string | undefined
  #headers: Readonly<Record<string, string>> | undefined
  #lookedAt: LookedAtResponse | undefined

  constructor(exchange: Exchange, head: ResponseHead, now: number) {
    this.#exchange = exchange
    this.#head = head
    this.#now = now
    this.#outcome = exchange.request.statusOutcomes[head.status] ?? checkFailed
  }

  /** Judges the response by the expectations of its request; returns why it is not `ok`, or `undefined`. */
  judge(): string | undefined {
    if (this.#outcome !== ok) return statusOf(this.#head)
    const { expect } = this.#exchange.request.options
    if (expect === undefined) return undefined
    const unexpected = findUnexpected(expect, this)
    if (unexpected !== undefined) this.#outcome = checkFailed
    return unexpected
  }

  /** Notes that a journey gets the response: from now on, reading it notifies `lookedAt`. */
  handOver(lookedAt: LookedAtResponse): void {
    this.#lookedAt = lookedAt
  }

  example(): Omit<FailureExample, 'at'> {
    const { request } = this.#exchange
    const { expect } = request.options
    const isStatusRight = request.statusOutcomes[this.#head.status] === ok
    const expected = isStatusRight && expect !== undefined ? describeExpect(expect) : describeAccepted(expect)
    return { request: lineOf(request), expected, ...this.excerpt() }
  }

  /** Returns the status, and the body if that was kept. */
  excerpt(): Pick<FailureExample, 'status' | 'received' | 'isCut'> {
    const { status } = this.#head
    if (!this.#exchange.wantsBody) return { status, received: null, isCut: false }
    try {
      return { status, received: this.#readText(), isCut: false }
    } catch (error) {
      return { status, received: failureReason(error), isCut: false }
    }
  }

  get outcome(): number {
    return this.#outcome
  }

  get status(): number {
    this.#look()
    return this.#head.status
  }

  get ok(): boolean {
    this.#look()
    return this.#outcome === ok
  }

  get url(): string {
    return urlOf(this.#exchange.request)
  }

  get headers(): Readonly<Record<string, string>> {
    this.#look()
    this.#headers ??= fieldRecord(this.#head)
    return this.#headers
  }

  get timings(): HttpResponse['timings'] {
    this.#look()
    const { plannedAt, requestedAt, sentAt, firstByteAt } = this.#exchange
    return {
      responseTime: (this.#now - plannedAt) / 1000,
      serviceTime: (this.#now - sentAt) / 1000,
      waiting: (sentAt - requestedAt) / 1000,
      timeToFirstByte: (firstByteAt - sentAt) / 1000,
    }
  }

  bytes(): Uint8Array {
    this.#look()
    return this.#readBytes()
  }

  text(): string {
    this.#look()
    return this.#readText()
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as in the interface
  json<Value = unknown>(): Value {
    try {
      return JSON.parse(this.text()) as Value
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause
      // All responses of an endpoint share a message, so that they can be counted together.
      throw new SyntaxError(`${this.#exchange.request.endpoint.name}: the body of the response (${this.#head.status}) is not JSON`, {
        cause,
      })
    }
  }

  #look(): void {
    this.#lookedAt?.keep(this, this.#head.status, this.#exchange)
  }

  /**
   * Decodes a large body while the thread does other things, before a journey gets it; `undefined` when that is not needed. Never rejects: reading the
   * body throws.
   */
  prepare(): Promise<void> | undefined {
    if (!mayBeTooLarge(this.#exchange.body?.length ?? 0, this.#encoding)) return undefined
    try {
      this.#readBytes()
    } catch (error) {
      if (wasTooLarge(error)) return this.#decodeInSlices()
    }
    return undefined
  }

  async #decodeInSlices(): Promise<void> {
    try {
      this.#bytes = await decodeInSlices(this.#exchange.body?.bytes() ?? nothing, this.#encoding)
    } catch (error) {
      this.#problem = error
    }
  }

  #readBytes(): Uint8Array {
    if (this.#problem !== undefined) throw this.#problem
    return (this.#bytes ??= decodeBody(this.#exchange.body?.bytes() ?? nothing, this.#encoding))
  }

  #readText(): string {
    return (this.#text ??= this.#decodeText())
  }

  #decodeText(): string {
    const encoding = readCoding(this.#encoding)
    if (encoding !== undefined && encoding.coding === undefined)
      throw new Error(
        `the body has the content encoding "${encoding.name}", which is not decoded (${whyNotDecoded(encoding.name)}): look at its bytes()`,
      )
    const charset = charsetOf(this.#head)
    if (encoding === undefined && charset === undefined) return this.#exchange.body?.text() ?? ''
    return decodeText(this.#readBytes(), charset)
  }

  get #encoding(): string | undefined {
    return fieldOf(this.#head, 'content-encoding') && headerFieldsOf(this.#head, 'content-encoding').join(', ')
  }
}

// A larger body is not kept for a check that may fail, because with thousands of pausing users it would use up the memory.
const largestKept = 2048

/**
 * What a failed check of a journey is about: the response that was read last in the iteration, or the loss of a request after it; kept only if that costs
 * nothing.
 *
 * A response to a request from before a loss may be what a check is about, or the loss may be: then nothing is known.
 */
export class LookedAtResponse implements ExampleSource {
  #request: OutgoingRequest | undefined
  #status = 0
  #response: ReceivedResponse | undefined
  #loss: string | undefined
  #lostAt = -Infinity

  keep(
    response: ReceivedResponse,
    status: number,
    { request, body, requestedAt }: Pick<Exchange, 'request' | 'body' | 'requestedAt'>,
  ): void {
    this.#request = requestedAt < this.#lostAt ? undefined : request
    this.#status = status
    this.#response = (body?.length ?? 0) <= largestKept ? response : undefined
    this.#loss = undefined
  }

  /** Notes that a request has ended without a response, and why; without them, that something ended which has no example. */
  lose(now: number, request?: OutgoingRequest, loss?: string): void {
    this.#request = request
    this.#response = undefined
    this.#loss = loss
    this.#lostAt = now
  }

  forget(): void {
    this.lose(-Infinity)
  }

  example(): Omit<FailureExample, 'at'> | undefined {
    if (this.#request === undefined) return undefined
    const about = { request: lineOf(this.#request), expected: null }
    if (this.#loss !== undefined) return { ...about, status: null, received: this.#loss, isCut: false }
    return { ...about, ...(this.#response?.excerpt() ?? { status: this.#status, received: null, isCut: false }) }
  }
}

function lineOf({ method, target }: OutgoingRequest): string {
  return `${method} ${target}`
}

const anyStatus = judgeStatuses({ status: undefined, body: undefined })
const judged = new Map<string, Uint8Array>()
const mostJudged = 100

/** The outcome of each status from 0 to 999, as an index into `outcomes`. */
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

function describeAccepted(expect: JourneyExpect | undefined): string {
  const status = expect?.status
  return describeStatuses(typeof status === 'number' ? [status] : status)
}

// What a function accepts is known only to the journey.
function describeExpect({ body, json }: JourneyExpect): string {
  const ofBody = body === undefined ? [] : [typeof body === 'function' ? 'a body that `expect.body` accepts' : `the body ${String(body)}`]
  return [...ofBody, ...(json === undefined ? [] : ['JSON that `expect.json` accepts'])].join(', ')
}

/** Describes what is unexpected in the body of a response; `undefined` when nothing is. A function that throws refuses the body. */
function findUnexpected(expect: JourneyExpect, response: HttpResponse): string | undefined {
  try {
    if (expect.body !== undefined && !matches(expect.body, response.text())) return 'unexpected body'
  } catch (error) {
    return `unexpected body: ${failureReason(error)}`
  }
  try {
    if (expect.json !== undefined && !holds(expect.json(response.json()), 'expect.json')) return 'unexpected JSON'
  } catch (error) {
    return `unexpected JSON: ${failureReason(error)}`
  }
  return undefined
}

function matches(expected: NonNullable<JourneyExpect['body']>, text: string): boolean {
  if (typeof expected === 'string') return text === expected
  if (typeof expected === 'function') return holds(expected(text), 'expect.body')
  // A pattern with the flag g or y keeps its position.
  expected.lastIndex = 0
  return expected.test(text)
}
