import type { FigureComparison, ResultsComparison } from '@benchpress/core'
import { suiteResult } from './suite-fixture.ts'

/** A scenario that figures are of. */
export const part = { test: 'shop', variant: 'default', kind: 'scenario', names: ['reads'] } as const

/** A figure that is worse on the head, but for what is given. */
export function figure(changes: Partial<FigureComparison> = {}): FigureComparison {
  return {
    part,
    metric: 'http_response_time',
    aggregate: 'p99',
    unit: 'ms',
    better: 'low',
    base: [10, 10.2, 9.9, 10, 10],
    head: [11, 11.1, 10.9, 11, 11],
    runs: 5,
    sides: { base: { middle: 10, lowest: 9.9, highest: 10.2 }, head: { middle: 11, lowest: 10.9, highest: 11.1 } },
    ratio: 1.1,
    interval: [1.08, 1.12],
    confidence: 0.95,
    margin: 0.05,
    answer: 'worse',
    because: null,
    runsNeeded: null,
    ...changes,
  }
}

const { environment } = suiteResult([])

/** A comparison of figures. */
export function comparison(figures: readonly FigureComparison[], changes: Partial<ResultsComparison> = {}): ResultsComparison {
  const side = { environment, runs: 3 }
  return {
    schemaVersion: 1,
    name: 'shop',
    base: { name: 'base', ...side },
    head: { name: 'head', ...side },
    differences: [],
    figures,
    regressions: [],
    ...changes,
  }
}

/** A figure that is better on the head. */
export const throughput = figure({
  metric: 'throughput',
  aggregate: 'rate',
  unit: 'per second',
  better: 'high',
  base: [1000],
  head: [1200],
  ratio: 1.2,
  interval: [1.18, 1.23],
  answer: 'better',
})
/** A figure that is equivalent on both sides. */
export const same = figure({ aggregate: 'p50', ratio: 1, interval: [0.98, 1.02], answer: 'equivalent' })
