import type { DeliverySummary, SuiteResult, TestResult } from '@benchpress/core'
import { formatSeconds, formatShare, formatTime, plural, type ReportTable } from '@benchpress/core/report'
import { numberCell, timeCells, timeHeadings } from '../format/cell.ts'
import { ofRun } from './runs.ts'
import type { DocumentSection } from '../render/report-document.ts'

/** How the messages that users sent to each other ended, by run and plugin; no section where there were no messages. */
export function deliveriesSections(suite: SuiteResult): readonly DocumentSection[] {
  return suite.tests.flatMap((test) =>
    test.deliveries.map((each) => deliveriesSection(`Deliveries${ofDeliveries(each.name, test, suite)}`, each)),
  )
}

/** What is said of the title of deliveries: their name and their run, as far as there are several. */
export function ofDeliveries(name: string, test: TestResult, suite: SuiteResult): string {
  return `${test.deliveries.length > 1 ? `, ${name}` : ''}${ofRun(test, suite)}`
}

function deliveriesSection(title: string, deliveries: DeliverySummary): DocumentSection {
  const { stalls, gaps, clockError } = deliveries
  const lines = [
    ...(clockError === undefined
      ? []
      : [`Sender and recipient had different clocks: each time is right to within ±${formatTime(clockError)}`]),
    ...(gaps === 0 ? [] : [`Recipients could not receive ${plural(gaps, 'time')}, such as between two connections`]),
    ...stalls.map(
      ({ at, length, underWay }) =>
        `Nothing arrived anywhere for ${formatSeconds(length)} at ${formatSeconds(at)}, with ${plural(underWay, 'message')} under way`,
    ),
  ]
  const times = deliveryTimesTable(deliveries)
  return {
    title,
    detail: true,
    parts: [deliveriesTable(deliveries), ...(times.rows.length === 0 ? [] : [times]), ...(lines.length === 0 ? [] : [lines])],
  }
}

type Row = readonly [name: string, count: number, of: number, isAlways?: boolean]

// The rows add up; events that should never happen have a row only where they happened.
function deliveriesTable(deliveries: DeliverySummary): ReportTable {
  return {
    head: ['Messages', 'Count', 'Share'],
    rows: rowsOf(deliveries)
      .filter(([, count, , isAlways]) => isAlways === true || count > 0)
      .map(([name, count, of]) => [name, numberCell(count), of > 0 ? numberCell(count / of, formatShare) : '']),
  }
}

function deliveryTimesTable({ deliveryTime, fanOutTime }: DeliverySummary): ReportTable {
  const rows = [
    ['Delivery', deliveryTime],
    ['Fan-out to the last recipient', fanOutTime],
  ] as const
  return {
    head: ['Time', ...timeHeadings],
    rows: rows.filter(([, { count }]) => count > 0).map(([name, time]) => [name, ...timeCells(time)]),
  }
}

function rowsOf(deliveries: DeliverySummary): readonly Row[] {
  const { sent, accepted, expected, received, lostByTarget } = deliveries
  return [
    ['Sent', sent, 0, true],
    ['  accepted by the target', accepted, sent, true],
    ['  refused', deliveries.refused, sent],
    ['  without a response', deliveries.unanswered, sent],
    ['Expected, by all recipients', expected === accepted ? 0 : expected, 0],
    ['Received (reach)', received, expected, true],
    ['Lost', deliveries.lost, expected, true],
    ['  while the recipient was reconnecting', deliveries.lostInGap, expected],
    ['  while it was not there', deliveries.lostAfterLeaving, expected],
    ['  by the target', lostByTarget, expected],
    ['  (perhaps by the target, of the two above)', deliveries.lostByTargetAtMost - lostByTarget, expected],
    ['Received again', deliveries.duplicated, received, true],
    ['Out of order', deliveries.outOfOrder, received, true],
    ['Received, but not accepted', deliveries.receivedUnaccepted, 0],
    ['Received by somebody else', deliveries.misdelivered, 0],
    ['Of another run', deliveries.foreign, 0],
    ['Without a stamp', deliveries.unstamped, 0],
    ['In one read with much older or newer ones', deliveries.buffered, received],
  ]
}
