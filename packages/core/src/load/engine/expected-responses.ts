import { outcomeIndex } from '../../model/metrics/outcome.ts'
import type { ExampleSource, FailureExample } from '../../measure/recorder/error-recorder.ts'
import type { ResponseHead } from '../wire/response-head.ts'
import { BodyCheck, type ExpectedBody } from '../http/body-check.ts'
import { describeExpected, isRepeatable, judgeStatuses, type ResolvedRequest } from '../http/request-config.ts'
import { fieldOf, statusOf } from '../user/http/header-fields.ts'

const { ok, check_failed: checkFailed } = outcomeIndex

type ExpectingRequest = Pick<ResolvedRequest, 'method' | 'expect'> & Partial<Pick<ResolvedRequest, 'path'>>

/** The expected responses of a scenario, by the places of the requests; shared by all connections of a thread. */
export class ExpectedResponses {
  /** Whether any request expects a certain body. */
  readonly hasBodies: boolean
  readonly #requests: readonly ExpectingRequest[]
  readonly #bodies: readonly (ExpectedBody | undefined)[]
  readonly #outcomes: readonly Uint8Array[]
  readonly #isHead: readonly boolean[]
  readonly #isRepeatable: readonly boolean[]
  /** For each status, whether it makes the response to any of the requests fail. */
  readonly #isBad: readonly boolean[]

  constructor(requests: readonly ExpectingRequest[]) {
    this.#requests = requests
    this.#bodies = requests.map(({ expect }) => expect.body)
    this.#outcomes = requests.map(({ expect }) => judgeStatuses(expect))
    this.#isHead = requests.map(({ method }) => method === 'HEAD')
    this.#isRepeatable = requests.map(({ method }) => isRepeatable(method))
    this.#isBad = Array.from({ length: 1000 }, (_, status) => this.#outcomes.some((outcomes) => outcomes[status] !== ok))
    this.hasBodies = this.#bodies.some((body) => body !== undefined)
  }

  isHead(place: number): boolean {
    return this.#isHead[place]!
  }

  /** Whether sending the request twice does no harm. */
  isRepeatable(place: number): boolean {
    return this.#isRepeatable[place]!
  }

  /** Whether the body of a response with this status is needed: to be compared, or kept as an example of a failure. */
  wantsBody(status: number): boolean {
    return this.hasBodies || this.#isBad[status]!
  }

  bodyOf(place: number): ExpectedBody | undefined {
    return this.#bodies[place]
  }

  /** The outcome of a response by its status alone, as an index into `outcomes`. */
  outcomeOf(place: number, status: number): number {
    return this.#outcomes[place]![status]!
  }

  describe(place: number, status: number): Pick<FailureExample, 'request' | 'expected'> {
    const { method, path = '', expect } = this.#requests[place]!
    return { request: `${method} ${path}`.trimEnd(), expected: describeExpected(expect, this.outcomeOf(place, status) === ok) }
  }
}

/** Judges the responses of one connection by their statuses and bodies. An `ok` response allocates nothing. */
export class ResponseJudge implements ExampleSource {
  /** Why the last response was not `ok`; `undefined` when it was. */
  reason: string | undefined
  readonly #expected: ExpectedResponses
  readonly #body = new BodyCheck()
  #isReading = false
  #isBad = false
  // The last response that was not `ok`.
  #failed: { readonly place: number; readonly head: ResponseHead } | undefined

  constructor(expected: ExpectedResponses) {
    this.#expected = expected
  }

  /** Takes the bytes of a body from `start` to `end` of a buffer, which may be used again after that. */
  take(place: number, status: number, buffer: Buffer, start: number, end: number): void {
    this.#begin(place, status)
    if (this.#isBad) this.#body.excerpt.push(buffer, start, end)
    else this.#body.push(buffer, start, end)
  }

  /** The outcome of a complete response, as an index into `outcomes`. */
  judge(place: number, head: ResponseHead): number {
    const { status } = head
    const outcome = this.#expected.outcomeOf(place, status)
    // An empty body is never pushed.
    if (outcome !== ok || this.#expected.hasBodies) this.#begin(place, status)
    const isOther = outcome === ok && this.#expected.hasBodies && !this.#body.matches()
    this.#isReading = false
    this.reason = isOther ? 'unexpected body' : outcome === ok ? undefined : statusOf(head)
    if (this.reason !== undefined) this.#failed = { place, head }
    return isOther ? checkFailed : outcome
  }

  /** Describes the last response that was not `ok`; to be called before the next one is read. */
  example(): Omit<FailureExample, 'at'> | undefined {
    if (this.#failed === undefined) return undefined
    const { place, head } = this.#failed
    const encoding = fieldOf(head, 'content-encoding')
    // An incomplete body cannot be decoded.
    const received = encoding === undefined ? this.#body.excerpt.text() : `a body in ${encoding}`
    const { isCut } = this.#body.excerpt
    return { ...this.#expected.describe(place, head.status), status: head.status, received, isCut }
  }

  reset(): void {
    this.#isReading = false
  }

  #begin(place: number, status: number): void {
    if (this.#isReading) return
    this.#isReading = true
    this.#isBad = this.#expected.outcomeOf(place, status) !== ok
    this.#body.start(this.#expected.bodyOf(place))
  }
}
