import type { LossCounts } from '../../measure/delivery/delivery-counts.ts'
import type { DeliveryTotals } from '../../measure/delivery/delivery-totals.ts'
import type { Histogram } from '../../model/metrics/histogram.ts'

/** What became of the messages of one plugin, as metrics are read from it. */
export interface MeasuredDeliveries<Times> {
  /** Of the plugin. */
  readonly name: string
  readonly sent: number
  readonly accepted: number
  readonly received: number
  readonly lost: number
  readonly duplicated: number
  readonly outOfOrder: number
  readonly deliveryTime: Times
  readonly fanOutTime: Times
}

/** Messages of one plugin, as metrics are read from them while a test runs and at its end. */
export interface DeliverySource {
  readonly name: string
  readonly totals: DeliveryTotals
  /** When a message was sent that counts as lost if it has not arrived: before this time, on the clock of the process. */
  readonly lostBefore: number
}

/** Reads the totals of one plugin. Nothing is copied; what was lost is counted when it is read. */
export function measureDeliveries({ name, totals, lostBefore }: DeliverySource): MeasuredDeliveries<Histogram> {
  const { sent, accepted, received, duplicated, outOfOrder } = totals.counts
  const { deliveryTime, fanOutTime } = totals
  return {
    name,
    sent,
    accepted,
    received,
    duplicated,
    outOfOrder,
    deliveryTime,
    fanOutTime,
    get lost() {
      return sumOf(totals.lost(lostBefore))
    },
  }
}

function sumOf({ inGap, afterLeaving, byTarget }: LossCounts): number {
  return inGap + afterLeaving + byTarget
}
