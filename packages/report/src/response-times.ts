import type { PercentileName, TimeSummary } from '@benchpress/core'
import { percentiles, type ReportTable, type ReportText } from '@benchpress/core/report'
import { figureCell, formatInterval, sureFigureCell } from './format/cell.ts'

const names = Object.keys(percentiles) as PercentileName[]

/** The response times of a scenario, in the columns of autocannon. */
export function latencyTable(time: TimeSummary): ReportTable {
  const figures = ['p2_5', 'p50', 'p97_5', 'p99', 'mean', 'stdev', 'max'] as const
  return {
    head: ['Stat', '2.5%', '50%', '97.5%', '99%', 'Avg', 'Stdev', 'Max'],
    apart: ['Avg', 'Stdev', 'Max'],
    rows: [['Latency', ...figures.map((figure) => sureFigureCell(time, figure))]],
  }
}

/** The percentiles that autocannon's columns lack and that limits are mostly on: `Latency p90 30 ms, p95 31 ms`. */
export function tailLine(time: TimeSummary): ReportText | undefined {
  return time.p95 === null ? undefined : ['Latency p90 ', figureCell(time, 'p90'), ', p95 ', figureCell(time, 'p95')]
}

/** All percentiles of a scenario: those of the response time, and those of the service time beside them. */
export function percentilesTable(response: TimeSummary, service: TimeSummary): ReportTable {
  return {
    head: ['Percentile', 'Response time', 'Service time'],
    rows: names.map((key) => [`${percentiles[key]}`, sureFigureCell(response, key), sureFigureCell(service, key)]),
  }
}

/** All percentiles of the response times of a scenario, each with its 95 % interval; `undefined` without any interval. */
export function intervalsTable(response: TimeSummary): ReportTable | undefined {
  if (names.every((key) => formatInterval(response, key) === '')) return undefined
  return {
    head: ['Percentile', 'Response time', '95 % interval'],
    rows: names.map((key) => [`${percentiles[key]}`, figureCell(response, key), formatInterval(response, key)]),
  }
}
