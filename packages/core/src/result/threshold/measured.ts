import { sumOf } from '../../base/units/count.ts'
import type { MetricType } from '../../measure/recorder/own-metric.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import type { OutcomeCounts } from '../../model/metrics/outcome.ts'
import type { Aggregate, CutShort } from './threshold.ts'

/**
 * The measurement of one metric, or of a part of it.
 *
 * @template Times a distribution: a histogram while a test runs, its figures when they are all that is left
 */
export type MeasuredMetric<Times> =
  | { readonly type: 'counter'; readonly count: number }
  | {
      readonly type: 'gauge'
      readonly value: number | null
      readonly min: number | null
      readonly max: number | null
      /** When `value` was set, to find the last of several; `null` when that is no longer known. */
      readonly at: number | null
    }
  | { readonly type: 'rate'; readonly hits: number; readonly total: number }
  | { readonly type: 'trend'; readonly values: Times }

/** A figure of a counter, gauge or rate, or the count of a trend; `null` where nothing was measured. */
export function exactOf(measured: MeasuredMetric<{ readonly count: number }>, seconds: number, aggregate: Aggregate): number | null {
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

/** The measurements of one metric of the user's own. */
export interface MeasuredOwn<Times> {
  readonly whole: MeasuredMetric<Times>
  /** Measurements by the values of its tag; empty without a tag. */
  readonly byTag: readonly { readonly name: string; readonly measured: MeasuredMetric<Times> }[]
}

/** Why there is nothing to read, as text such as `no endpoint POST /bids; there is: POST /bid`. */
export interface Missing {
  readonly missing: string
}

/** Merges any number of distributions; `undefined` when that cannot be done without loss. */
export type MergeTimes<Times> = (all: readonly Times[]) => Times | undefined

type Of<Type, Times> = Extract<MeasuredMetric<Times>, { readonly type: Type }>

/**
 * Merges measurements of one metric: sums, shares and distributions are added up, and of levels the last one counts.
 *
 * @param type the type of the metric, which is the same for all parts
 */
export function mergeMeasured<Times>(
  type: MetricType,
  parts: readonly MeasuredMetric<Times>[],
  merge: MergeTimes<Times>,
): MeasuredMetric<Times> | Missing {
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

function mergeGauges<Times>(gauges: readonly Of<'gauge', Times>[]): MeasuredMetric<Times> | Missing {
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

function ofType<Type extends MetricType, Times>(type: Type, parts: readonly MeasuredMetric<Times>[]): Of<Type, Times>[] {
  return parts.filter((part): part is Of<Type, Times> => part.type === type)
}

/** The divisor from the values of a trend's histogram to its unit: times are kept in microseconds, other values in thousandths. */
export const valuesPerUnit = 1000

/** Merges histograms without loss; a single one is not copied. */
export function mergeHistograms(all: readonly Histogram[]): Histogram {
  const [only] = all
  if (only !== undefined && all.length === 1) return only
  const merged = new Histogram()
  for (const histogram of all) merged.add(histogram.snapshot())
  return merged
}

/** A part of a test, such as an endpoint or a journey, with its figures by the names of the table. A figure that it has not is missing. */
export interface MeasuredPart<Times> {
  readonly name: string
  readonly counts: object
  readonly times: Readonly<Partial<Record<string, Times>>>
}

/** The times of a part that has them as fields, as totals and summaries do. */
export function timesIn<Times>(part: object): MeasuredPart<Times>['times'] {
  return part as MeasuredPart<Times>['times']
}

/** The measurements of a group of requests. */
export interface MeasuredRequests<Times> extends MeasuredPart<Times> {
  readonly counts: { readonly started: number; readonly outcomes: OutcomeCounts; readonly statuses: Readonly<Record<string, number>> }
  /** Response times by class of status, such as `2xx`, and `timeout`; `undefined` when they are not kept separately. */
  readonly byClass: ReadonlyMap<string, Times> | undefined
}

/** The measurements of the requests of one plugin in one scenario. */
export interface MeasuredPlugin<Times> {
  /** Name of the plugin. */
  readonly name: string
  /** All requests of the plugin. */
  readonly requests: MeasuredRequests<Times>
  readonly endpoints: readonly MeasuredRequests<Times>[]
}

/** The measurements of the users of one scenario. */
export interface MeasuredUsers<Times> extends MeasuredPart<Times> {
  /** Iterations of all journeys. */
  readonly iterations: MeasuredPart<Times>
  readonly journeys: readonly MeasuredPart<Times>[]
  readonly checks: readonly MeasuredPart<Times>[]
  readonly groups: readonly MeasuredPart<Times>[]
  /** Requests by tag, named by key and value, such as `kind:write`. */
  readonly tags: readonly MeasuredRequests<Times>[]
  readonly pluginRequests: readonly MeasuredPlugin<Times>[]
  /** The user's own metrics by name, without metrics that were never recorded. */
  readonly metrics: ReadonlyMap<string, MeasuredOwn<Times>>
}

/** The measurements of one scenario that metrics are read from: its totals while it runs, its summary afterwards. */
export interface MeasuredScenario<Times> {
  readonly name: string
  /** Length of the run phase so far. */
  readonly seconds: number
  /** Set when the run phase ended before its planned end. */
  readonly cutShort?: CutShort | undefined
  readonly requests: MeasuredRequests<Times>
  readonly endpoints: readonly MeasuredRequests<Times>[]
  readonly connections: MeasuredPart<Times>
  /** The users; `undefined` for connections without users. */
  readonly users: MeasuredUsers<Times> | undefined
  /** Messages of the whole test by plugin, the same for each scenario. */
  readonly deliveries: readonly MeasuredPart<Times>[]
}

/** Figures of users that totals and summaries have alike. */
interface UserFigures<Times> {
  readonly iterationDuration: Times
  readonly journeys: readonly { readonly name: string; readonly iterations: object; readonly duration: Times }[]
  readonly checks: readonly { readonly name: string }[]
  readonly groups: readonly { readonly name: string; readonly duration: Times }[]
}

/** Reads the users of a scenario from their totals, or from their summary; `iterations` are those of the run phase. */
export function measureUsers<Times>(
  users: UserFigures<Times>,
  iterations: object,
  others: Pick<MeasuredUsers<Times>, 'tags' | 'pluginRequests' | 'metrics'>,
): MeasuredUsers<Times> {
  return {
    name: '',
    counts: users,
    times: timesIn(users),
    iterations: { name: '', counts: iterations, times: { duration: users.iterationDuration } },
    journeys: users.journeys.map((journey) => ({ name: journey.name, counts: journey.iterations, times: { duration: journey.duration } })),
    checks: users.checks.map((check) => ({ name: check.name, counts: check, times: {} })),
    groups: users.groups.map(({ name, duration }) => ({ name, counts: {}, times: { duration } })),
    ...others,
  }
}
