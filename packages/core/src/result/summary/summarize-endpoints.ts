import { Histogram } from '../../model/metrics/histogram.ts'
import { nameOfClass, timeoutClass } from '../../model/metrics/outcome.ts'
import type { ScenarioTotals } from '../../measure/recorder/scenario-totals.ts'
import type { SeriesTotal } from '../../measure/recorder/series-totals.ts'
import { summarizeCounts } from './summarize-counts.ts'
import { summarizeTimes } from './summarize-times.ts'
import type { SeriesSummary } from './summary.ts'
import type { TimeSummary } from './time-summary.ts'

/**
 * Reads the series of endpoints or tags.
 *
 * @param duration length of the run phase in seconds
 * @param isServiceTimed whether service times were measured apart from response times
 */
export function summarizeEndpoints(all: readonly SeriesTotal[], duration: number, isServiceTimed: boolean): SeriesSummary[] {
  return all.map((series) => {
    const responseTime = summarizeTimes(series.responseTime)
    return {
      name: series.name,
      counts: { scheduled: series.started, started: series.started, dropped: 0, outcomes: series.outcomes },
      statuses: series.statuses,
      requestsPerSecond: duration > 0 ? series.started / duration : 0,
      dataReceived: series.bytesReceived,
      responseTime,
      serviceTime: isServiceTimed ? summarizeTimes(series.serviceTime) : responseTime,
      httpWaiting: summarizeTimes(series.httpWaiting),
      byClass: summarizeClasses(series.responseTimes),
    }
  })
}

/** The one endpoint of a scenario with one request: all there is. Its times are apart by class of status only where there is but one. */
export function summarizeOnlyEndpoint(name: string, totals: ScenarioTotals, duration: number): SeriesSummary {
  const { run } = totals
  const counts = summarizeCounts(run)
  const responseTime = summarizeTimes(totals.responseTime)
  const classes = new Set(Object.keys(run.statuses).map((status) => `${status.padStart(3, '0').charAt(0)}xx`))
  if (run.outcomes.timeout > 0) classes.add('timeout')
  const [only, ...others] = classes
  return {
    name,
    counts,
    statuses: run.statuses,
    requestsPerSecond: duration > 0 ? run.started / duration : 0,
    dataReceived: run.bytesReceived,
    responseTime,
    serviceTime: totals.users === undefined ? responseTime : summarizeTimes(totals.serviceTime),
    httpWaiting: summarizeTimes(totals.users?.httpWaiting ?? new Histogram()),
    byClass: only === undefined || others.length > 0 ? {} : { [only]: responseTime },
  }
}

function summarizeClasses(responseTimes: ReadonlyMap<number, Histogram>): Record<string, TimeSummary> {
  const orderOf = (statusClass: number): number => (statusClass === timeoutClass ? Infinity : statusClass)
  const classes = [...responseTimes].toSorted(([a], [b]) => orderOf(a) - orderOf(b))
  return Object.fromEntries(classes.map(([statusClass, times]) => [nameOfClass(statusClass), summarizeTimes(times)]))
}
