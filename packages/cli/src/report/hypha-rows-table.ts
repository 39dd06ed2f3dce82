import { formatNumber } from '../format/format-number.ts'
import { formatRate } from '../format/format-rate.ts'
import { formatShare } from '../format/format-share.ts'
import { formatTime } from '../format/format-time.ts'
import type { DocumentedRow } from '../presets/hypha/documented-hypha.ts'
import type { AveragedRows } from '../presets/hypha/hypha-findings.ts'
import type { MeasuredRow } from '../presets/hypha/measured-hypha.ts'
import type { TableContent } from './draw-table.ts'

/** Row by row: how many requests, how many at a time, what came of them. */
export function hyphaRowsTable(rows: readonly MeasuredRow[]): TableContent {
  return {
    head: ['Level, endpoint', 'Requests', 'At a time', 'Req/Sec', 'Right', 'Avg', 'Min', '99%', 'Max'],
    rows: rows.map((row) => [
      row.name,
      formatNumber(row.requests),
      formatNumber(row.concurrency),
      formatRate(row.throughput),
      formatShare(row.success),
      ...[row.mean, row.min, row.p99, row.max].map(formatMeasured),
    ]),
  }
}

/** Averages over several rows each, as the published reports have them. */
export function hyphaAveragesTable(heading: string, averages: readonly AveragedRows[]): TableContent {
  return {
    head: [heading, 'Avg Throughput', 'Avg Response', 'Success Rate'],
    rows: averages.map(({ name, throughput, responseTime, success }) => [
      name,
      `${formatRate(throughput)}/s`,
      formatMeasured(responseTime),
      formatShare(success),
    ]),
  }
}

/** Measured rows beside the published ones. */
export function hyphaDocumentedTable(
  heading: string,
  rows: readonly MeasuredRow[],
  documentedOf: (row: MeasuredRow) => DocumentedRow | undefined,
): TableContent {
  return {
    head: [heading, 'Requests', 'At a time', 'Documented', 'Measured', 'Min to max', 'Right'],
    rows: rows.map((row) => [
      row.level === 'Individual' ? (row.endpoint ?? row.name) : row.name,
      formatNumber(row.requests),
      formatNumber(row.concurrency),
      describeDocumented(documentedOf(row)),
      `${formatRate(row.throughput)}/s, ${formatMeasured(row.mean)}`,
      `${formatMeasured(row.min)} to ${formatMeasured(row.max)}`,
      formatShare(row.success),
    ]),
  }
}

/** Each endpoint of a row with several. */
export function hyphaEndpointsTable({ name, endpoints }: MeasuredRow): TableContent {
  return {
    head: [`Endpoint of ${name}`, 'Requests', 'Right', 'Avg', 'Max'],
    rows: endpoints.map((endpoint) => [
      endpoint.name,
      formatNumber(endpoint.requests),
      endpoint.success === null ? 'n/a' : formatShare(endpoint.success),
      formatTime(endpoint.mean),
      formatTime(endpoint.max),
    ]),
  }
}

function describeDocumented(row: DocumentedRow | undefined): string {
  if (row === undefined) return 'not published'
  return `${formatRate(row.throughput)}/s${row.mean === undefined ? '' : `, ${formatTime(row.mean)}`}`
}

// Where nothing was answered there is no time.
function formatMeasured(milliseconds: number | null): string {
  return formatTime(milliseconds === null || Number.isFinite(milliseconds) ? milliseconds : null)
}
