import type { Count } from '../../base/units/count.ts'
import { hideSecrets } from '../../base/redact/redact-text.ts'
import { cutMark, type FailureExample } from '../../measure/recorder/recorded-examples.ts'

/** One of the requests that did not end as expected, to be looked at: texts of the target as they came, without known secrets. */
export interface FailureExampleSummary {
  /** When it ended, in seconds from the start of the run phase; negative in the warm-up. */
  readonly at: number
  /** Method and path, with the query, such as `POST /bid?lot=7`. */
  readonly request: string
  /** Status of its response. */
  readonly status: Count
  /** What its response should have been; `null` for a check, which only the journey knows. */
  readonly expected: string | null
  /** The first 500 bytes of the body of its response; `null` where the body was not kept. */
  readonly received: string | null
  /** Whether the body went on after that. */
  readonly isCut: boolean
}

const mostShown = 500

/**
 * Examples as a result shows them.
 *
 * @param secrets that are hidden; of a text that was cut before, as much of the end is left out as may be a part of one
 */
export function summarizeExamples(
  examples: readonly FailureExample[] | undefined,
  runStart: number,
  secrets: readonly string[] = [],
): { readonly examples?: readonly FailureExampleSummary[] } {
  if (examples === undefined) return {}
  const mostOfPart = Math.max(1, ...secrets.map(({ length }) => length)) - 1
  const show = (text: string, isCut = text.endsWith(cutMark)): string =>
    firstBytes(isCut && mostOfPart > 0 ? text.slice(0, -mostOfPart - (text.endsWith(cutMark) ? 1 : 0)) : text)
  return {
    examples: hideSecrets(examples, secrets).map(({ at, request, status, expected, received, isCut }) => {
      const shown = received === null ? null : show(received, isCut)
      return {
        at: (at - runStart) / 1e6,
        request: show(request),
        status,
        expected: expected === null ? null : show(expected),
        received: shown,
        isCut: isCut || shown !== received,
      }
    }),
  }
}

// A character that is cut through is left out.
function firstBytes(text: string): string {
  const bytes = Buffer.from(text)
  return bytes.length <= mostShown ? text : new TextDecoder().decode(bytes.subarray(0, mostShown), { stream: true })
}
