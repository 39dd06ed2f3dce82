import type { MetricDefinition, MetricType } from '../../model/metrics/metric-definition.ts'
import { otherName } from '../../measure/recorder/first-names.ts'
import type { Measured, MeasuredOwn } from '../threshold/measured.ts'
import type { MetricReading } from '../threshold/read-metric.ts'
import type { CounterFigures, GaugeFigures, MetricByTag, MetricSummary, RateFigures, TrendFigures } from './metric-summary.ts'
import type { TimeSummary } from './time-summary.ts'

type Of<Type extends MetricType> = Extract<Measured<TimeSummary>, { readonly type: Type }>
/** What was measured of each value of a tag. */
type ByTag = MeasuredOwn<TimeSummary>['byTag']

/**
 * Turns what was read of a metric, or of a part of it, into its figures.
 *
 * @param byTag what was measured of each value of its tag; without it, `by` is `null`
 */
export function summarizeMetric(
  { measured, seconds }: MetricReading<TimeSummary>,
  definition: MetricDefinition,
  byTag?: ByTag,
): MetricSummary {
  const { unit = null, by: tag } = definition
  const values = tag === undefined || byTag === undefined ? undefined : { tag, byTag }
  switch (measured.type) {
    case 'counter': {
      const figuresOf = (counter: Of<'counter'>): CounterFigures => counterFigures(counter, seconds)
      return { type: 'counter', unit, ...figuresOf(measured), by: summarizeByTag('counter', values, figuresOf) }
    }
    case 'gauge':
      return { type: 'gauge', unit, ...gaugeFigures(measured), by: summarizeByTag('gauge', values, gaugeFigures) }
    case 'rate':
      return { type: 'rate', unit, ...rateFigures(measured), by: summarizeByTag('rate', values, rateFigures) }
    case 'trend':
      return { type: 'trend', unit, ...trendFigures(measured), by: summarizeByTag('trend', values, trendFigures) }
  }
}

function summarizeByTag<Type extends MetricType, Figures>(
  type: Type,
  values: { readonly tag: string; readonly byTag: ByTag } | undefined,
  figuresOf: (measured: Of<Type>) => Figures,
): MetricByTag<Figures> | null {
  if (values === undefined) return null
  const series = values.byTag
    .toSorted(
      (a, b) =>
        Number(a.name === otherName) - Number(b.name === otherName) ||
        sizeOf(b.measured) - sizeOf(a.measured) ||
        (a.name < b.name ? -1 : 1),
    )
    .flatMap(({ name, measured }) => (isOf(type, measured) ? [{ name, ...figuresOf(measured) }] : []))
  return { tag: values.tag, series }
}

function isOf<Type extends MetricType>(type: Type, measured: Measured<TimeSummary>): measured is Of<Type> {
  return measured.type === type
}

// How much was recorded; of levels it is not known.
function sizeOf(measured: Measured<TimeSummary>): number {
  switch (measured.type) {
    case 'counter':
      return measured.count
    case 'gauge':
      return 0
    case 'rate':
      return measured.total
    case 'trend':
      return measured.values.count
  }
}

function counterFigures({ count }: Of<'counter'>, seconds: number): CounterFigures {
  return { count, rate: seconds > 0 ? count / seconds : 0 }
}

function gaugeFigures({ value, min, max }: Of<'gauge'>): GaugeFigures {
  return { value, min, max }
}

function rateFigures({ hits, total }: Of<'rate'>): RateFigures {
  return { rate: total > 0 ? hits / total : null, hits, total }
}

function trendFigures({ values }: Of<'trend'>): TrendFigures {
  return { values }
}
