import { InvalidFlagError } from '@benchpress/core/preset'

/** Conditions of each metric. */
export type ThresholdConditions = Readonly<Record<string, readonly string[]>>

/**
 * Reads conditions such as `http_failed rate < 1%`, each of a metric; what they say is checked with the config.
 *
 * @throws InvalidFlagError for a text that is none
 */
export function parseThresholds(texts: readonly string[]): ThresholdConditions {
  const conditions: Record<string, string[]> = {}
  for (const text of texts) {
    // A tag may hold spaces and braces, such as the route of an endpoint.
    const [, metric, condition] = /^\s*([\w-]+(?:\{.*\})?)\s*:?\s+(\S.*)$/.exec(text) ?? []
    if (metric === undefined || condition === undefined)
      throw new InvalidFlagError('must be a metric and a condition, such as "http_response_time p99 < 200ms"')
    ;(conditions[metric] ??= []).push(condition.trim())
  }
  return conditions
}
