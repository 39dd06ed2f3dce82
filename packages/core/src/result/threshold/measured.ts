import { sumOf } from '../../base/units/count.ts'
import type { MetricType } from '../../measure/recorder/own-metric.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import type { OutcomeCounts } from '../../model/metrics/outcome.ts'
import type { CutShort } from './inconclusive.ts'
import type { Aggregate } from './threshold.ts'
import type { UsersTotals } from '../../measure/recorder/scenario-totals.ts'
import type { DeliveryTotals } from '../../measure/delivery/delivery-totals.ts'
import type { DeliveryCounts } from '../../measure/delivery/delivery-counts.ts'

/**
 * What was measured of one metric, or of a part of it.
 *
 * @template Times a distribution: a histogram while a test runs, its figures when they are all that is left
 */
export type Measured<Times> =
  | { readonly type: 'counter'; readonly count: number }
  | {
      readonly type: 'gauge'
      readonly value: number | null
      readonly min: number | null
      readonly max: number | null
      /** When `value` was set, to tell which of several was the last; `null` where that is not known any more. */
      readonly at: number | null
    }
  | { readonly type: 'rate'; readonly hits: number; readonly total: number }
  | { readonly type: 'trend'; readonly values: Times }

/** A figure of what is no distribution, or the number of values of one; `null` where nothing was measured. */
export function exactOf(measured: Measured<{ readonly count: number }>, seconds: number, aggregate: Aggregate): number | null {
  switch (measured.type) {
    case 'counter':
      if (aggregate === 'count') return measured.count
      return seconds > 0 ? measured.count / seconds : null
    case 'gauge':
      return aggregate === 'min' || aggregate === 'max' ? measured[aggregate] : measured.value
    case 'rate':
      return measured.total > 0 ? measured.hits / measured.total : null
    case 'trend':
      return measured.values.count
  }
}

/** What was measured of one metric of the user's own. */
export interface MeasuredOwn<Times> {
  readonly whole: Measured<Times>
  /** By the values of its tag; none where it is kept by no tag. */
  readonly byTag: readonly { readonly name: string; readonly measured: Measured<Times> }[]
}

/** Why there is nothing to read, in words, such as `no endpoint POST /bids; there is: POST /bid`. */
export interface Missing {
  readonly missing: string
}

/** Puts distributions together, also none; `undefined` where that cannot be done without loss. */
export type MergeTimes<Times> = (all: readonly Times[]) => Times | undefined

type Of<Type, Times> = Extract<Measured<Times>, { readonly type: Type }>

/**
 * Puts measurements of one metric together: sums are added, the last level counts, shares and distributions are those of all.
 *
 * @param type of the metric, which is that of all parts
 */
export function mergeMeasured<Times>(
  type: MetricType,
  parts: readonly Measured<Times>[],
  merge: MergeTimes<Times>,
): Measured<Times> | Missing {
  switch (type) {
    case 'counter':
      return { type, count: sumOf(ofType(type, parts), ({ count }) => count) }
    case 'gauge':
      return mergeGauges(ofType(type, parts))
    case 'rate': {
      const rates = ofType(type, parts)
      return { type, hits: sumOf(rates, ({ hits }) => hits), total: sumOf(rates, ({ total }) => total) }
    }
    case 'trend': {
      const values = merge(ofType(type, parts).map((part) => part.values))
      return values === undefined
        ? { missing: 'several match, whose histograms are gone, so that their distributions cannot be put together' }
        : { type, values }
    }
  }
}

function mergeGauges<Times>(gauges: readonly Of<'gauge', Times>[]): Measured<Times> | Missing {
  const [first, ...others] = gauges.filter(({ value }) => value !== null)
  if (others.length > 0 && [first, ...others].some((gauge) => gauge?.at === null)) {
    return { missing: 'several match, of which the last is not known any more' }
  }
  const last = others.reduce((latest, gauge) => ((gauge.at ?? 0) > (latest?.at ?? 0) ? gauge : latest), first)
  return {
    type: 'gauge',
    value: last?.value ?? null,
    min: gauges.reduce<number | null>((lowest, { min }) => chooseOf(Math.min, lowest, min), null),
    max: gauges.reduce<number | null>((highest, { max }) => chooseOf(Math.max, highest, max), null),
    at: last?.at ?? null,
  }
}

function chooseOf(choose: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : choose(a, b)
}

function ofType<Type extends MetricType, Times>(type: Type, parts: readonly Measured<Times>[]): Of<Type, Times>[] {
  return parts.filter((part): part is Of<Type, Times> => part.type === type)
}

/** What the values of a trend's histogram are divided by to have its unit: times are kept in microseconds, all else in thousandths. */
export const valuesPerUnit = 1000

/** Puts histograms together without loss; a single one is not copied. */
export function mergeHistograms(all: readonly Histogram[]): Histogram {
  const [only] = all
  if (only !== undefined && all.length === 1) return only
  const merged = new Histogram()
  for (const histogram of all) merged.add(histogram.snapshot())
  return merged
}

/** Requests that are counted together. */
export interface MeasuredRequests<Times> {
  readonly name: string
  readonly counts: { readonly started: number; readonly outcomes: OutcomeCounts }
  readonly statuses: Readonly<Record<string, number>>
  /** Bytes; 0 for a part of them, of which it is not counted. */
  readonly dataSent: number
  readonly dataReceived: number
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
  readonly iterations: { readonly started: number; readonly dropped: number }
  readonly duration: Times
}

/** What the users of one scenario did. */
export interface MeasuredUsers<Times> extends Readonly<Pick<UsersTotals, 'created' | 'completed' | 'failed' | 'mostActive' | 'retried'>> {
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

/** How the messages of one plugin ended, as metrics are read from it. */
export interface MeasuredDeliveries<Times> extends Readonly<
  Pick<DeliveryCounts, 'sent' | 'accepted' | 'received' | 'duplicated' | 'outOfOrder'>
> {
  /** Of the plugin. */
  readonly name: string
  readonly lost: number
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
  const { counts, deliveryTime, fanOutTime } = totals
  return {
    ...counts,
    name,
    deliveryTime,
    fanOutTime,
    get lost() {
      const { inGap, afterLeaving, byTarget } = totals.lost(lostBefore)
      return inGap + afterLeaving + byTarget
    },
  }
}
