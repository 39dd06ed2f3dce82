import { sumOf } from '../../base/units/count.ts'
import type { MetricType } from '../../measure/recorder/own-metric.ts'
import type { FigureSubject } from '../../model/metrics/figures.ts'
import { mergeTimes, type TimeSummary } from '../../model/metrics/time-summary.ts'
import type { Aggregate, CutShort } from './threshold.ts'

/** The measurement of one metric, or of a part of it. */
export type MeasuredMetric =
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
  | { readonly type: 'trend'; readonly values: TimeSummary }

/** A figure of a counter, gauge or rate, or the count of a trend; `null` where nothing was measured. */
export function exactOf(measured: MeasuredMetric, seconds: number, aggregate: Aggregate): number | null {
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

/** Why there is nothing to read, as text such as `no endpoint POST /bids; there is: POST /bid`. */
export interface Missing {
  readonly missing: string
}

type Of<Type> = Extract<MeasuredMetric, { readonly type: Type }>

/**
 * Merges measurements of one metric: sums, shares and distributions are added up, and of levels the last one counts.
 *
 * @param type the type of the metric, which is the same for all parts
 */
export function mergeMeasured(type: MetricType, parts: readonly MeasuredMetric[]): MeasuredMetric | Missing {
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
      const values = mergeTimes(ofType(type, parts).map((part) => part.values))
      return values === undefined
        ? { missing: 'several match, whose histograms are gone, so that their distributions cannot be put together' }
        : { type, values }
    }
  }
}

function mergeGauges(gauges: readonly Of<'gauge'>[]): MeasuredMetric | Missing {
  const set = gauges.filter(({ value }) => value !== null)
  if (set.length > 1 && set.some(({ at }) => at === null)) return { missing: 'several match, of which the last is not known any more' }
  const last = set.reduce<Of<'gauge'> | undefined>((latest, gauge) => ((gauge.at ?? 0) > (latest?.at ?? -1) ? gauge : latest), undefined)
  const all = (read: (gauge: Of<'gauge'>) => number | null): number[] => gauges.flatMap((gauge) => read(gauge) ?? [])
  const [lowest, highest] = [Math.min(...all(({ min }) => min)), Math.max(...all(({ max }) => max))]
  return {
    type: 'gauge',
    value: last?.value ?? null,
    min: lowest === Infinity ? null : lowest,
    max: highest === -Infinity ? null : highest,
    at: last?.at ?? null,
  }
}

function ofType<Type extends MetricType>(type: Type, parts: readonly MeasuredMetric[]): Of<Type>[] {
  return parts.filter((part): part is Of<Type> => part.type === type)
}

/** A part of a test, such as an endpoint or a journey, that metrics are read from. A figure that it has not is missing. */
export interface MeasuredPart {
  readonly of: FigureSubject
  /** The tags that name it, such as its plugin and its endpoint; `own` is one of a request, such as `kind:write`. The requests of a scenario over HTTP have none. */
  readonly tags: Readonly<Record<string, string>>
  readonly counts: object
  /** Reads a distribution by its name in the table. */
  readonly times: (name: string) => TimeSummary | undefined
  /** Response times by class of status, such as `2xx`, and `timeout`; `undefined` when they are not kept separately. */
  readonly byClass?: Readonly<Record<string, TimeSummary>> | undefined
}

/** The measurements of one metric of the user's own. */
export interface MeasuredOwn {
  readonly whole: MeasuredMetric
  /** Measurements by the values of its tag; empty without a tag. */
  readonly byTag: readonly { readonly name: string; readonly measured: MeasuredMetric }[]
}

/** The measurements of one scenario that metrics are read from: its totals while it runs, its summary afterwards. */
export interface MeasuredScenario {
  readonly name: string
  readonly seconds: number
  /** Set when the run phase ended before its planned end. */
  readonly cutShort?: CutShort | undefined
  /** Everything that has figures; messages are those of the whole test, the same for each scenario. */
  readonly parts: readonly MeasuredPart[]
  /** The user's own metrics by name, without metrics that were never recorded. */
  readonly own: ReadonlyMap<string, MeasuredOwn>
}
