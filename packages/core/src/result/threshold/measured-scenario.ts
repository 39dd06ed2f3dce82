import type { OutcomeCounts } from '../../model/metrics/outcome.ts'
import type { CutShort } from './inconclusive.ts'
import type { MeasuredOwn } from './measured.ts'
import type { LossCounts } from '../../measure/delivery/delivery-counts.ts'
import type { DeliveryTotals } from '../../measure/delivery/delivery-totals.ts'
import type { Histogram } from '../../model/metrics/histogram.ts'

/** Requests that are counted together. */
export interface MeasuredRequests<Times> {
  readonly name: string
  readonly started: number
  readonly outcomes: OutcomeCounts
  readonly statuses: Readonly<Record<string, number>>
  /** 0 for a part of them, of which it is not counted. */
  readonly bytesSent: number
  readonly bytesReceived: number
  readonly responseTime: Times
  readonly serviceTime: Times
  /** `undefined` for connections without users. */
  readonly httpWaiting: Times | undefined
  /** Response times by class of status, such as `2xx`, and `timeout`; `undefined` where they are not kept apart. */
  readonly byClass: ReadonlyMap<string, Times> | undefined
}

/** Requests of one plugin in one scenario. */
export interface MeasuredPlugin<Times> {
  /** Of the plugin. */
  readonly name: string
  /** All of them. */
  readonly requests: MeasuredRequests<Times>
  readonly endpoints: readonly MeasuredRequests<Times>[]
}

/** Iterations that are counted together. */
export interface MeasuredIterations<Times> {
  readonly name: string
  readonly started: number
  readonly dropped: number
  readonly duration: Times
}

/** What the users of one scenario did. */
export interface MeasuredUsers<Times> {
  readonly created: number
  readonly completed: number
  readonly failed: number
  readonly mostActive: number
  readonly retried: number
  /** All of them, whatever the journey. */
  readonly iterations: MeasuredIterations<Times>
  readonly sendLag: Times
  readonly httpWaiting: Times
  readonly timeToFirstByte: Times
  readonly thinkOvershoot: Times
  readonly journeys: readonly MeasuredIterations<Times>[]
  readonly checks: readonly { readonly name: string; readonly passed: number; readonly failed: number }[]
  readonly groups: readonly { readonly name: string; readonly duration: Times }[]
  /** Named by key and value, such as `kind:write`. */
  readonly tags: readonly MeasuredRequests<Times>[]
  readonly pluginRequests: readonly MeasuredPlugin<Times>[]
  /** The user's own metrics by name, without those of which nothing was recorded. */
  readonly metrics: ReadonlyMap<string, MeasuredOwn<Times>>
}

/** What was measured of one scenario, as metrics are read from it; from totals while it runs, from its summary afterwards. */
export interface MeasuredScenario<Times> {
  readonly name: string
  /** Of the run phase so far. */
  readonly seconds: number
  /** Where its run phase ended before its planned end. */
  readonly cutShort?: CutShort | undefined
  readonly requests: MeasuredRequests<Times>
  readonly endpoints: readonly MeasuredRequests<Times>[]
  readonly connectTime: Times
  readonly tlsTime: Times
  /** `undefined` for connections without users. */
  readonly users: MeasuredUsers<Times> | undefined
  /** Messages of the whole test, by plugin: the same for each scenario. */
  readonly deliveries: readonly MeasuredDeliveries<Times>[]
}

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
