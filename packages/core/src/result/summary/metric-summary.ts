import type { MetricType } from '../../model/metrics/metric-definition.ts'
import type { TimeSummary } from './time-summary.ts'

/** What was measured of one metric over a test. */
export type MetricSummary =
  | MetricOfType<'counter', CounterFigures>
  | MetricOfType<'gauge', GaugeFigures>
  | MetricOfType<'rate', RateFigures>
  | MetricOfType<'trend', TrendFigures>

type MetricOfType<Type extends MetricType, Figures> = Figures & {
  readonly type: Type
  readonly unit: string | null
  /** The same figures by the values of its tag; `null` where it is kept by none. */
  readonly by: MetricByTag<Figures> | null
}

/** A metric by the values of its tag. */
export interface MetricByTag<Figures> {
  /** The tag, such as `type`. */
  readonly tag: string
  /** The value with the most first, `other` at the end: all values beyond the first 200. */
  readonly series: readonly (Figures & { readonly name: string })[]
}

/** The figures of a sum. */
export interface CounterFigures {
  readonly count: number
  /** Per second of the run phase. */
  readonly rate: number
}

/** The figures of a level; `null` when it was never set. */
export interface GaugeFigures {
  /** The last one, of whatever value of a tag. */
  readonly value: number | null
  readonly min: number | null
  readonly max: number | null
}

/** The figures of a share, from 0 to 1; `null` when nothing was counted. */
export interface RateFigures {
  readonly rate: number | null
  readonly hits: number
  readonly total: number
}

/** The figures of a distribution, in the unit of the metric. */
export interface TrendFigures {
  readonly values: TimeSummary
}
