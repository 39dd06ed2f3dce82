import type { ScenarioSummary } from '@benchpress/core'
import {
  errorRate,
  formatBytes,
  formatNumber,
  formatShare,
  formatTime,
  isLowerBound,
  knownPercentile,
  mainRequests,
} from '@benchpress/core/report'
import type { ReportCell, ReportTable } from '@benchpress/core/report'
import { numberCell, figureCell, spreadOf, type Spread } from '../format/cell.ts'
import { isStarted, type ScenarioRun } from './runs.ts'

interface Figure {
  readonly label: string
  /** Reads the figure, in requests per second, milliseconds or bytes; `null` where it has too few samples, or is a lower bound. */
  readonly read: (scenario: ScenarioSummary) => number | null
  readonly format: (value: number) => string
  /** Makes the cell of a run, also for an unknown figure. */
  readonly cell: (scenario: ScenarioSummary) => ReportCell
}

// In the order of columns.
const figures: readonly Figure[] = [
  figureOf('Req/Sec', (scenario) => mainRequests(scenario).throughput.requestsPerSecond, formatNumber),
  timeOf('mean', 'Latency avg'),
  timeOf('p50', '50%'),
  timeOf('p90', '90%'),
  timeOf('p95', '95%'),
  timeOf('p97_5', '97.5%'),
  timeOf('p99', '99%'),
  timeOf('max', 'Max'),
  figureOf('Requests', (scenario) => mainRequests(scenario).counts.started, formatNumber),
  figureOf('Read', (scenario) => mainRequests(scenario).dataReceived, formatBytes),
]

// Connections have autocannon's percentiles, and other loads those of every other table.
const ofOthers = ['90%', '95%']
const ofAutocannon = ['97.5%']

/**
 * The table of all runs of a scenario, on all variants of the target or on one; for several runs on one, also the mean, standard deviation, lowest and highest of
 * each figure.
 *
 * Runs that sent no request are shown as such, and left out of mean and spread.
 */
export function runsTable(runs: readonly ScenarioRun[], isByVariant = false): ReportTable {
  const started = runs.filter(({ scenario }) => isStarted(scenario))
  const left = runs.every(({ scenario }) => scenario.users === null) ? ofOthers : ofAutocannon
  const shown = figures.filter(({ label }) => !left.includes(label))
  const table = {
    head: [...(isByVariant ? ['Variant'] : []), 'Run', ...shown.map(({ label }) => label), 'Failed', 'Verdict'],
    texts: ['Verdict'],
    names: isByVariant ? 2 : 1,
    apart: ['Requests', 'Read', 'Failed', 'Retried', 'Verdict'],
    rows: [
      ...runs.map((run) => [...(isByVariant ? [run.test.variant] : []), ...runRow(run, shown)]),
      ...(started.length > 1 && !isByVariant ? spreadRows(started, shown) : []),
    ],
  }
  return withRetried(table, (_, index) => runs[index]?.scenario.retried)
}

/**
 * Adds the number of requests that were sent once more to the rows of a table, after the failed ones, where there were any.
 *
 * @param retriedOf returns the number of a row; `undefined` for a row that has none
 */
export function withRetried(table: ReportTable, retriedOf: (row: readonly ReportCell[], index: number) => number | undefined): ReportTable {
  const counts = table.rows.map(retriedOf)
  if (!counts.some((count = 0) => count > 0)) return table
  const place = table.head.indexOf('Failed') + 1
  const cells = counts.map((count) => (count === undefined ? '' : numberCell(count)))
  return {
    ...table,
    head: table.head.toSpliced(place, 0, 'Retried'),
    rows: table.rows.map((row, index) => row.toSpliced(place, 0, cells[index] ?? '')),
  }
}

function runRow({ test, scenario }: ScenarioRun, shown: readonly Figure[]): readonly ReportCell[] {
  const run = String(test.repeat)
  if (!isStarted(scenario))
    return [run, test.variant === 'default' ? 'not started' : 'n/a', ...shown.slice(1).map(() => ''), '', test.verdict.level]
  return [run, ...shown.map((figure) => figure.cell(scenario)), numberCell(errorRate(scenario), formatShare), test.verdict.level]
}

function spreadRows(runs: readonly ScenarioRun[], shown: readonly Figure[]): readonly (readonly ReportCell[])[] {
  const columns = shown.map((figure) => ({ figure, spread: spreadOf(runs.map(({ scenario }) => figure.read(scenario))) }))
  const row = (name: string, pick: (spread: Spread) => number | null): readonly ReportCell[] => [
    name,
    ...columns.map(({ figure, spread }) => numberCell(spread === null ? null : pick(spread), figure.format)),
    '',
    '',
  ]
  return [
    row('Mean', (spread) => spread.mean),
    row('Stdev', (spread) => spread.stdev),
    row('Min', (spread) => spread.min),
    row('Max', (spread) => spread.max),
  ]
}

function figureOf(label: string, read: (scenario: ScenarioSummary) => number, format: Figure['format']): Figure {
  return { label, read, format, cell: (scenario) => numberCell(read(scenario), format) }
}

function timeOf(name: 'mean' | 'p50' | 'p90' | 'p95' | 'p97_5' | 'p99' | 'max', label: string): Figure {
  return {
    label,
    read: (scenario) => {
      const { responseTime } = mainRequests(scenario)
      if (name !== 'mean' && name !== 'max') return knownPercentile(responseTime, name)
      return isLowerBound(responseTime, name) ? null : responseTime[name]
    },
    format: formatTime,
    cell: (scenario) => figureCell(mainRequests(scenario).responseTime, name),
  }
}
