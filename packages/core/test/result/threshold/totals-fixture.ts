import { tableOf, type RecordedFigures } from '../../../src/model/metrics/figure-sums.ts'
import type { FigureSubject } from '../../../src/model/metrics/figures.ts'
import { Histogram, type HistogramSnapshot } from '../../../src/model/metrics/histogram.ts'
import { outcomes, type Outcome } from '../../../src/model/metrics/outcome.ts'
import { ScenarioTotals } from '../../../src/measure/recorder/scenario-totals.ts'
import type { IterationsSnapshot } from '../../../src/measure/recorder/iterations.ts'
import type { PhaseSnapshot, SeriesSnapshot } from '../../../src/measure/recorder/series.ts'
import { noSeries } from '../../measure/recorder/unpack-series.ts'
import type { PluginRequestsSnapshot, RequestsSnapshot, ScenarioSnapshot, UsersSnapshot } from '../../../src/measure/recorder/snapshot.ts'
import { noConnections } from '../../../src/measure/recorder/snapshot.ts'

/** Times in microseconds as threads send them, with the ages of what was cut off. */
export function times(values: readonly number[] = [], ages: readonly number[] = []): HistogramSnapshot {
  const histogram = new Histogram()
  for (const value of values) histogram.record(value)
  for (const age of ages) histogram.cutOff(age)
  return histogram.snapshot()
}

/** Requests by outcome, as threads send them. */
export function outcomeCounts(counts: Partial<Record<Outcome, number>>): readonly number[] {
  return outcomes.map((outcome) => counts[outcome] ?? 0)
}

/** The counts of one phase. */
export function phaseSnapshot(phase: Partial<PhaseSnapshot> = {}): PhaseSnapshot {
  return { started: 0, dropped: 0, retried: 0, outcomes: outcomeCounts({}), statuses: [], dataSent: 0, dataReceived: 0, ...phase }
}

/** One endpoint or tag, with the response times of its responses by class. */
export function seriesSnapshot(name: string, series: Partial<SeriesSnapshot> = {}): SeriesSnapshot {
  return {
    name,
    started: 0,
    outcomes: outcomeCounts({}),
    statuses: [],
    dataReceived: 0,
    responseTimes: [],
    serviceTime: times(),
    httpWaiting: times(),
    ...series,
  }
}

/** The figures of one subject, of which nothing was recorded. */
function noFigures<Of extends FigureSubject>(of: Of): RecordedFigures<Of> {
  return Object.fromEntries(tableOf(of).map(([name, { kind }]) => [name, kind === 'time' ? times() : 0])) as RecordedFigures<Of>
}

/** Iterations of which nothing happened but what is given. */
export function iterationsSnapshot(iterations: Partial<IterationsSnapshot> = {}): IterationsSnapshot {
  return { started: 0, dropped: 0, completed: 0, failed: 0, aborted: 0, ...iterations }
}

/** A phase whose requests ended with these outcomes. */
export function endedSnapshot(ended: Partial<Record<Outcome, number>>): PhaseSnapshot {
  const counts = outcomeCounts(ended)
  return phaseSnapshot({ started: counts.reduce((sum, count) => sum + count, 0), outcomes: counts })
}

/** Requests of a plugin of which nothing happened but what is given; `responseTime` and `serviceTime` are those of its run phase, in microseconds, `ages` those of what was cut off. */
export function pluginSnapshot(
  plugin: string,
  {
    responseTime = [],
    serviceTime = [],
    ages = [],
    ...snapshot
  }: Partial<RequestsSnapshot> & Partial<Record<'responseTime' | 'serviceTime' | 'ages', readonly number[]>> = {},
): PluginRequestsSnapshot {
  return { ...requestsSnapshot(responseTime, serviceTime, ages), ...snapshot, plugin }
}

/** Users who did nothing but what is given. */
export function usersSnapshot(users: Partial<UsersSnapshot> = {}): UsersSnapshot {
  return {
    ...noFigures('users'),
    userSeconds: { from: 0, times: [] },
    warmup: iterationsSnapshot(),
    run: iterationsSnapshot(),
    journeys: [],
    iterationDuration: times(),
    failures: [],
    checks: [],
    groups: [],
    tags: noSeries,
    metrics: [],
    pluginRequests: [],
    feeds: [],
    ...users,
  }
}

/** A scenario in which nothing happened but what is given; `responseTime` and `serviceTime` are those of its run phase, in microseconds. */
export function totalsOf({
  responseTime = [],
  serviceTime = [],
  ...snapshot
}: Partial<ScenarioSnapshot> & Partial<Record<'responseTime' | 'serviceTime', readonly number[]>> = {}): ScenarioTotals {
  const totals = new ScenarioTotals()
  totals.add({ ...requestsSnapshot(responseTime, serviceTime), absences: [], users: undefined, ...snapshot })
  return totals
}

function requestsSnapshot(responseTime: readonly number[], serviceTime: readonly number[], ages: readonly number[] = []): RequestsSnapshot {
  const window = { index: 0, responded: 0, ok: 0, failed: 0, bytes: 0 }
  return {
    warmup: phaseSnapshot(),
    warmupResponseTime: times(),
    run: phaseSnapshot(),
    windows: [{ ...window, responseTime: times(responseTime, ages), serviceTime: times(serviceTime) }],
    warmupErrors: [],
    errors: [],
    connections: {
      ...noConnections(),
      connectTime: times(),
      fullTlsTime: times(),
      resumedTlsTime: times(),
    },
    inFlightTime: 0,
    inFlightSeconds: { from: 0, times: [] },
    lastEnd: 0,
    warmupServiceTime: times(),
    endpoints: noSeries,
  }
}
