/** The kind of a metric: a sum, a level, the share of what was true, or a distribution of values. */
export type MetricType = 'counter' | 'gauge' | 'rate' | 'trend'

/** A metric as data, known before any worker starts. */
export interface MetricDefinition {
  readonly type: MetricType
  /** The unit, shown as it is; `ms` makes a trend one of times in milliseconds. */
  readonly unit?: string
  readonly description?: string
  /** Name of a tag that it is also kept by, such as `type` or `cause`: at most 200 values, the rest as `other`. */
  readonly by?: string
}

/** Metrics by name. */
export type MetricDefinitions = Readonly<Record<string, MetricDefinition>>
