import type { MetricDefinition, MetricDefinitions, MetricType } from '../../measure/recorder/own-metric.ts'
import { tableOf } from '../../model/metrics/figure-sums.ts'
import type { Figure, FigureKind } from '../../model/metrics/figure.ts'
import { figures, type FigureSubject } from '../../model/metrics/figures.ts'
import type { Tag } from './threshold.ts'

type MetricTag = Exclude<Tag, 'scenario'> | 'own'

/** A metric of every test: a figure of the table, of requests over HTTP, of plugins, or of both. */
export interface BuiltInMetric extends Figure {
  readonly of: FigureSubject
  readonly name: string
  readonly requests: 'http' | 'plugins' | 'both'
  /** Tags of the metric besides `scenario`. */
  readonly tags: readonly MetricTag[]
  readonly definition: MetricDefinition
}

const types: Readonly<Record<FigureKind, MetricType>> = { count: 'counter', most: 'gauge', level: 'gauge', share: 'rate', time: 'trend' }

// Tags by subject; those of requests are given with each figure.
const subjectTags: Readonly<Partial<Record<FigureSubject, readonly MetricTag[]>>> = {
  iterations: ['journey'],
  groups: ['group'],
  checks: ['check'],
  deliveries: ['plugin'],
}

// The built-in metrics by name, in the order of the table.
const metrics: ReadonlyMap<string, BuiltInMetric> = new Map(
  (Object.keys(figures) as FigureSubject[]).flatMap((of) => tableOf(of).flatMap(([name, figure]) => metricsOf(of, name, figure))),
)

function metricsOf(of: FigureSubject, name: string, figure: Figure): (readonly [name: string, metric: BuiltInMetric])[] {
  const { kind, unit = kind === 'time' ? 'ms' : undefined, sentence, metric, by = subjectTags[of] ?? [], ofPlugins, both } = figure
  const make = (requests: BuiltInMetric['requests'], tags: readonly MetricTag[], where = ''): BuiltInMetric => {
    const definition = { type: types[kind], ...(unit !== undefined && { unit }), description: `${sentence}${where}` }
    return { ...figure, of, name, requests, tags, definition }
  }
  return [
    ...(metric === undefined ? [] : [[metric, make('http', by)] as const]),
    ...(ofPlugins === undefined ? [] : [[pluginMetricOf(figure), make('plugins', ofPlugins, ', of plugins')] as const]),
    ...(both === undefined ? [] : [[both, make('both', [], ', over HTTP and of plugins')] as const]),
  ]
}

/** Name of the metric of a figure of requests of plugins. */
export function pluginMetricOf({ metric = '' }: Pick<Figure, 'metric'>): string {
  return `plugin_${metric.replace('http_', '')}`
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
