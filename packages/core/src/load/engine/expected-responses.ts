import { outcomeIndex } from '../../model/metrics/outcome.ts'
import type { ResponseHead } from '../wire/response-head.ts'
import { BodyCheck } from '../http/body-check.ts'
import { judgeStatuses, type ExpectedBody, type ResolvedRequest } from '../http/request-config.ts'

const { ok, check_failed: checkFailed } = outcomeIndex

/** What the requests of a scenario expect of their responses, by the places of the requests: the same for all connections of a thread. */
export class ExpectedResponses {
  /** Whether any request expects a certain body. */
  readonly hasBodies: boolean
  readonly #bodies: readonly (ExpectedBody | undefined)[]
  readonly #outcomes: readonly Uint8Array[]
  readonly #isHead: readonly boolean[]

  constructor(requests: readonly Pick<ResolvedRequest, 'method' | 'expect'>[]) {
    this.#bodies = requests.map(({ expect }) => expect.body)
    this.#outcomes = requests.map(({ expect }) => judgeStatuses(expect))
    this.#isHead = requests.map(({ method }) => method === 'HEAD')
    this.hasBodies = this.#bodies.some((body) => body !== undefined)
  }

  /** Whether a response has no body because its request is a `HEAD`. */
  isHead(place: number): boolean {
    return this.#isHead[place]!
  }

  bodyOf(place: number): ExpectedBody | undefined {
    return this.#bodies[place]
  }

  /** The outcome of a response by its status alone, as an index into `outcomes`. */
  outcomeOf(place: number, status: number): number {
    return this.#outcomes[place]![status]!
  }
}

/** Judges the responses on one connection by their statuses and bodies, one after the other. An `ok` response allocates nothing. */
export class ResponseJudge extends BodyCheck {
  /** Why the last response was not `ok`; `undefined` when it was. */
  reason: string | undefined
  readonly #expected: ExpectedResponses
  #isComparing = false

  constructor(expected: ExpectedResponses) {
    super()
    this.#expected = expected
  }

  /** Takes the bytes of a body from `start` to `end` of a buffer, which may be used again after that. */
  take(place: number, buffer: Buffer, start: number, end: number): void {
    this.#compare(place)
    this.push(buffer, start, end)
  }

  /** The outcome of a complete response, as an index into `outcomes`. */
  judge(place: number, { status, reason }: ResponseHead): number {
    const outcome = this.#expected.outcomeOf(place, status)
    // An empty body is never pushed.
    if (this.#expected.hasBodies) this.#compare(place)
    const isOther = outcome === ok && this.#expected.hasBodies && !this.matches()
    this.#isComparing = false
    this.reason = isOther ? 'unexpected body' : outcome === ok ? undefined : `${status} ${reason}`.trimEnd()
    return isOther ? checkFailed : outcome
  }

  /** Forgets a response that will not be complete. */
  reset(): void {
    this.#isComparing = false
  }

  #compare(place: number): void {
    if (this.#isComparing) return
    this.#isComparing = true
    this.start(this.#expected.bodyOf(place))
  }
}
