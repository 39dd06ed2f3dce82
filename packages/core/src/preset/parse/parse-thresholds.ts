import { InvalidFlagError } from '../flag.ts'

/** Conditions of each metric. */
export type ThresholdConditions = Readonly<Record<string, readonly string[]>>

// As `--slo` has them.
const ofErrors = /^(?:errors?|failed|failures)(?=\s*[<>=!])/i

/**
 * Reads conditions such as `http_failed rate < 1%`, each of a metric; what they say is checked with the config.
 *
 * A condition without a metric is on the response time, such as `p95 < 200ms`, or, of `error`, on the rate of requests that failed. One without a figure is on a
 * share, such as `checks > 99%`.
 *
 * @throws InvalidFlagError for a text that is none
 */
export function parseThresholds(texts: readonly string[]): ThresholdConditions {
  const conditions: Record<string, string[]> = {}
  for (const text of texts) {
    const [metric, condition] = readThreshold(text.trim())
    ;(conditions[metric] ??= []).push(condition)
  }
  return conditions
}

function readThreshold(text: string): readonly [metric: string, condition: string] {
  if (ofErrors.test(text)) return ['requests_failed', text.replace(ofErrors, 'rate')]
  if (/^(?:p\d[\d.]*|avg|mean|med|median|min|max)\s*[<>=!]/i.test(text)) return ['response_time', text]
  // A tag may hold spaces and braces, such as the route of an endpoint.
  const [, metric, condition] = /^([\w-]+(?:\{.*\})?)\s*(?::?\s+|(?=[<>=!]))(\S.*)$/.exec(text) ?? []
  if (metric === undefined || condition === undefined)
    throw new InvalidFlagError('must be a condition, such as "p95 < 200ms", or a metric and a condition, such as "http_failed rate < 1%"')
  return [metric, /^[<>=!].*%$/.test(condition) ? `rate ${condition}` : condition]
}
