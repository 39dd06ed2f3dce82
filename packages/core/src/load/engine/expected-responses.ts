import { outcomeIndex } from '../../model/metrics/outcome.ts'
import type { ExampleSource, FailureExample } from '../../measure/recorder/error-recorder.ts'
import type { ResponseHead } from '../wire/response-head.ts'
import { BodyCheck } from '../http/body-check.ts'
import { describeExpected, isRepeatable, judgeStatuses, type ResolvedRequest } from '../http/request-config.ts'
import { fieldOf, statusOf } from '../user/http/header-fields.ts'

const { ok, check_failed: checkFailed } = outcomeIndex

type ExpectingRequest = Pick<ResolvedRequest, 'method' | 'expect'> & Partial<Pick<ResolvedRequest, 'path'>>

/** One request, and what is expected of its response. */
interface ExpectedResponse {
  readonly request: string
  readonly expect: ResolvedRequest['expect']
  /** The outcome by the status alone, as an index into `outcomes`. */
  readonly outcomes: Uint8Array
  readonly isHead: boolean
  readonly isRepeatable: boolean
}

/** The expected responses of a scenario, by the places of the requests; shared by all connections of a thread. */
export class ExpectedResponses {
  readonly of: readonly ExpectedResponse[]
  readonly hasBodies: boolean
  /** For each status, whether it makes the response to any of the requests fail. */
  readonly #isBad: readonly boolean[]

  constructor(requests: readonly ExpectingRequest[]) {
    this.of = requests.map(({ method, path = '', expect }) => ({
      request: `${method} ${path}`.trimEnd(),
      expect,
      outcomes: judgeStatuses(expect),
      isHead: method === 'HEAD',
      isRepeatable: isRepeatable(method),
    }))
    this.hasBodies = requests.some(({ expect }) => expect.body !== undefined)
    this.#isBad = Array.from({ length: 1000 }, (_, status) => this.of.some(({ outcomes }) => outcomes[status] !== ok))
  }

  /** Whether the body of a response with this status is needed: to be compared, or kept as an example of a failure. */
  wantsBody(status: number): boolean {
    return this.hasBodies || this.#isBad[status]!
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
    const outcome = this.#expected.of[place]!.outcomes[status]!
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
    const { request, expect, outcomes } = this.#expected.of[place]!
    const expected = describeExpected(expect, outcomes[head.status] === ok)
    const late = encoding === undefined ? this.#body.lateDifference() : undefined
    return { request, expected, status: head.status, received, isCut, ...late }
  }

  reset(): void {
    this.#isReading = false
  }

  #begin(place: number, status: number): void {
    if (this.#isReading) return
    this.#isReading = true
    const { expect, outcomes } = this.#expected.of[place]!
    this.#isBad = outcomes[status] !== ok
    this.#body.start(expect.body)
  }
}
