import { builtInMetrics, type BuiltInMetric } from '../metrics/built-in-metrics.ts'

/** Whether a metric is one that every test has, and not one of the user's own. */
export function isBuiltInMetric(name: string): name is BuiltInMetric {
  return Object.hasOwn(builtInMetrics, name)
}
