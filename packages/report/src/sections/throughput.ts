import type { ScenarioSummary, SecondSummary, PercentileName, TimeSummary } from '@benchpress/core'
import {
  formatBytes,
  formatNumber,
  formatSeconds,
  fullSecond,
  percentiles,
  plural,
  type ReportCell,
  type ReportTable,
  type ReportText,
} from '@benchpress/core/report'
import { mean, standardDeviation } from 'simple-statistics'
import { numberCell, percentileCell, figureCell, formatInterval, sureFigureCell } from '../format/cell.ts'
import type { ScenarioRun } from './runs.ts'

// A shorter time would be written as 0s.
const leastLeftOut = 0.005

// The columns of autocannon that are ranks among the seconds.
const ranks: Readonly<Record<string, number>> = { '1%': 0.01, '2.5%': 0.025, '50%': 0.5, '97.5%': 0.975 }

type Statistic = (sorted: number[]) => number

const statistics: Readonly<Record<string, Statistic>> = {
  ...Object.fromEntries(Object.entries(ranks).map(([head, share]): [string, Statistic] => [head, (sorted) => nearestRank(sorted, share)])),
  Avg: mean,
  Stdev: standardDeviation,
  Min: (sorted) => nearestRank(sorted, 0),
}

/** Responses and bytes per second of a scenario from its full seconds, in the columns of autocannon; `undefined` where it has none. */
export function throughputTable(scenario: ScenarioSummary): ReportTable | undefined {
  if (fullSeconds(scenario).length === 0) return undefined
  return {
    head: ['Stat', ...Object.keys(statistics)],
    apart: ['Avg', 'Stdev', 'Min'],
    rows: [
      ['Req/Sec', ...sampleCells(samplesOf(scenario, 'requests'), formatNumber)],
      ['Bytes/Sec', ...sampleCells(samplesOf(scenario, 'bytes'), formatBytes)],
    ],
  }
}

/** Writes the number of samples of the throughput; for a run too short for any sample, the throughput of the whole run. */
export function sampleLines(scenario: ScenarioSummary): readonly string[] {
  const samples = fullSeconds(scenario).length
  if (samples === 0) {
    const { requestsPerSecond, bytesPerSecond } = scenario.throughput
    return [
      `The run was shorter than a second: ${formatNumber(requestsPerSecond)} requests/s and ${formatBytes(bytesPerSecond)}/s over all of it.`,
    ]
  }
  const leftOut = scenario.series.filter(({ length }) => length < fullSecond).reduce((sum, { length }) => sum + length, 0)
  const note = leftOut < leastLeftOut ? '' : ` (full seconds; the last ${formatSeconds(leftOut)} are left out)`
  return ['Req/Bytes counts sampled once per second.', `# of samples: ${samples}${note}`]
}

/**
 * The last line of a run, as autocannon writes it: `5983k requests in 30.23s, 891 MB read`.
 *
 * Requests that were sent twice are named, and so are responses that came after the end and aborted requests, which the requests per second above do not
 * include.
 */
export function footer(scenario: ScenarioSummary): string {
  const { counts, retried, duration, dataReceived } = scenario
  const noun = counts.started === 1 ? 'request' : 'requests'
  const { aborted } = counts.outcomes
  const late = lateResponses(scenario)
  const parts = [
    ...(retried > 0 ? [`${formatNumber(retried)} of them sent twice`] : []),
    ...(late > 0 ? [`${plural(late, 'response')} came after the end`] : []),
    ...(aborted > 0 ? [`${plural(aborted, 'request')} aborted at the end`] : []),
  ]
  const note = parts.length === 0 ? '' : ` (${parts.join(', ')})`
  return `${formatNumber(counts.started)} ${noun} in ${formatSeconds(duration)}, ${formatBytes(dataReceived)} read${note}`
}

/** The number of responses to requests of the run phase that came after its end, and are left out of its requests per second. */
export function lateResponses({ counts: { outcomes }, series }: ScenarioSummary): number {
  const responses = outcomes.ok + outcomes.http_error + outcomes.check_failed
  return responses - series.reduce((sum, second) => sum + second.requests, 0)
}

// The count of a partial second is not a rate per second.
function fullSeconds({ series }: ScenarioSummary): readonly SecondSummary[] {
  return series.filter(({ length }) => length >= fullSecond)
}

function samplesOf(scenario: ScenarioSummary, what: 'requests' | 'bytes'): number[] {
  return fullSeconds(scenario)
    .map((second) => second[what])
    .toSorted((a, b) => a - b)
}

/** Readers of responses or bytes per second by the heads of autocannon's columns, for the rows of a documented table; `null` in a run shorter than a second. */
export function perSecond(what: 'requests' | 'bytes'): Readonly<Record<string, (run: Pick<ScenarioRun, 'scenario'>) => number | null>> {
  const read = (figure: Statistic) => (run: Pick<ScenarioRun, 'scenario'>) => {
    const samples = samplesOf(run.scenario, what)
    return samples.length === 0 ? null : figure(samples)
  }
  return Object.fromEntries(Object.entries(statistics).map(([head, figure]) => [head, read(figure)]))
}

function sampleCells(sorted: number[], format: (value: number) => string): readonly ReportCell[] {
  return Object.entries(statistics).map(([head, figure]): ReportCell => {
    const share = ranks[head]
    // A single second has no distribution, only its figure.
    if (sorted.length < 2 && (share !== undefined || head === 'Stdev')) return '-'
    if (share === undefined) return numberCell(figure(sorted), format)
    const { samples: few, ...cell } = percentileCell(figure(sorted), share * 100, sorted.length, format)
    return { ...cell, ...(few !== undefined && { samples: { ...few, of: 'seconds' } }) }
  })
}

// The value of a real second, as in autocannon, rather than an interpolated one.
function nearestRank(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

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
