import type { Interval } from '../../model/metrics/product-limit.ts'

/** The metric of a threshold, or one series of it, as in `http_response_time{endpoint:POST /bid}`. */
export interface MetricSelector {
  readonly metric: string
  /** The tags of the series, such as `{ endpoint: 'POST /bid' }`; `*` in a value stands for any text. */
  readonly tags: Readonly<Record<string, string>>
}

/** An aggregate that is not a percentile. */
export type PlainAggregate = 'count' | 'rate' | 'value' | 'min' | 'max' | 'mean' | 'stdev' | 'median'

/** The aggregate of a metric that is compared with the limit. */
export type Aggregate = PlainAggregate | `p${number}`

/** A parsed pass-fail condition on a metric. */
export interface Threshold {
  /** The metric as it was written, such as `http_response_time{endpoint:POST /bid}`. */
  readonly selector: string
  readonly on: MetricSelector
  /** The condition as it was written, such as `p99 < 200ms`. */
  readonly condition: string
  readonly aggregate: Aggregate
  readonly operator: '<' | '<=' | '>' | '>=' | '==' | '!='
  /** Milliseconds for times, 0 to 1 for shares, per second for the rate of a counter. */
  readonly limit: number
  readonly abortOnFail: boolean
  /** Time from the start of the run phase to the first evaluation while the test runs, in microseconds. */
  readonly after: number
}

/** Why a threshold is inconclusive. */
export interface Inconclusive {
  /**
   * The cause:
   *
   * - `few-samples`: the percentile has too few samples
   * - `unfinished`: the figure is only a lower bound, because requests were cut off, and the bound is below the limit
   * - `interrupted`: the test ended early, and the figure of the whole test may be on the other side of the limit
   * - `generator`: the limit is exceeded by times that the generator or its machine may have caused
   */
  readonly cause: 'few-samples' | 'unfinished' | 'interrupted' | 'generator'
  /** The factor by which more samples are needed; `null` when more samples do not help. */
  readonly times: number | null
}

/** The result of a threshold. */
export interface ThresholdResult {
  /** The metric as it was written. */
  readonly selector: string
  /** The condition as it was written. */
  readonly condition: string
  /** Whether the threshold holds; false when it is inconclusive. */
  readonly passed: boolean
  /** Why the threshold is inconclusive; `null` when it passed or failed. */
  readonly inconclusive: Inconclusive | null
  /** The figure, in the unit of the limit; `null` when nothing was measured. */
  readonly actual: number | null
  /** The 95 % confidence interval of a percentile, in the unit of the limit; `null` for any other figure. */
  readonly interval: Interval | null
  /** The figure as text, such as `p99 was 231 ms (n=4,812)`, or why there is none. */
  readonly text: string
  /** Whether the threshold ended the test. */
  readonly aborted: boolean
}

/** What is wrong with a threshold in the config, reported together with its place. */
export interface ThresholdProblem {
  /** What is wrong, such as `unknown metric "http_respons_time"`. */
  readonly problem: string
  /** What to do, such as `did you mean "http_response_time"?`. */
  readonly hint?: string
}
