import type { Amount, Count } from '../../base/units/count.ts'
import { nameOfClass, timeoutClass, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import type { SummarizedFigures } from './summarize-figures.ts'
import { summarizeTimes, type TimeSummary } from '../../model/metrics/time-summary.ts'
import { SeriesTotals, type PhaseTotals, type SecondsTotals, type SeriesTotal } from '../../measure/recorder/series-totals.ts'
import type { ScenarioTotals } from '../../measure/recorder/scenario-totals.ts'
import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'
import { emptySeries, packSeries } from '../../measure/recorder/series.ts'
import { estimateMax, estimateMean, estimatePercentile, type Estimate } from '../../model/metrics/product-limit.ts'
import type { WindowSeries } from '../../measure/recorder/windows.ts'

/** How the requests that a workload scheduled ended: `scheduled = started + dropped`, `started = sum of outcomes`. */
export interface Counts extends Pick<SummarizedFigures<'requests', 'count'>, 'started' | 'dropped'> {
  /** Requests that the workload planned. */
  readonly scheduled: Count
  /** The started requests by outcome. */
  readonly outcomes: OutcomeCounts
}

/** Figures of one group of requests: those of an endpoint, or with a tag. */
export interface SeriesSummary extends Pick<SummarizedFigures<'requests'>, 'dataReceived' | 'responseTime' | 'serviceTime'> {
  /** Name of the endpoint or tag, such as `POST /api/auctions/{id}/bid` or `kind:write`; `other` for all names beyond the first 200. */
  readonly name: string
  /** How the requests of the group ended. */
  readonly counts: Counts
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, Count>>
  /** Requests started per second of the run phase. */
  readonly requestsPerSecond: Amount
  /** Times from the call of a user's request to its send; without samples for connections, and by server. */
  readonly httpWaiting: TimeSummary
  /**
   * Response times by class of status, such as `2xx`, and `timeout`; for plugins, `ok` and `error` instead of a status. Empty when they were not
   * measured separately.
   */
  readonly byClass: Readonly<Record<string, TimeSummary>>
}

/** Summarizes the counts of a phase; dropped requests were scheduled but not started. */
export function summarizeCounts(phase: PhaseTotals): Counts {
  return { scheduled: phase.started + phase.dropped, started: phase.started, dropped: phase.dropped, outcomes: phase.outcomes }
}

/**
 * Summarizes the series of endpoints or tags.
 *
 * @param duration length of the run phase in seconds
 * @param isServiceTimed whether service times were measured apart from response times
 */
export function summarizeEndpoints(all: readonly SeriesTotal[], duration: number, isServiceTimed: boolean): SeriesSummary[] {
  return all.map((series) => {
    const responseTime = summarizeTimes(series.responseTime)
    return {
      name: series.name,
      ...summarizePhase(series, duration),
      responseTime,
      serviceTime: isServiceTimed ? summarizeTimes(series.serviceTime) : responseTime,
      httpWaiting: summarizeTimes(series.httpWaiting),
      byClass: summarizeClasses(series.responseTimes),
    }
  })
}

/** The only endpoint of a scenario with one request. Its times by class of status are known only when there is one class. */
export function summarizeOnlyEndpoint(name: string, totals: ScenarioTotals, duration: number): SeriesSummary {
  const responseTime = summarizeTimes(totals.responseTime)
  return {
    name,
    ...summarizePhase(totals.run, duration),
    responseTime,
    serviceTime: totals.users === undefined ? responseTime : summarizeTimes(totals.serviceTime),
    httpWaiting: summarizeTimes(totals.users?.httpWaiting ?? new Histogram()),
    byClass: onlyClassOf(totals.run, () => responseTime) ?? {},
  }
}

function summarizePhase(
  phase: PhaseTotals,
  duration: number,
): Pick<SeriesSummary, 'counts' | 'statuses' | 'requestsPerSecond' | 'dataReceived'> {
  return {
    counts: summarizeCounts(phase),
    statuses: phase.statuses,
    requestsPerSecond: duration > 0 ? phase.started / duration : 0,
    dataReceived: phase.dataReceived,
  }
}

/** The response times by class of the only endpoint of a scenario, which are kept together; `undefined` when its responses are of several classes. */
export function onlyClassOf({ statuses, outcomes }: PhaseTotals, times: () => TimeSummary): Record<string, TimeSummary> | undefined {
  const classes = new Set(Object.keys(statuses).map((status) => `${status.charAt(0)}xx`))
  if (outcomes.timeout > 0) classes.add(nameOfClass(timeoutClass))
  return classes.size > 1 ? undefined : Object.fromEntries(Array.from(classes, (only) => [only, times()]))
}

/** Summarizes response times by class of status. */
export function summarizeClasses(responseTimes: ReadonlyMap<number, Histogram>): Record<string, TimeSummary> {
  const classes = [...responseTimes].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(classes.map(([statusClass, times]) => [nameOfClass(statusClass), summarizeTimes(times)]))
}

/**
 * Summarizes the requests to each server, in the order of the names, with a row of zeros for a server without any; requests to other servers come last.
 *
 * @param duration length of the run phase in seconds
 */
export function summarizeServers(names: readonly string[], totals: ScenarioTotals, duration: number): SeriesSummary[] {
  const recorded = totals.servers.all
  const nothing = new SeriesTotals()
  nothing.add(packSeries(names.filter((name) => !recorded.some((series) => series.name === name)).map(emptySeries)))
  const place = ({ name }: SeriesTotal): number => (names.includes(name) ? names.indexOf(name) : names.length)
  const rows = [...recorded, ...nothing.all].toSorted((a, b) => place(a) - place(b))
  return summarizeEndpoints(rows, duration, totals.users !== undefined)
}

/** One second of the run phase; the last may be shorter. */
export interface SecondSummary {
  /** Start, in seconds from the start of the run phase. */
  readonly at: Amount
  /** Length in seconds: 1, or less for the last second. */
  readonly length: Amount
  /** Complete responses that arrived in this second. */
  readonly requests: Count
  /** Failed requests that ended in this second, without `aborted` ones. */
  readonly failed: Count
  /** Bytes that arrived in this second. */
  readonly bytes: Count
  /** Mean number of requests in flight, measured; missing in a shorter last second, and in results of earlier versions. */
  readonly inFlight?: Amount
  /** Mean number of users, measured; missing when `inFlight` is, without users, and for plugins. */
  readonly users?: Amount
  /** Mean response time of the responses that arrived in this second, in milliseconds; `null` without a response. */
  readonly mean: Amount | null
  /** Median of these response times, in milliseconds. */
  readonly p50: Amount | null
  /** 90th percentile of these response times, in milliseconds; missing in results of earlier versions. */
  readonly p90?: Amount | null
  /** 99th percentile of these response times, in milliseconds. */
  readonly p99: Amount | null
  /** Longest of these response times, in milliseconds. */
  readonly max: Amount | null
  /** The service times of the same responses; missing without a response, and when requests are sent as planned, so that service and response times are the same. */
  readonly serviceTime?: SecondServiceTime
  /** Requests that were cut off in this second, which are in these figures only with their age; missing when there were none. */
  readonly unfinished?: Count
}

/** The service times of the responses that arrived in a second, in milliseconds. */
export interface SecondServiceTime {
  /** Median. */
  readonly p50: Amount
  /** 90th percentile. */
  readonly p90: Amount
  /** 99th percentile. */
  readonly p99: Amount
  /** Longest. */
  readonly max: Amount
}

/** Mean numbers at a time in each second. */
export interface Levels {
  readonly inFlight?: SecondsTotals
  readonly users?: SecondsTotals | undefined
}

/**
 * Lists every second of a run phase of `duration` seconds, also those in which nothing happened.
 *
 * Percentiles, mean and max are those of the histogram that covers the second; after ten minutes a histogram covers several seconds.
 */
export function summarizeSeries(windows: WindowSeries, duration: number, levels: Levels = {}): SecondSummary[] {
  const byIndex = new Map(windows.seconds.map((second) => [second.index, second]))
  const read = figureReader()
  const whole = Math.floor(duration + clockTick)
  return Array.from({ length: secondsOf(duration) }, (_, at) => {
    const { responded, failed, bytes } = byIndex.get(at) ?? nothing
    const timed = windows.times(at)
    const { mean, unfinished, ...times } = read(timed?.responseTime) ?? noFigures
    const service = read(timed?.serviceTime)
    return {
      at,
      length: Math.min(1, duration - at),
      requests: responded,
      failed,
      bytes,
      ...(at < whole && levelsOf(levels, at)),
      mean,
      ...times,
      ...(service !== undefined && { serviceTime: { p50: service.p50, p90: service.p90, p99: service.p99, max: service.max } }),
      ...(unfinished > 0 && { unfinished }),
    }
  })
}

// Both are whole numbers of microseconds.
function levelsOf({ inFlight, users }: Levels, second: number): Pick<SecondSummary, 'inFlight' | 'users'> {
  const [sent, present] = [inFlight, users].map((seconds) => seconds?.meanOf(second))
  return {
    ...(sent !== undefined && { inFlight: Number(sent.toFixed(6)) }),
    ...(present !== undefined && { users: Number(present.toFixed(6)) }),
  }
}

const nothing = { responded: 0, failed: 0, bytes: 0 }
const noFigures = { mean: null, p50: null, p90: null, p99: null, max: null, unfinished: 0 }

interface SecondFigures extends SecondServiceTime {
  readonly mean: number
  readonly unfinished: number
}

/** Reads the figures of histograms in turn; `undefined` for one without times. A histogram that neighbouring seconds share is read once. */
function figureReader(): (times: HistogramSnapshot | undefined) => SecondFigures | undefined {
  const scratch = new Histogram()
  const known = new WeakMap<HistogramSnapshot, SecondFigures>()
  const ms = ({ value }: Estimate): number => value / 1000
  return (times) => {
    if (times === undefined || (times.count === 0 && times.unfinished === undefined)) return undefined
    const before = known.get(times)
    if (before !== undefined) return before
    scratch.reset()
    scratch.add(times)
    const figures = {
      mean: ms(estimateMean(scratch)),
      p50: ms(estimatePercentile(scratch, 50)),
      p90: ms(estimatePercentile(scratch, 90)),
      p99: ms(estimatePercentile(scratch, 99)),
      max: ms(estimateMax(scratch)),
      unfinished: scratch.unfinished?.count ?? 0,
    }
    known.set(times, figures)
    return figures
  }
}

// A sum of durations may be a little more or less than a whole number.
const clockTick = 1e-9

/** The number of seconds in a duration, with a last one that may be incomplete. */
export function secondsOf(duration: number): number {
  return Math.ceil(duration - clockTick)
}

/** The number of responses of a second that ended `ok`. */
export function okResponses({ requests, failed }: SecondSummary): number {
  return Math.max(0, requests - failed)
}
