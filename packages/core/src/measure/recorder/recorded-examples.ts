import { redactBody } from '../../base/redact/redact-config.ts'
import { redactText } from '../../base/redact/redact-text.ts'

/** An example of a request that failed for a reason, as plain data without known secrets. */
export interface FailureExample {
  /** When the request ended, in microseconds on the clock of the process. */
  readonly at: number
  /** Method and path, such as `POST /bid?lot=7`. */
  readonly request: string
  /** Status of the response. */
  readonly status: number
  /** The expected response as text; `null` when only the journey knows it. */
  readonly expected: string | null
  /** The beginning of the body of the response; `null` when it was not kept. */
  readonly received: string | null
  /** Whether the body was longer. */
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

/** The kept bytes of a text: more than are shown, so that a secret is found before the text is cut. */
export const mostKept = 1000

/** The end of a request, or an expectation, that was cut. */
export const cutMark = '…'

/** The earliest examples of two lists. */
export function earliest(one: readonly FailureExample[] = [], other: readonly FailureExample[] = []): readonly FailureExample[] {
  return [...one, ...other].toSorted((a, b) => a.at - b.at || compare(a.request, b.request)).slice(0, mostExamples)
}

function compare(a: string, b: string): number {
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

  /** Adds an example, unless there are enough. */
  take(of: Exemplified, source: ExampleSource, at: number): void {
    if (of.told >= mostExamples || this.#left === 0 || this.#leftNow === 0) return
    const example = source.example()
    if (example === undefined) return
    of.told += 1
    this.#left -= 1
    this.#leftNow -= 1
    const { request, expected, received } = example
    const shown = {
      request: keep(request),
      expected: expected && keep(expected),
      received: received && redactBody(received.slice(0, mostKept)),
    }
    ;(of.examples ??= []).push({ at, ...example, ...shown })
  }

  /** Notes that a snapshot was taken. */
  turn(): void {
    this.#leftNow = mostOfSnapshot
  }
}

function keep(text: string): string {
  return text.length > mostKept ? `${redactText(text.slice(0, mostKept))}${cutMark}` : redactText(text)
}
