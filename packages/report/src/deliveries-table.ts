import { formatShare } from '@benchpress/core'
import type { DeliverySummary } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'
import type { TableContent } from './table-content.ts'
import { timeCells, timeHeadings } from './time-cells.ts'

type Row = readonly [name: string, count: number, of: number, isAlways?: boolean]

/** What became of messages, in rows that add up; what should never happen has a row where it did. */
export function deliveriesTable(deliveries: DeliverySummary): TableContent {
  return {
    head: ['Messages', 'Count', 'Share'],
    rows: [...sentRows(deliveries), ...receivedRows(deliveries), ...unexpectedRows(deliveries)]
      .filter(([, count, , isAlways]) => isAlways === true || count > 0)
      .map(([name, count, of]) => [name, formatNumber(count), of > 0 ? formatShare(count / of) : '']),
  }
}

/** How long messages took. */
export function deliveryTimesTable({ deliveryTime, fanOutTime }: DeliverySummary): TableContent {
  const rows = [
    ['Delivery', deliveryTime],
    ['Fan-out to the last recipient', fanOutTime],
  ] as const
  return {
    head: ['Time', ...timeHeadings],
    rows: rows.filter(([, { count }]) => count > 0).map(([name, time]) => [name, ...timeCells(time)]),
  }
}

function sentRows({ sent, accepted, refused, unanswered }: DeliverySummary): readonly Row[] {
  return [
    ['Sent', sent, 0, true],
    ['  accepted by the target', accepted, sent, true],
    ['  refused', refused, sent],
    ['  not answered', unanswered, sent],
  ]
}

function receivedRows(deliveries: DeliverySummary): readonly Row[] {
  const { accepted, expected, received, lost, lostInGap, lostAfterLeaving, lostByTarget, lostByTargetAtMost, duplicated, outOfOrder } =
    deliveries
  return [
    ['Expected, by all recipients', expected === accepted ? 0 : expected, 0],
    ['Received (reach)', received, expected, true],
    ['Lost', lost, expected, true],
    ['  while the recipient was reconnecting', lostInGap, expected],
    ['  while it was not there', lostAfterLeaving, expected],
    ['  by the target', lostByTarget, expected],
    ['  (perhaps by the target, of the two above)', lostByTargetAtMost - lostByTarget, expected],
    ['Received again', duplicated, received, true],
    ['Out of order', outOfOrder, received, true],
  ]
}

function unexpectedRows(deliveries: DeliverySummary): readonly Row[] {
  const { receivedUnaccepted, misdelivered, foreign, unstamped, buffered } = deliveries
  return [
    ['Received, but not accepted', receivedUnaccepted, 0],
    ['Received by somebody else', misdelivered, 0],
    ['Of another run', foreign, 0],
    ['Without a stamp', unstamped, 0],
    ['In one read with much older or newer ones', buffered, deliveries.received],
  ]
}
