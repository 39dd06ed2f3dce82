import { builtInMetrics, type BuiltInMetric } from '../../model/metrics/metric-definition.ts'

/** The metrics of messages that users push to each other. */
export type DeliveryMetric = Extract<BuiltInMetric, `deliver${string}`>

/** Whether a metric is of messages that users push to each other, which are of the test and not of a scenario. */
export function isDeliveryMetric(name: BuiltInMetric): name is DeliveryMetric {
  return name.startsWith('deliver')
}

/** Whether a metric is one that every test has, and not one of the user's own. */
export function isBuiltInMetric(name: string): name is BuiltInMetric {
  return Object.hasOwn(builtInMetrics, name)
}
