import { formatShare, type ReportFigure, type ReportTable } from '@benchpress/core/report'
import { numberCell } from '@benchpress/report'
import { formatNumber, formatTime, plural } from '@benchpress/report/format'
import { individualLevel, type DocumentedRow } from '../documented-hypha.ts'
import type { HyphaCase } from '../hypha-cases.ts'
import type { AveragedRows } from '../hypha-findings.ts'
import type { MeasuredRow, ClusterServers } from '../measured-hypha.ts'

/** The table of rows, with the number of requests and their outcomes. */
export function hyphaRowsTable(rows: readonly MeasuredRow[]): ReportTable {
  return {
    head: ['Level, endpoint', 'Requests', 'Req/Sec', 'Right', 'Avg', 'Min', '99%', 'Max'],
    apart: ['Avg', 'Min', '99%', 'Max'],
    rows: rows.map((row) => [
      row.name,
      numberCell(row.requests),
      numberCell(row.throughput, formatNumber),
      numberCell(row.success, formatShare),
      ...[row.mean, row.min, row.p99, row.max].map(timeCell),
    ]),
  }
}

/** Averages over the rows of each level, as in the published reports. */
export function hyphaLevelAveragesTable(averages: readonly AveragedRows[], rows: readonly MeasuredRow[]): ReportTable {
  return {
    head: ['Scenario', 'At a time', ...averagesHead],
    rows: averages.map((one) => {
      const row = rows.find(({ level }) => level === one.name)
      return [one.name, formatNumber(row?.concurrency ?? Number.NaN), ...averageCells(one)]
    }),
  }
}

/** Averages over the rows of each endpoint. */
export function hyphaEndpointAveragesTable(averages: readonly AveragedRows[]): ReportTable {
  return { head: ['Endpoint', ...averagesHead], rows: averages.map((one) => [one.name, ...averageCells(one)]) }
}

const averagesHead = ['Avg Throughput', 'Avg Response', 'Success Rate'] as const

function averageCells({ throughput, responseTime, success }: AveragedRows): readonly string[] {
  return [`${formatNumber(throughput)}/s`, formatMeasured(responseTime), formatShare(success)]
}

/** The table of rows, published, if they were, beside measured; `cases` by their names. */
export function hyphaDocumentedTable(rows: readonly MeasuredRow[], cases: ReadonlyMap<string, HyphaCase>): ReportTable {
  // Single endpoints all have the same level, which is given above the table.
  const isOneLevel = rows.every(({ level }) => level === individualLevel.name)
  const load = ({ requests, concurrency }: Pick<MeasuredRow, 'requests' | 'concurrency'>): readonly string[] =>
    isOneLevel ? [] : [formatNumber(requests), formatNumber(concurrency)]
  return {
    head: [isOneLevel ? 'Endpoint' : 'Scenario', 'Of', ...(isOneLevel ? [] : ['Requests', 'At a time']), 'Req/Sec', 'Right', ...times],
    texts: ['Of'],
    names: 2,
    apart: times,
    rows: rows.flatMap((row) => {
      const { documented, level } = cases.get(row.name) ?? {}
      const measured = ['measured', ...load(row), formatNumber(row.throughput), formatShare(row.success), ...timeCells(row)]
      const name = isOneLevel ? (row.endpoint ?? row.name) : row.name
      if (documented === undefined || level === undefined) return [[name, ...measured]]
      return [
        [name, 'documented', ...load(level), formatNumber(documented.throughput), formatShare(1), ...timeCells(documented)],
        ['', ...measured],
      ]
    }),
  }
}

const times = ['Avg', 'Min', 'Max'] as const

// Only some of the rows were published.
function timeCells({ mean, min, max }: DocumentedRow): readonly string[] {
  return [mean, min, max].map((time) => (time === undefined ? '' : formatMeasured(time)))
}

/** Each endpoint of a row with several. */
export function hyphaEndpointsTable({ name, endpoints }: MeasuredRow): ReportTable {
  return {
    head: [`Endpoint of ${name}`, 'Requests', 'Right', 'Avg', 'Max'],
    rows: endpoints.map((endpoint) => [
      endpoint.name,
      numberCell(endpoint.requests),
      numberCell(endpoint.success, formatShare),
      numberCell(endpoint.mean, formatTime),
      numberCell(endpoint.max, formatTime),
    ]),
  }
}

function formatMeasured(milliseconds: number | null): string {
  return timeCell(milliseconds).figure
}

// Without a response there is no time.
function timeCell(milliseconds: number | null): ReportFigure {
  return numberCell(Number.isFinite(milliseconds) ? milliseconds : null, formatTime)
}

/** The table of the servers of a cluster; {@link divisionLines} gives the reasons why some took no part. */
export function hyphaServersTable({ servers }: ClusterServers): ReportTable {
  return {
    head: ['Server', 'Requests', 'Share', 'Right', 'Avg', 'State'],
    texts: ['State'],
    rows: servers.map((server) => [
      server.url,
      numberCell(server.requests),
      numberCell(server.share, formatShare),
      numberCell(server.success, formatShare),
      numberCell(server.mean, formatTime),
      stateOf(server),
    ]),
  }
}

/** Writes which servers took part, why others did not, and how evenly the requests were divided. */
export function divisionLines({ servers, mostApart }: ClusterServers): readonly string[] {
  const taking = servers.filter(({ missed, runs }) => missed < runs)
  const wereAllThere = taking.every(({ missed }) => missed === 0)
  const share = taking.length === 1 ? 'with all requests' : `each with every ${ordinal(taking.length)} request`
  return [
    `${taking.length} of ${plural(servers.length, 'server')} took part, ${wereAllThere ? share : 'not all of them in every run: the others took over'}`,
    ...servers.flatMap((server) => (server.missed === 0 ? [] : [describeAway(server)])),
    // A server that was away in some runs has far fewer requests than the others.
    ...(mostApart === null || !wereAllThere ? [] : [describeApart(mostApart)]),
  ]
}

function stateOf({ missed, runs }: ClusterServers['servers'][number]): string {
  if (missed === 0) return 'available'
  return missed === runs ? 'not used' : `away in ${missed} of ${plural(runs, 'run')}`
}

function describeAway(server: ClusterServers['servers'][number]): string {
  const { url, requests, cause } = server
  const received = requests === 0 ? '' : `, with ${plural(requests, 'request')} in all`
  return `${stateOf(server)}: ${url}${received}: ${cause ?? 'cause unknown'}`
}

function describeApart(most: number): string {
  if (most === 0) return 'in every run all of them had the same number of requests'
  return `in no run did one of them have more than ${plural(most, 'request')} more than another`
}

function ordinal(count: number): string {
  const endings: Readonly<Record<number, string>> = { 2: 'second', 3: 'third' }
  return endings[count] ?? `${count}th`
}
