import { sumOf } from '../../base/units/count.ts'
import { matchTag } from './match-names.ts'
import type { MeasuredScenario } from './measured.ts'
import { partsNamed } from './read-metric.ts'
import type { Threshold, ThresholdResult } from './threshold.ts'

/** The metric that stands for response times of every kind of requests. */
export const anyResponseTime = 'response_time'

/** A metric of the response times of one kind of requests. */
export type ResponseTimeMetric = 'http_response_time' | 'plugin_response_time'

/**
 * The metrics that a limit on response times applies to when none is named: one for each kind of requests that was sent.
 *
 * A percentile never mixes both kinds: with both, the limit must hold for each. Used by matchers, searches and thresholds.
 *
 * @param sent the number of started requests of each kind
 */
export function responseTimeMetrics(sent: { readonly overHttp: number; readonly ofPlugins: number }): readonly ResponseTimeMetric[] {
  if (sent.ofPlugins === 0) return ['http_response_time']
  return sent.overHttp === 0 ? ['plugin_response_time'] : ['http_response_time', 'plugin_response_time']
}

/** Expands a threshold on {@link anyResponseTime} to the thresholds that it stands for; any other threshold stands for itself. */
export function thresholdsMeant<Meant extends Pick<Threshold, 'on'>>(threshold: Meant, all: readonly MeasuredScenario[]): readonly Meant[] {
  const { on } = threshold
  if (on.metric !== anyResponseTime) return [threshold]
  const scenarios = matchTag('scenario', on, all)
  const started = (requests: 'http' | 'plugins'): number => {
    const parts = 'missing' in scenarios ? scenarios : partsNamed({ of: 'requests', requests }, on, scenarios)
    return 'missing' in parts ? 0 : sumOf(parts, ({ counts }) => (counts as { readonly started: number }).started)
  }
  const metrics = responseTimeMetrics({ overHttp: started('http'), ofPlugins: started('plugins') })
  return metrics.map((metric) => ({ ...threshold, on: { ...on, metric } }))
}

/** The result of one of {@link thresholdsMeant}, with its metric. */
export interface MeantResult {
  readonly metric: string
  readonly result: ThresholdResult
}

/** Combines the results of the thresholds that one stands for: the first that failed, otherwise the inconclusive one that needs most, with the texts of all. */
export function worstOf(all: readonly [MeantResult, ...MeantResult[]]): ThresholdResult {
  const [{ result }, ...others] = all
  if (others.length === 0) return result
  const worst = all.map((each) => each.result).reduce((a, b) => (severity(b) > severity(a) ? b : a))
  return { ...worst, text: all.map((each) => `${each.metric} ${each.result.text}`).join('; ') }
}

function severity({ passed, inconclusive }: ThresholdResult): number {
  if (passed) return 0
  return inconclusive === null ? Infinity : 1 + (inconclusive.times ?? 0)
}
