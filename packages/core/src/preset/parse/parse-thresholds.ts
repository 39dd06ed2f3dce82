import { InvalidFlagError } from '../flag.ts'

/** Conditions by metric. */
export type ThresholdConditions = Readonly<Record<string, readonly string[]>>

// Failed requests in the notation of `--slo`.
const ofErrors = /^(?:errors?|failed|failures)(?=\s*[<>=!])/i

/**
 * Parses conditions on metrics such as `http_failed rate < 1%`; whether the metrics exist is checked with the config.
 *
 * A condition without a metric, such as `p95 < 200ms`, is on the response time; `error` stands for the rate of failed requests. A condition without an
 * aggregate, such as `checks > 99%`, is on a share.
 *
 * @throws InvalidFlagError for any other text
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
  // A tag may contain spaces and braces, as in the route of an endpoint.
  const [, metric, condition] = /^([\w-]+(?:\{.*\})?)\s*(?::?\s+|(?=[<>=!]))(\S.*)$/.exec(text) ?? []
  if (metric === undefined || condition === undefined)
    throw new InvalidFlagError('must be a condition, such as "p95 < 200ms", or a metric and a condition, such as "http_failed rate < 1%"')
  return [metric, /^[<>=!].*%$/.test(condition) ? `rate ${condition}` : condition]
}
