import { redactBody } from '../../base/redact/redact-config.ts'
import { redactText } from '../../base/redact/redact-text.ts'

/** One of the requests that ended for a reason, with what tells more of it; plain data without known secrets. */
export interface FailureExample {
  /** When it ended, on the process' clock in microseconds. */
  readonly at: number
  /** Such as `POST /bid?lot=7`. */
  readonly request: string
  /** Of its response. */
  readonly status: number
  /** What its response should have been; `null` where that is known to the journey alone. */
  readonly expected: string | null
  /** How the body of its response began; `null` where that was not kept. */
  readonly received: string | null
  /** Whether the body went on after that. */
  readonly isCut: boolean
}

/** Tells of the request that ended last, when it is asked; nothing where there is none. */
export interface ExampleSource {
  example(): Omit<FailureExample, 'at'> | undefined
}

/** Examples that are kept of one reason, or check, over a whole run. */
export const mostExamples = 5

// By one recorder on one thread: three texts each, so six megabytes where all of them fill and need two bytes a character.
const mostOfAll = 1000

// So that no snapshot becomes large; later ones have the next.
const mostOfSnapshot = 100

/** Bytes of a text that are kept: more than is shown, so that a secret is found before the text is cut. */
export const mostKept = 1000

/** Ends a request, or what was expected, that was longer. */
export const cutMark = '…'

/** The earliest of two lists of examples. */
export function earliest(one: readonly FailureExample[] = [], other: readonly FailureExample[] = []): readonly FailureExample[] {
  return [...one, ...other].toSorted((a, b) => a.at - b.at || compare(a.request, b.request)).slice(0, mostExamples)
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** What one thread counts of a reason or a check, with its examples since the last snapshot, and the number of those over the run. */
export interface Exemplified {
  examples: FailureExample[] | undefined
  told: number
}

/** Decides whether one more example is kept: of a reason that has its five, it costs one comparison. */
export class ExampleBudget {
  #left = mostOfAll
  #leftNow = mostOfSnapshot

  /** Takes one more example, unless there are enough. */
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

  /** A snapshot was taken. */
  turn(): void {
    this.#leftNow = mostOfSnapshot
  }
}

function keep(text: string): string {
  return text.length > mostKept ? `${redactText(text.slice(0, mostKept))}${cutMark}` : redactText(text)
}
