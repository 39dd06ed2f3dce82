import type { MetricDefinitions } from '../../../src/measure/recorder/own-metric.ts'
import type { ScenarioTotals } from '../../../src/measure/recorder/scenario-totals.ts'
import { evaluateThreshold } from '../../../src/result/threshold/evaluate-threshold.ts'
import { measureTotals, type MetricSource } from '../../../src/result/summary/measure-scenario.ts'
import { parseThreshold } from '../../../src/result/threshold/parse-threshold.ts'
import type { ThresholdResult } from '../../../src/result/threshold/threshold.ts'

/** Own metrics of each type. */
export const metrics: MetricDefinitions = {
  bids: { type: 'counter', unit: 'bids' },
  balance: { type: 'gauge' },
  accepted: { type: 'rate' },
  handshake: { type: 'trend', unit: 'ms' },
  answer_size: { type: 'trend', unit: 'bytes' },
  events: { type: 'counter', by: 'type' },
  open: { type: 'gauge', by: 'state' },
  resumed: { type: 'rate', by: 'transport' },
  connect_time: { type: 'trend', unit: 'ms', by: 'transport' },
}

/** Judges a threshold on the built-in metrics and those above. */
export function evaluate(selector: string, condition: string, sources: readonly MetricSource[]): ThresholdResult {
  const scenarios = sources.map(({ name }) => name)
  const parsed = parseThreshold(
    selector,
    condition,
    { abortOnFail: false, after: 0 },
    { metrics, scenarios, journeys: ['bid', ...sources.flatMap(({ totals }) => totals.users?.journeys.map(({ name }) => name) ?? [])] },
  )
  if ('problem' in parsed) throw new TypeError(`${parsed.problem}; ${parsed.hint}`)
  return evaluateThreshold(parsed.threshold, metrics, sources.map(measureTotals))
}

/** A scenario called `bidding` after ten seconds of its run phase. */
export function source(totals: ScenarioTotals, parts: Partial<MetricSource> = {}): MetricSource {
  return { name: 'bidding', totals, seconds: 10, ...parts }
}
