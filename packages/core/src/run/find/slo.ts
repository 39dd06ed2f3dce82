import type { ConfigIssue } from '../../base/errors/benchpress-error.ts'
import type { Config } from '../../config/config.ts'
import { showValue } from '../../config/show-value.ts'
import type { ThresholdConfig } from '../../config/threshold-config.ts'
import { anyResponseTime } from '../../result/threshold/response-times.ts'

/** One condition of an SLO on a metric, as a threshold has it. */
interface SloCondition {
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

/** Thresholds with the conditions of an SLO behind them. */
export function withSlo(thresholds: Config['thresholds'], slo: readonly SloCondition[]): Config['thresholds'] {
  if (slo.length === 0) return thresholds
  const merged: Record<string, readonly ThresholdConfig[]> = {}
  for (const { selector, condition } of slo) merged[selector] = [...(merged[selector] ?? listOf(thresholds, selector)), condition]
  return { ...thresholds, ...merged }
}

function listOf(thresholds: Config['thresholds'], selector: string): readonly ThresholdConfig[] {
  const given = thresholds !== undefined && Object.hasOwn(thresholds, selector) ? thresholds[selector] : undefined
  if (given === undefined) return []
  return Array.isArray(given) ? (given as readonly ThresholdConfig[]) : [given as ThresholdConfig]
}

/** Puts what is wrong with a condition of the SLO in its words. */
export function inSlo(issue: ConfigIssue, slo: readonly SloCondition[], thresholds: Config['thresholds']): ConfigIssue {
  const index = slo.findIndex((condition, at) => {
    const before = slo.slice(0, at).filter(({ selector }) => selector === condition.selector).length
    return issue.path === `thresholds.${condition.selector}[${listOf(thresholds, condition.selector).length + before}]`
  })
  const found = slo[index]
  if (found === undefined) return issue
  const hint = found.written.startsWith('error') ? issue.hint?.replace('"rate ', '"error ') : issue.hint
  return { path: 'slo', message: `${showValue(found.written)}: ${issue.message}`, hint }
}

/** A search needs a condition, of its SLO or of the config. */
export function findSloProblems(slo: readonly SloCondition[], { thresholds = {} }: Config): readonly ConfigIssue[] {
  if (slo.length > 0 || Object.keys(thresholds).length > 0) return []
  return [{ path: 'slo', message: 'must have a condition', hint: 'such as "p99 < 50ms, error < 0.1%"' }]
}
