import { anyResponseTime } from '../../result/threshold/response-times.ts'

/** One condition of an SLO on a metric, as a threshold has it. */
export interface SloCondition {
  /** As it was written. */
  readonly written: string
  readonly selector: string
  /** Such as `p99 < 50ms`. */
  readonly condition: string
}

const errorWords = /^(?:errors?|failed|failures)(?=\s*[<>=!])/i

/**
 * Reads an SLO such as `p99 < 50ms, error < 0.1%`.
 *
 * A condition without a metric is on `response_time`, one of `error` is on the rate of `requests_failed`, and any other names its metric:
 * `checks rate > 99%`. What stands in a condition is checked with the config.
 */
export function parseSlo(slo: string): readonly SloCondition[] {
  return splitAtCommas(slo).map((written) => {
    if (errorWords.test(written)) return { written, selector: 'requests_failed', condition: written.replace(errorWords, 'rate') }
    const [, selector, condition] = /^([a-z][\w.]*(?:\{[^]*\})?)\s+([^<>=!\s][^]*)$/i.exec(written) ?? []
    if (selector === undefined || condition === undefined) return { written, selector: anyResponseTime, condition: written }
    return { written, selector, condition }
  })
}

// A comma within braces belongs to the tags of a metric.
function splitAtCommas(text: string): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (character === ',' && depth <= 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
