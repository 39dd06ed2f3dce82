import { builtInMetric, builtInMetrics } from '../threshold/built-in-metrics.ts'
import { callTime, foundRate, throughput } from './run-figures.ts'

// What is counted of work that was done, and of what went wrong. More bytes, or more requests of one status, can be either.
const done = new Set([throughput, foundRate.metric, 'iterations', 'users_completed', 'deliveries_received', 'delivery_reach'])
const wrong = new Set(['dropped', 'users_failed', 'deliveries_lost', 'deliveries_duplicated', 'deliveries_out_of_order'])

/** Says which of two values of a figure is the better one; `undefined` where that depends on what is meant, as of metrics of the user's own. */
export function betterOf(metric: string, aggregate: string): 'high' | 'low' | undefined {
  if (done.has(metric)) return 'high'
  if (wrong.has(metric)) return 'low'
  const isTime = metric === callTime || builtInMetrics[metric]?.type === 'trend'
  if (isTime) return aggregate === 'count' || aggregate === 'stdev' ? undefined : 'low'
  const failed = builtInMetric(metric)?.failed
  return failed && (failed === 'hits' ? 'low' : 'high')
}
