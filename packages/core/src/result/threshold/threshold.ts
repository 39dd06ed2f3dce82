import type { Interval } from '../../model/metrics/product-limit.ts'

/** What a threshold looks at: a metric, or one series of it, as in `http_response_time{endpoint:POST /bid}`. */
export interface MetricSelector {
  readonly metric: string
  /** The tags of the series, such as `{ endpoint: 'POST /bid' }`; `*` in a value stands for any text. */
  readonly tags: Readonly<Record<string, string>>
}

/** An aggregate that is no percentile. */
export type PlainAggregate = 'count' | 'rate' | 'value' | 'min' | 'max' | 'mean' | 'stdev' | 'median'

/** The figure of a metric that is compared. */
export type Aggregate = PlainAggregate | `p${number}`

/** A pass-fail condition on a metric, parsed. */
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
  /** How long after the start of the run phase it is first looked at while the test runs, in microseconds. */
  readonly after: number
}

/** Why a threshold is inconclusive. */
export interface Inconclusive {
  /**
   * What is in the way:
   *
   * - `few-samples`: its percentile has too few of them
   * - `unfinished`: what is known is a lower bound, because requests were cut off, and it is below the limit
   * - `interrupted`: the test ended early, and the figure of the whole of it may be on the other side of the limit
   * - `generator`: the limit is broken by times that may be those of the generator or its machine
   */
  readonly cause: 'few-samples' | 'unfinished' | 'interrupted' | 'generator'
  /** The factor by which more samples are needed; `null` where more of them do not help. */
  readonly times: number | null
}

/** Whether a threshold holds. */
export interface ThresholdResult {
  /** The metric it looks at, as it was written. */
  readonly selector: string
  /** The condition, as it was written. */
  readonly condition: string
  /** Whether the threshold holds; false where it is inconclusive. */
  readonly passed: boolean
  /** Why the threshold is inconclusive; `null` where it passed or failed. */
  readonly inconclusive: Inconclusive | null
  /** The figure, in the unit of the limit; `null` when nothing was measured. */
  readonly actual: number | null
  /** Where the true percentile lies with a confidence of 95 %, in the unit of the limit; `null` for any other figure. */
  readonly interval: Interval | null
  /** The figure as text, such as `p99 was 231 ms (n=4,812)`, or why there is none. */
  readonly text: string
  /** Whether the threshold ended the test. */
  readonly aborted: boolean
}

/** Why a threshold cannot be judged, in words, to be reported with its place in the config. */
export interface ThresholdProblem {
  /** What is wrong, such as `unknown metric "http_respons_time"`. */
  readonly problem: string
  /** What to do, such as `did you mean "http_response_time"?`. */
  readonly hint?: string
}
