import { percentiles, type PercentileName, type TimeSummary } from '@benchpress/core'
import { formatInterval, formatSureFigure, formatFigure } from './format/format-figure.ts'
import type { TableContent } from './table-content.ts'

const names = Object.keys(percentiles) as PercentileName[]

/** All percentiles of a scenario: of the response time, and of the service time beside it. */
export function percentilesTable(response: TimeSummary, service: TimeSummary): TableContent {
  return {
    head: ['Percentile', 'Response time', 'Service time'],
    rows: names.map((key) => [`${percentiles[key]}`, formatSureFigure(response, key), formatSureFigure(service, key)]),
  }
}

/** All percentiles of the response times of a scenario, each with its 95 % interval; `undefined` where there is none. */
export function intervalsTable(response: TimeSummary): TableContent | undefined {
  if (names.every((key) => formatInterval(response, key) === '')) return undefined
  return {
    head: ['Percentile', 'Response time', '95 % interval'],
    rows: names.map((key) => [`${percentiles[key]}`, formatFigure(response, key), formatInterval(response, key)]),
  }
}
