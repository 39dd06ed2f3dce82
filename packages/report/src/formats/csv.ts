import { stringify } from 'csv-stringify/sync'
import type { SuiteResult, TestResult, TimeSummary } from '@benchpress/core'
import { countFailures } from '@benchpress/core/report'
import { printable } from '../format/texts.ts'
import { isServiceDifferent } from '../sections/plots/percentile-plots.ts'
import {
  countOf,
  exportedFigures,
  exportedRequests,
  measuredRequests,
  timesOf,
  type ExportedFigure,
  type ExportedRequests,
} from './measured-requests.ts'

type Row = Readonly<Record<string, string | number | null>>

const summaryTimes = ['min', 'mean', 'p50', 'p75', 'p90', 'p95', 'p99', 'p99_9', 'max'] as const
const secondTimes = ['p50', 'p90', 'p99', 'max'] as const

/**
 * Writes a row for each scenario and endpoint of each run: counts, rates, and times in milliseconds.
 *
 * A text that a spreadsheet would take for a formula begins with `'`.
 */
export function summaryCsv(suite: SuiteResult): string {
  return write(summaryColumns, measuredRequests(suite).map(summaryRow))
}

/**
 * Writes a row for each second of the run phase of each scenario: responses, failures, bytes, response and service times in
 * milliseconds, and users and requests in flight at a time.
 *
 * A figure that a result of an earlier version does not have is an empty cell.
 */
export function seriesCsv(suite: SuiteResult): string {
  const rows = exportedRequests(suite).flatMap(({ test, scenario, protocol, requests }) => {
    // Where requests are sent when they are planned, service and response times are the same, and kept once.
    const isSame = requests.serviceTime.count > 0 && !isServiceDifferent(requests.responseTime, requests.serviceTime)
    return requests.series.map((second): Row => {
      const { at, length, requests: responses, failed, bytes, mean: mean_ms, serviceTime, unfinished = 0, users, inFlight } = second
      const counts = { second: at, length, responses, failed, bytes, unfinished }
      const levels = { users: users ?? null, in_flight: inFlight ?? null }
      const times = { mean_ms, ...secondCells('', second), ...secondCells('service_time_', isSame ? second : serviceTime) }
      return { ...cellsOf(test), scenario, protocol, ...counts, ...times, ...levels }
    })
  })
  return write(seriesColumns, rows)
}

const runColumns = ['test', 'variant', 'repeat', 'sweep', 'scenario', 'protocol'] as const

const summaryColumns = [
  ...runColumns,
  'endpoint',
  'verdict',
  'started',
  'ok',
  'failed',
  'aborted',
  'dropped',
  'requests_per_second',
  ...exportedFigures.flatMap(({ kind, column }) => (kind === 'time' ? Object.keys(timeCells(column, undefined)) : [column])),
]

const seriesColumns = [
  ...runColumns,
  'second',
  'length',
  'responses',
  'failed',
  'bytes',
  'unfinished',
  'mean_ms',
  ...secondTimes.map((figure) => `${figure}_ms`),
  ...secondTimes.map((figure) => `service_time_${figure}_ms`),
  'users',
  'in_flight',
]

function cellsOf({ name, variant, repeat, sweep, verdict }: TestResult): Row {
  return { test: name, variant, repeat, sweep: sweep === null ? '' : `${sweep.parameter}=${sweep.value}`, verdict: verdict.level }
}

function summaryRow({ test, scenario, protocol, endpoint = '', requestsPerSecond, requests }: ExportedRequests): Row {
  const { started, dropped, outcomes } = requests.counts
  return {
    ...cellsOf(test),
    scenario,
    protocol,
    endpoint,
    started,
    ok: outcomes.ok,
    failed: countFailures(outcomes),
    aborted: outcomes.aborted,
    dropped,
    requests_per_second: requestsPerSecond,
    ...Object.assign({}, ...exportedFigures.map((figure) => figureCells(figure, requests))),
  }
}

function figureCells(figure: ExportedFigure, requests: ExportedRequests['requests']): Row {
  const { kind, column } = figure
  return kind === 'time' ? timeCells(column, timesOf(figure, requests)) : { [column]: countOf(figure, requests) ?? null }
}

function timeCells(column: string, times: TimeSummary | undefined): Row {
  return {
    ...Object.fromEntries(summaryTimes.map((figure) => [`${column}_${figure}_ms`, times?.[figure] ?? null])),
    [`${column}_samples`]: times?.count ?? null,
    // The names of figures that are only lower bounds, because requests were cut off.
    [`${column}_lower_bounds`]: (times?.unfinished?.lowerBounds ?? []).join(' '),
  }
}

function secondCells(prefix: string, times: Partial<Record<(typeof secondTimes)[number], number | null>> = {}): Row {
  return Object.fromEntries(secondTimes.map((figure) => [`${prefix}${figure}_ms`, times[figure] ?? null]))
}

function write(columns: readonly string[], rows: readonly Row[]): string {
  const printed = rows.map((row) => columns.map((column) => (typeof row[column] === 'string' ? printable(row[column]) : row[column])))
  return stringify([columns, ...printed], { escape_formulas: true, record_delimiter: 'windows' })
}
