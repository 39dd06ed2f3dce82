import { formatShare, type ReportTable } from '@benchpress/core/report'
import { formatNumber, formatThroughput } from '@benchpress/report/format'
import type { DocumentedBridgeRun } from '../documented-bridge.ts'
import type { MeasuredBridge } from '../measured-bridge.ts'

type Row = readonly [name: string, documented: string, measure: (run: MeasuredBridge) => string]

const notMeasured = 'not measured'

/** What was counted, by the names of the published test, documented and measured run by run; below it what was not counted then. */
export function bridgeCountsTable(documented: DocumentedBridgeRun, runs: readonly MeasuredBridge[]): ReportTable {
  return {
    head: ['Count', 'Documented', ...(runs.length > 1 ? runs.map((_run, index) => `Run ${index + 1}`) : ['Measured'])],
    rows: [...publishedRows(documented), ...ownRows(documented)].map(([name, published, measure]) => [
      name,
      published,
      ...runs.map(measure),
    ]),
  }
}

function publishedRows(documented: DocumentedBridgeRun): readonly Row[] {
  const { planned, sent, rates } = documented
  const count = (name: string, of: keyof typeof rates): Row => [
    name,
    describeCount(documented[of], rates[of]),
    (run) => describeCount(run[of], run.wholeRun === 0 ? 0 : run[of] / run.wholeRun),
  ]
  return [
    ['checks', describeChecks(documented), describeChecks],
    ['dropped_iterations', describeShare(planned - sent, planned), (run) => describeShare(run.dropped, run.planned)],
    ['http_req_failed', describeShare(documented.failedRequests, sent), (run) => describeShare(run.failedRequests, run.posts)],
    count('sse_event', 'events'),
    count('sse_heartbeats_received', 'heartbeats'),
    count('sse_messages_received', 'messages'),
    count('sse_messages_sent', 'sent'),
  ]
}

function ownRows({ checks, events, messages, sent }: DocumentedBridgeRun): readonly Row[] {
  const documentedClosed = checks.passed - events - 2 * messages - sent
  const own = (name: string, measure: (delivery: NonNullable<MeasuredBridge['delivery']>) => string): Row => [
    name,
    notMeasured,
    ({ delivery }) => (delivery === undefined ? 'n/a' : measure(delivery)),
  ]
  return [
    own('messages lost', ({ lost, expected }) => describeShare(lost, expected)),
    own('  while their subscriber reconnected', ({ lostInGap }) => formatNumber(lostInGap)),
    own('  while it was not there', ({ lostAfterLeaving }) => formatNumber(lostAfterLeaving)),
    own('  by the bridge', ({ lostByTarget }) => formatNumber(lostByTarget)),
    own('messages received twice', ({ duplicated }) => formatNumber(duplicated)),
    own('messages out of order', ({ outOfOrder }) => formatNumber(outOfOrder)),
    ['connections closed', `${formatNumber(documentedClosed)}, by the other figures`, ({ closed }) => formatNumber(closed)],
    ['connections open at the end', notMeasured, ({ stillOpen }) => formatNumber(stillOpen)],
  ]
}

function describeChecks({ checks: { passed, failed } }: DocumentedBridgeRun | MeasuredBridge): string {
  const all = passed + failed
  return all === 0 ? 'none' : `${formatShare(passed / all)} of ${formatNumber(all)}`
}

function describeShare(part: number, of: number): string {
  return of === 0 ? '0 of 0' : `${formatShare(part / of)} (${formatNumber(part)} of ${formatNumber(of)})`
}

function describeCount(count: number, perSecond: number): string {
  return `${formatNumber(count)}, ${formatThroughput(perSecond)}/s`
}
