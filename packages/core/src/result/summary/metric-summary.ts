import type { Count } from '../../base/units/count.ts'
import type { MetricDefinition, MetricDefinitions, MetricType } from '../../measure/recorder/own-metric.ts'
import { builtInMetric, builtInMetrics } from '../threshold/built-in-metrics.ts'
import type { TimeSummary } from '../../model/metrics/time-summary.ts'
import type { MeasuredMetric, MeasuredOwn, MeasuredScenario } from '../threshold/measured.ts'
import { readByTag, readMetric, type MetricReading } from '../threshold/read-metric.ts'
import { otherName } from '../../measure/recorder/first-names.ts'

/** The figures of one metric over a test. */
export type MetricSummary =
  | MetricOfType<'counter', CounterFigures>
  | MetricOfType<'gauge', GaugeFigures>
  | MetricOfType<'rate', RateFigures>
  | MetricOfType<'trend', TrendFigures>

type MetricOfType<Type extends MetricType, Figures> = Figures & {
  /** Type of the metric. */
  readonly type: Type
  /** Unit of the metric; `null` when it has none. */
  readonly unit: string | null
  /** The figures by the values of the metric's tag; `null` where it has no tag. */
  readonly by: MetricByTag<Figures> | null
}

// A metric by the values of its tag; its description in the schema is that of the field.
interface MetricByTag<Figures> {
  /** The tag, such as `type`. */
  readonly tag: string
  /** The figures of each value, the one with the largest sum or number of values first, of gauges by name; `other` comes last, for all values beyond the first 200. */
  readonly series: readonly (Figures & {
    /** The value of the tag. */
    readonly name: string
  })[]
}

/** The figures of a sum. */
interface CounterFigures {
  /** The sum. */
  readonly count: number
  /** The sum per second of the run phase. */
  readonly rate: number
}

/** The figures of a level; `null` when it was never set. */
interface GaugeFigures {
  /** The last level, over all values of the tag. */
  readonly value: number | null
  /** The lowest level. */
  readonly min: number | null
  /** The highest level. */
  readonly max: number | null
}

/** The figures of a share, from 0 to 1; `null` when nothing was counted. */
interface RateFigures {
  /** The share. */
  readonly rate: number | null
  /** The number of true values. */
  readonly hits: Count
  /** The number of all values. */
  readonly total: Count
}

/** The figures of a distribution, in the unit of the metric. */
interface TrendFigures {
  /** The distribution, in the unit of the metric. */
  readonly values: TimeSummary
}

/**
 * Summarizes every metric over all scenarios, by name: those of benchpress that apply, then the user's own, recorded or not.
 *
 * @param metrics the user's own; those of benchpress are known
 */
export function summarizeMetrics(
  metrics: MetricDefinitions,
  scenarios: readonly MeasuredScenario[],
): Readonly<Record<string, MetricSummary>> {
  const hasPlugins = scenarios.some(({ parts }) => parts.some(({ of, tags }) => of === 'requests' && 'plugin' in tags))
  const definitions: MetricDefinitions = { ...builtInMetrics, ...metrics }
  return Object.fromEntries(
    Object.entries(definitions).flatMap(([name, definition]) => {
      const { kind, requests, isShownUnlessEmpty = false } = builtInMetric(name) ?? {}
      // A distribution never mixes both kinds of requests.
      if (requests === 'both' && (kind === 'time' || !hasPlugins)) return []
      const reading = readMetric({ metric: name, tags: {} }, definition, scenarios)
      if ('missing' in reading || (isShownUnlessEmpty && isEmpty(reading))) return []
      return [[name, summarizeMetric(reading, definition, readByTag(name, definition, scenarios))]]
    }),
  )
}

function isEmpty({ measured }: MetricReading): boolean {
  return (measured.type === 'trend' && measured.values.count === 0) || (measured.type === 'rate' && measured.total === 0)
}

/** Restores the definition of a metric from its figures. */
export function definitionOf({ type, unit, by }: MetricSummary): MetricDefinition {
  return { type, ...(unit !== null && { unit }), ...(by !== null && { by: by.tag }) }
}

/** Restores the definitions of the user's own metrics from the figures of tests. */
export function ownDefinitions(tests: readonly { readonly metrics: Readonly<Record<string, MetricSummary>> }[]): MetricDefinitions {
  const own = tests.flatMap(({ metrics }) => Object.entries(metrics)).filter(([name]) => !Object.hasOwn(builtInMetrics, name))
  return Object.fromEntries(own.map(([name, metric]) => [name, definitionOf(metric)]))
}

/**
 * Summarizes a metric, or a part of it, by the figures of its type.
 *
 * @param byTag the measurements of each value of its tag; without it, `by` is `null`
 */
export function summarizeMetric(
  { measured, seconds }: MetricReading,
  definition: MetricDefinition,
  byTag?: MeasuredOwn['byTag'],
): MetricSummary {
  const { unit = null, by: tag } = definition
  const series = byTag
    ?.toSorted(
      (a, b) =>
        Number(a.name === otherName) - Number(b.name === otherName) ||
        sizeOf(b.measured) - sizeOf(a.measured) ||
        (a.name < b.name ? -1 : 1),
    )
    .map((value) => ({ name: value.name, ...tableOf(value.measured, seconds) }))
  const by = tag === undefined || series === undefined ? null : { tag, series }
  // The values of a tag have the type of their metric.
  return { type: measured.type, unit, ...tableOf(measured, seconds), by } as MetricSummary
}

// The number or sum that was recorded; unknown for gauges.
function sizeOf(measured: MeasuredMetric): number {
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

function tableOf(measured: MeasuredMetric, seconds: number): CounterFigures | GaugeFigures | RateFigures | TrendFigures {
  switch (measured.type) {
    case 'counter':
      return { count: measured.count, rate: seconds > 0 ? measured.count / seconds : 0 }
    case 'gauge':
      return { value: measured.value, min: measured.min, max: measured.max }
    case 'rate':
      return { rate: measured.total > 0 ? measured.hits / measured.total : null, hits: measured.hits, total: measured.total }
    case 'trend':
      return { values: measured.values }
  }
}
