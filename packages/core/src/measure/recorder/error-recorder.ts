import { beginningOf, cutText } from '../../base/redact/cut-text.ts'
import { redactBody } from '../../base/redact/redact-config.ts'

/** One reason why requests of one phase to one endpoint did not end `ok`. Times are in microseconds on the clock of the process. */
export interface ErrorSnapshot {
  readonly outcome: number
  readonly reason: string
  /** The endpoint, when there are several. */
  readonly endpoint: string | undefined
  readonly count: number
  readonly first: number
  readonly last: number
  /** Examples of the earliest of these requests, at most five over the run; missing when there are none. */
  readonly examples?: readonly FailureExample[] | undefined
}

/** The number of reasons that are counted separately. */
export const mostReasons = 100
/** The number of pairs of a reason and an endpoint that are counted separately. */
export const mostPairs = 400
/** The name for all reasons beyond the first hundred. */
export const otherReasons = 'other reasons'
/** The name for further endpoints of a known reason when there are too many pairs. */
export const otherEndpoints = 'other'

/** Why a request did not end `ok`, and the endpoint it was sent to. */
export interface Failure {
  readonly reason: string
  readonly endpoint: string | undefined
  /** Describes the request, as long as there are few examples of the reason. */
  readonly source?: ExampleSource | undefined
}

/** Counts why requests did not end `ok`, by reason and endpoint: at most a hundred reasons and four hundred pairs, the rest together. */
export class ErrorRecorder {
  // Known reasons are kept between snapshots; only their counts begin anew.
  readonly #errors = new ErrorTable()
  readonly #budget = new ExampleBudget()

  /** @param failure only the reason, when there is one endpoint or none */
  count(outcome: number, failure: string | Failure, now: number): void {
    const { reason, endpoint, source }: Failure = typeof failure === 'string' ? { reason: failure, endpoint: undefined } : failure
    const error = this.#errors.of(outcome, reason, endpoint)
    error.count += 1
    error.first = Math.min(error.first, now)
    error.last = Math.max(error.last, now)
    if (source !== undefined) this.#budget.take(error, source, now)
  }

  take(): ErrorSnapshot[] {
    const taken: ErrorSnapshot[] = []
    this.#budget.turn()
    for (const error of this.#errors.all) {
      if (error.count === 0) continue
      const { told: _told, examples, ...counted } = error
      taken.push(examples === undefined ? counted : { ...counted, examples })
      error.count = 0
      error.first = Infinity
      error.last = -Infinity
      error.examples = undefined
    }
    return taken
  }
}

interface CountedError extends Omit<ErrorSnapshot, 'examples'>, Exemplified {
  count: number
  first: number
  last: number
}

/** A count for each outcome, reason and endpoint. */
export class ErrorTable {
  readonly #byReason = new Map<string, Map<string | undefined, CountedError>>()
  #pairs = 0

  /** The counts in the order in which they were first seen. */
  get all(): CountedError[] {
    return [...this.#byReason.values()].flatMap((byEndpoint) => [...byEndpoint.values()])
  }

  /** The count of an outcome, a reason and an endpoint; the shared count of other reasons or endpoints when there are too many. */
  of(outcome: number, reason: string, endpoint: string | undefined): CountedError {
    const key = `${outcome} ${reason}`
    const known = this.#byReason.get(key)
    if (known !== undefined) return this.#at(known, outcome, reason, endpoint)
    if (this.#byReason.size >= mostReasons && reason !== otherReasons) return this.of(outcome, otherReasons, endpoint)
    const byEndpoint = new Map<string | undefined, CountedError>()
    this.#byReason.set(key, byEndpoint)
    return this.#at(byEndpoint, outcome, reason, endpoint)
  }

  #at(byEndpoint: Map<string | undefined, CountedError>, outcome: number, reason: string, wanted: string | undefined): CountedError {
    const isNamedFault = byEndpoint.has(wanted) || wanted === undefined || this.#pairs < mostPairs
    const endpoint = isNamedFault ? wanted : otherEndpoints
    const known = byEndpoint.get(endpoint)
    if (known !== undefined) return known
    const error = { outcome, reason, endpoint, count: 0, first: Infinity, last: -Infinity, examples: undefined, told: 0 }
    byEndpoint.set(endpoint, error)
    this.#pairs += 1
    return error
  }
}

/** An example of a request that failed for a reason, as plain data; without secrets once it is recorded. */
export interface FailureExample {
  /** When the request ended, in microseconds on the clock of the process. */
  readonly at: number
  /** Method and path, such as `POST /bid?lot=7`. */
  readonly request: string
  /** `null` when there was no response. */
  readonly status: number | null
  /** The expected response as text; `null` when only the journey knows it. */
  readonly expected: string | null
  /** The body of the response or its beginning, `null` when it was not kept; why there was no response. */
  readonly received: string | null
  /** Whether the body is longer. */
  readonly isCut: boolean
}

/** Describes the request that ended last, on demand; `undefined` when there is none. */
export interface ExampleSource {
  example(): Omit<FailureExample, 'at'> | undefined
}

/** The number of examples of one reason, or check, over a whole run. */
export const mostExamples = 5

// The most examples of one recorder on one thread: with three texts each, six megabytes if all are full and need two bytes for each character.
const mostOfAll = 1000

// The most examples of one snapshot; later snapshots have the next.
const mostOfSnapshot = 100

/** The most bytes of a body that are kept: more than the characters that are shown, so that a secret is found before the body is cut. */
export const mostKept = 1000

const mostShown = 500

/** The earliest examples of two lists. */
export function earliest(one: readonly FailureExample[] = [], other: readonly FailureExample[] = []): readonly FailureExample[] {
  return [...one, ...other].toSorted((a, b) => a.at - b.at || compareText(a.request, b.request)).slice(0, mostExamples)
}

/** The order of two texts by their characters, the same in every language. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The counts of a reason or a check on one thread, with its examples since the last snapshot, and their number over the run. */
export interface Exemplified {
  examples: FailureExample[] | undefined
  told: number
}

/** Decides whether one more example is kept; for a reason that has five examples, it costs one comparison. */
export class ExampleBudget {
  #left = mostOfAll
  #leftNow = mostOfSnapshot

  take(of: Exemplified, source: ExampleSource, at: number): void {
    if (of.told >= mostExamples || this.#left === 0 || this.#leftNow === 0) return
    const example = source.example()
    if (example === undefined) return
    of.told += 1
    this.#left -= 1
    this.#leftNow -= 1
    const { status, request, expected, received } = example
    const body = received === null ? undefined : beginningOf(received, mostShown, { isCut: example.isCut, redact: redactBody })
    ;(of.examples ??= []).push({
      at,
      status,
      request: cutText(request, mostShown),
      expected: expected && cutText(expected, mostShown),
      received: body?.text ?? null,
      isCut: body?.isCut ?? false,
    })
  }

  turn(): void {
    this.#leftNow = mostOfSnapshot
  }
}
