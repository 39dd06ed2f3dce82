import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { MetricSource } from '../result/threshold/metric-source.ts'
import type { LoadCollector } from './load-collector.ts'
import { endpointOf } from './name-request.ts'

/**
 * What metrics are read from: the totals of each scenario.
 *
 * @param phaseOf the run phase of a scenario, in seconds, and whether it did not come to its planned end
 * @param lostBefore messages that were sent before this time and did not arrive are lost; default all, as at the end of a test
 */
export function metricSources(
  config: ResolvedConfig,
  collector: LoadCollector,
  phaseOf: (index: number) => Pick<MetricSource, 'seconds' | 'cutShort'>,
  lostBefore: number = Infinity,
): MetricSource[] {
  const deliveries = [...collector.deliveries.byPlugin].flatMap(([name, totals]) => (totals.isEmpty ? [] : [{ name, totals, lostBefore }]))
  return config.scenarios.flatMap((scenario, index) => {
    const totals = collector.scenarios[index]
    if (totals === undefined) return []
    return [{ name: scenario.name, totals, endpoint: endpointOf(scenario), ...phaseOf(index), deliveries }]
  })
}
