import type { MetricSummary, SuiteResult, TestResult } from '@benchpress/core'
import { builtInMetrics, formatNumber, formatShare, formatTime, type ReportCell, type ReportTable } from '@benchpress/core/report'
import { numberCell, figureCell, timeCells, timeHeadings } from '../format/cell.ts'
import { ofRun } from './runs.ts'
import type { DocumentSection } from '../render/report-document.ts'

type Type = MetricSummary['type']
type Of<Kind extends Type> = Extract<MetricSummary, { readonly type: Kind }>
type Named<Metric> = readonly [name: string, metric: Metric]
type ByTag<Shared> = Pick<MetricSummary, 'type' | 'unit'> & {
  readonly by: { readonly tag: string; readonly series: readonly (Shared & { readonly name: string })[] } | null
}
/** The figures that a metric and a value of its tag have in common. */
type Figures<Kind extends Type> = Omit<Of<Kind>, 'type' | 'unit' | 'by'>

/** Sections of the metrics that the journeys and plugins of each test recorded. */
export function metricsSections(suite: SuiteResult): readonly DocumentSection[] {
  return suite.tests.flatMap((test) => {
    const tables = metricsTables(test)
    const run = ofRun(test, suite)
    return tables.length === 0 ? [] : [{ title: `Metrics of journeys and plugins${run}`, detail: true, parts: tables }]
  })
}

/**
 * The metrics that the journeys of a test recorded, with a table for each type that occurs.
 *
 * The values of a tag are indented below its metric.
 */
export function metricsTables({ metrics }: TestResult): readonly ReportTable[] {
  const own = Object.entries(metrics).filter(([name]) => !Object.hasOwn(builtInMetrics, name))
  return [
    drawType(['Counter', 'Count', 'Per second'], ofType('counter', own), counterCells),
    drawType(['Trend', 'Count', ...timeHeadings], ofType('trend', own), trendCells),
    drawType(['Rate', 'Share', 'True', 'All'], ofType('rate', own), rateCells),
    drawType(['Gauge', 'Last', 'Lowest', 'Highest'], ofType('gauge', own), gaugeCells),
  ].filter(({ rows }) => rows.length > 0)
}

function ofType<Kind extends Type>(type: Kind, metrics: readonly Named<MetricSummary>[]): readonly Named<Of<Kind>>[] {
  return metrics.filter((metric): metric is Named<Of<Kind>> => metric[1].type === type)
}

function drawType<Shared>(
  head: readonly string[],
  metrics: readonly Named<Shared & ByTag<Shared>>[],
  cellsOf: (figures: Shared, unit: string | null) => readonly ReportCell[],
): ReportTable {
  return {
    head,
    rows: metrics.flatMap(([name, metric]) => [
      [nameOf(name, metric), ...cellsOf(metric, metric.unit)],
      ...(metric.by?.series.map((value) => [`  ${value.name === '' ? '""' : value.name}`, ...cellsOf(value, metric.unit)]) ?? []),
    ]),
  }
}

// Each time has the unit that suits it.
function nameOf(name: string, { type, unit, by }: ByTag<unknown>): string {
  const shown = unit === null || isTime(type, unit) ? name : `${name} (${unit})`
  return by === null ? shown : `${shown} by ${by.tag}`
}

function counterCells({ count, rate }: Figures<'counter'>): readonly ReportCell[] {
  return [numberCell(count), numberCell(rate, formatNumber)]
}

function trendCells({ values }: Figures<'trend'>, unit: string | null): readonly ReportCell[] {
  const format = isTime('trend', unit) ? formatTime : formatNumber
  return [numberCell(values.count), ...timeCells(values, (each, figure) => figureCell(each, figure, format))]
}

function rateCells({ rate, hits, total }: Figures<'rate'>): readonly ReportCell[] {
  return [numberCell(rate, formatShare), numberCell(hits), numberCell(total)]
}

function gaugeCells({ value, min, max }: Figures<'gauge'>): readonly ReportCell[] {
  return [value, min, max].map((each) => numberCell(each, formatNumber))
}

function isTime(type: Type, unit: string | null): boolean {
  return type === 'trend' && unit === 'ms'
}
