import type { Count } from '../../base/units/count.ts'
import { hideSecrets } from '../../base/redact/redact-text.ts'
import { cutMark, type FailureExample } from '../../measure/recorder/error-recorder.ts'

/** An example of a request that did not end as expected, with texts of the target as they were received, except for known secrets. */
export interface FailureExampleSummary {
  /** When the request ended, in seconds from the start of the run phase; negative in the warm-up. */
  readonly at: number
  /** Method and path, with the query, such as `POST /bid?lot=7`. */
  readonly request: string
  /** Status of the response. */
  readonly status: Count
  /** The expected response as text; `null` for a check, whose condition only the journey knows. */
  readonly expected: string | null
  /** The first 500 bytes of the body of the response; `null` when the body was not kept. */
  readonly received: string | null
  /** Whether the body was longer. */
  readonly isCut: boolean
}

const mostShown = 500

/**
 * Examples as a result shows them.
 *
 * @param secrets texts to hide; the end of a cut text that may be the beginning of a secret is left out, too
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

// An incomplete character at the end is left out.
function firstBytes(text: string): string {
  const bytes = Buffer.from(text)
  return bytes.length <= mostShown ? text : new TextDecoder().decode(bytes.subarray(0, mostShown), { stream: true })
}
