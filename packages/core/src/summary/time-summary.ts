/**
 * A distribution of times, in milliseconds; every figure is `null` when nothing was measured.
 *
 * Percentiles are given whatever `count` is: ask `hasSamplesFor` before trusting one.
 */
export interface TimeSummary {
  readonly p2_5: number | null
  readonly p50: number | null
  readonly p75: number | null
  readonly p90: number | null
  readonly p95: number | null
  readonly p97_5: number | null
  readonly p99: number | null
  readonly p99_9: number | null
  readonly mean: number | null
  readonly stdev: number | null
  readonly min: number | null
  readonly max: number | null
  readonly count: number
}
