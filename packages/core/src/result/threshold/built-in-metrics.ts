import type { MetricDefinition, MetricDefinitions, MetricType } from '../../measure/recorder/own-metric.ts'
import { tableOf } from '../../model/metrics/figure-sums.ts'
import type { Figure, FigureKind } from '../../model/metrics/figure.ts'
import { figures, type Subject } from '../../model/metrics/figures.ts'
import type { PlainAggregate } from './threshold.ts'

/** A metric of every test: a figure of the table, of requests over HTTP, of plugins, or of both. */
export interface BuiltInMetric extends Omit<Figure, 'by'> {
  readonly of: Subject
  /** Name of the figure. */
  readonly name: string
  readonly requests: 'http' | 'plugins' | 'both'
  /** Tags of the metric besides `scenario`. */
  readonly tags: NonNullable<Figure['by']>
  readonly definition: MetricDefinition
  /** The aggregates of the metric, if it has fewer than its type. */
  readonly aggregates?: readonly PlainAggregate[]
}

const types: Readonly<Record<FigureKind, MetricType>> = { count: 'counter', most: 'gauge', level: 'gauge', share: 'rate', time: 'trend' }

// The built-in metrics by name, in the order of the table.
const metrics: ReadonlyMap<string, BuiltInMetric> = new Map(
  (Object.keys(figures) as Subject[]).flatMap((of) => tableOf(of).flatMap(([name, figure]) => metricsOf(of, name, figure))),
)

function metricsOf(of: Subject, name: string, figure: Figure): (readonly [name: string, metric: BuiltInMetric])[] {
  const { kind, unit = kind === 'time' ? 'ms' : undefined, sentence, by = [], pluginBy = [] } = figure
  const make = (requests: BuiltInMetric['requests'], tags: BuiltInMetric['tags'], where = ''): BuiltInMetric => {
    const description = `${sentence}${where}`
    const definition = { type: types[kind], ...(unit !== undefined && { unit }), description }
    // A test starts and ends without users, so only the maximum is meaningful.
    return { ...figure, of, name, requests, tags, definition, ...(kind === 'most' && { aggregates: ['max'] }) }
  }
  const all = [
    [figure.metric, make('http', by)],
    [figure.pluginMetric, make('plugins', pluginBy, ', of plugins')],
    [figure.bothMetric, make('both', [], ', over HTTP and of plugins')],
  ] as const
  return all.flatMap(([metric, built]) => (metric === undefined ? [] : [[metric, built]]))
}

/** The definitions of the built-in metrics. */
export const builtInMetrics: MetricDefinitions = Object.fromEntries(Array.from(metrics, ([name, { definition }]) => [name, definition]))

/** A built-in metric; `undefined` for one of the user's own. */
export function builtInMetric(name: string): BuiltInMetric | undefined {
  return metrics.get(name)
}

/** The built-in metric with this name in k6; `undefined` when k6 has no such metric. */
export function metricOfK6(name: string): string | undefined {
  return [...metrics].find(([, { k6 = [] }]) => k6.includes(name))?.[0]
}
