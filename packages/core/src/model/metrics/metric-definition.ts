/** What a metric is made of: a sum, a level, the share of what was true, or a distribution of values. */
export type MetricType = 'counter' | 'gauge' | 'rate' | 'trend'

/** A metric as data, known before any worker starts. */
export interface MetricDefinition {
  readonly type: MetricType
  /** Of a trend: `ms` for times in milliseconds. Shown as it is. */
  readonly unit?: string
  readonly description?: string
  /** Name of a tag that it is also kept by, such as `type` or `cause`: at most 200 values, the rest as `other`. */
  readonly by?: string
}

/** Metrics by name. */
export type MetricDefinitions = Readonly<Record<string, MetricDefinition>>
