import { formatShare, type ReportCell, type ReportFigure, type ReportTable } from '@benchpress/core/report'
import { numberCell, figureCells } from '@benchpress/report'
import { formatNumber, formatTime } from '@benchpress/report/format'
import type { TimeSummary } from '@benchpress/core'
import { documentedBridgeRun, documentedClosed, type DocumentedBridgeRun, type DocumentedTimes } from '../documented-bridge.ts'
import type { MeasuredBridge } from '../measured-bridge.ts'

type Row = readonly [name: string, documented: ReportCell, measure: (run: MeasuredBridge) => ReportCell]

const notMeasured = 'not measured'

/** The counts by the names of the published test, documented and measured run by run, followed by counts that the published test lacks. */
export function bridgeCountsTable(runs: readonly MeasuredBridge[]): ReportTable {
  return {
    head: ['Count', 'Documented', ...(runs.length > 1 ? runs.map((_run, index) => `Run ${index + 1}`) : ['Measured'])],
    rows: [...publishedRows(), ...ownRows].map(([name, published, measure]) => [name, published, ...runs.map(measure)]),
  }
}

function publishedRows(): readonly Row[] {
  const { planned, sent, rates, failedRequests } = documentedBridgeRun
  const count = (name: string, of: keyof typeof rates): Row => [
    name,
    describeCount(documentedBridgeRun[of], rates[of]),
    (run) => describeCount(run[of], run.wholeRun === 0 ? 0 : run[of] / run.wholeRun),
  ]
  return [
    ['checks', describeChecks(documentedBridgeRun), describeChecks],
    ['dropped_iterations', describeShare(planned - sent, planned), (run) => describeShare(run.dropped, run.planned)],
    ['http_req_failed', describeShare(failedRequests, sent), (run) => describeShare(run.failedRequests, run.posts)],
    count('sse_event', 'events'),
    count('sse_heartbeats_received', 'heartbeats'),
    count('sse_messages_received', 'messages'),
    count('sse_messages_sent', 'sent'),
  ]
}

const ownRows: readonly Row[] = [
  ownRow('messages lost', ({ lost, expected }) => describeShare(lost, expected)),
  ownRow('  while reconnecting', ({ lostInGap }) => numberCell(lostInGap)),
  ownRow('  while it was not there', ({ lostAfterLeaving }) => numberCell(lostAfterLeaving)),
  ownRow('  by the bridge', ({ lostByTarget }) => numberCell(lostByTarget)),
  ownRow('messages received twice', ({ duplicated }) => numberCell(duplicated)),
  ownRow('messages out of order', ({ outOfOrder }) => numberCell(outOfOrder)),
  [
    'connections closed',
    numberCell(documentedClosed, (count) => `${formatNumber(count)}, by the other figures`),
    ({ closed }) => numberCell(closed),
  ],
  ['connections open at the end', notMeasured, ({ stillOpen }) => numberCell(stillOpen)],
]

function ownRow(name: string, measure: (delivery: NonNullable<MeasuredBridge['delivery']>) => ReportCell): Row {
  return [name, notMeasured, ({ delivery }) => (delivery === undefined ? 'n/a' : measure(delivery))]
}

function describeChecks({ checks: { passed, failed } }: DocumentedBridgeRun | MeasuredBridge): ReportCell {
  const all = passed + failed
  return all === 0 ? 'none' : numberCell(passed / all, (share) => `${formatShare(share)} of ${formatNumber(all)}`)
}

function describeShare(part: number, of: number): ReportCell {
  if (of === 0) return '0 of 0'
  return numberCell(part / of, (share) => `${formatShare(share)} (${formatNumber(part)} of ${formatNumber(of)})`)
}

function describeCount(count: number, perSecond: number): ReportFigure {
  return numberCell(count, () => `${formatNumber(count)}, ${formatNumber(perSecond)}/s`)
}

interface Timed {
  readonly name: string
  /** `undefined` for a time that the published test lacks. */
  readonly documented: DocumentedTimes | undefined
  readonly measure: (run: MeasuredBridge) => TimeSummary | undefined
}

const { connectionLife, sendMessage } = documentedBridgeRun

const timed: readonly Timed[] = [
  { name: 'open_sse_connection: to open', documented: undefined, measure: ({ timeToOpen }) => timeToOpen },
  { name: 'open_sse_connection: life', documented: connectionLife, measure: (run) => run.connectionLife },
  { name: 'send_message: from its send', documented: sendMessage, measure: (run) => run.sendMessage?.serviceTime },
  { name: 'send_message: from when due', documented: undefined, measure: (run) => run.sendMessage?.responseTime },
  { name: 'delivery: from send to arrival', documented: undefined, measure: ({ delivery }) => delivery?.deliveryTime },
]

/** The table of times: each as it was documented, if it was, and as it was measured run by run. */
export function bridgeTimesTable(runs: readonly MeasuredBridge[]): ReportTable {
  return {
    head: ['Time', 'Of', 'Avg', '50%', '90%', '95%', 'Max'],
    texts: ['Of'],
    names: 2,
    apart: ['95%', 'Max'],
    rows: timed.flatMap(({ name, documented: published, measure }) => {
      const rows = [
        ...(published === undefined ? [] : [['documented', ...documentedCells(published)]]),
        ...runs.map((run, index) => [
          runs.length > 1 ? `run ${index + 1}` : 'measured',
          ...figureCells(measure(run), ['mean', 'p50', 'p90', 'p95', 'max']),
        ]),
      ]
      return rows.map((cells, index) => [index === 0 ? name : '', ...cells])
    }),
  }
}

function documentedCells({ mean, p50, p90, p95, max }: DocumentedTimes): readonly ReportCell[] {
  return [mean, p50, p90, p95, max].map((time) => numberCell(time, formatTime))
}
