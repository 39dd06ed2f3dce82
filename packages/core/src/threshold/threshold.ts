/** What a threshold looks at: a metric, or one series of it, as in `http_response_time{endpoint:POST /bid}`. */
export interface MetricSelector {
  readonly metric: string
  /** Such as `{ endpoint: 'POST /bid' }`; `*` in a value stands for any text. */
  readonly tags: Readonly<Record<string, string>>
}

/** The figure of a metric that is compared. */
export type Aggregate = 'count' | 'rate' | 'value' | 'min' | 'max' | 'mean' | 'stdev' | 'median' | `p${number}`

/** A pass-fail condition on a metric, parsed. */
export interface Threshold {
  /** As it was written, such as `http_response_time{endpoint:POST /bid}`. */
  readonly selector: string
  readonly on: MetricSelector
  /** As it was written, such as `p99 < 200ms`. */
  readonly condition: string
  readonly aggregate: Aggregate
  readonly operator: '<' | '<=' | '>' | '>=' | '==' | '!='
  /** Milliseconds for times, 0 to 1 for shares, per second for the rate of a counter. */
  readonly limit: number
  readonly abortOnFail: boolean
  /** How long after the start of the run phase it is first looked at while the test runs, in microseconds. */
  readonly after: number
}

/** What became of a threshold. */
export interface ThresholdResult {
  readonly selector: string
  readonly condition: string
  readonly passed: boolean
  /** The figure, in the unit of the limit; `null` when nothing was measured. */
  readonly actual: number | null
  /** How it reads, such as `p99 was 231 ms (n=4,812)`, or why there is no figure. */
  readonly text: string
  /** Whether it ended the test. */
  readonly aborted: boolean
}
