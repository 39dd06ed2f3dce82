import { expect } from 'vitest'
import { sumOutcomes } from '../../../src/model/metrics/outcome.ts'
import { tableOf } from '../../../src/model/metrics/figure-sums.ts'
import type { Histogram } from '../../../src/model/metrics/histogram.ts'
import type { RequestTotals, ScenarioTotals } from '../../../src/measure/recorder/scenario-totals.ts'
import type { PhaseTotals, SeriesTotal } from '../../../src/measure/recorder/series-totals.ts'
import type { IterationTotals, UsersTotals, OwnMetricTotal } from '../../../src/measure/recorder/users-totals.ts'
import type { MetricTotal } from '../../../src/measure/recorder/own-metric.ts'

/** All that can be read from totals and does not depend on how users are divided over threads, as plain data. */
export function readTotals(totals: ScenarioTotals): unknown {
  const plugins = new Map(Array.from(totals.pluginRequests, ([plugin, requests]) => [plugin, readRequests(requests)]))
  return { ...readRequests(totals), plugins, users: totals.users && readUsers(totals.users) }
}

function readRequests(totals: RequestTotals): object {
  const { errors, inFlightTime, inFlightSeconds, lastEnd, windows, connections } = totals
  const times: readonly Histogram[] = [totals.warmupResponseTime, totals.warmupServiceTime, totals.responseTime, totals.serviceTime]
  return {
    phases: [totals.warmup, totals.run].map(readPhase),
    times: times.map((each) => each.snapshot()),
    endpoints: totals.endpoints.all.map(readSeries),
    perSecond: windows.seconds.map(({ index, ...second }) => [second, windows.times(index), inFlightSeconds.meanOf(index)]),
    errors,
    inFlightTime,
    lastEnd,
    connections,
  }
}

/** Whatever was started has ended, in each of the ways in which it is counted. */
export function expectIdentities(totals: ScenarioTotals): void {
  const { users } = totals
  expectRequestIdentities(totals)
  for (const requests of totals.pluginRequests.values()) expectRequestIdentities(requests)
  for (const { started, outcomes } of users?.tags.all ?? []) expect(sumOutcomes(outcomes)).toBe(started)
  if (users === undefined) return
  expect(users.created).toBe(users.completed + users.failed + users.aborted)
  for (const { started, completed, failed, aborted } of [users.warmup, users.run, ...users.journeys.map(({ iterations }) => iterations)]) {
    expect(started).toBe(completed + failed + aborted)
  }
  expect(users.iterationDuration.count).toBe(users.run.completed + users.run.failed)
  expect(users.sendLag.count).toBe(users.run.started)
  expect(users.failures.reduce((sum, { count }) => sum + count, 0)).toBe(users.run.failed)
}

function expectRequestIdentities({ warmup, run, serviceTime, responseTime, endpoints }: RequestTotals): void {
  for (const { started, outcomes } of [warmup, run, ...endpoints.all]) expect(sumOutcomes(outcomes)).toBe(started)
  expect(endpoints.all.reduce((sum, { started }) => sum + started, 0)).toBe(run.started)
  for (const [all, ofSeries] of [
    [responseTime, endpoints.all.map((series) => series.responseTime)],
    [serviceTime, endpoints.all.map((series) => series.serviceTime)],
  ] as const) {
    expect(ofSeries.reduce((sum, { count }) => sum + count, 0)).toBe(all.count)
  }
}

function readPhase({ started, dropped, retried, outcomes, statuses, dataSent, dataReceived }: PhaseTotals): unknown {
  return { started, dropped, retried, outcomes, statuses, dataSent, dataReceived }
}

function readSeries({
  name,
  started,
  outcomes,
  statuses,
  dataReceived,
  responseTimes,
  responseTime,
  serviceTime,
  httpWaiting,
}: SeriesTotal): unknown {
  const byClass = [...responseTimes].toSorted(([a], [b]) => a - b).map(([statusClass, times]) => [statusClass, times.snapshot()])
  const times = [responseTime, serviceTime, httpWaiting].map((each) => each.snapshot())
  return { name, started, outcomes, statuses, dataReceived, byClass, times }
}

// In seconds.
const longestRun = 60

function readIterations({ started, dropped, completed, failed, aborted }: IterationTotals): unknown {
  return { started, dropped, completed, failed, aborted }
}

function readUsers(users: UsersTotals): unknown {
  const perSecond = Array.from({ length: longestRun }, (_, index) => users.userSeconds.meanOf(index))
  const figures = tableOf('users', 'count', 'level', 'time').map(
    ([name]) => [name, (users as unknown as Record<string, Histogram | number>)[name]] as const,
  )
  return {
    figures: figures.map(([name, sum]) => [name, typeof sum === 'object' ? sum.snapshot() : sum]),
    active: users.active,
    failures: users.failures,
    iterationDuration: users.iterationDuration.snapshot(),
    phases: [users.warmup, users.run].map(readIterations),
    perSecond,
    checks: byName(users.checks),
    journeys: byName(users.journeys).map(({ name, iterations, duration }) => [name, readIterations(iterations), duration.snapshot()]),
    groups: byName(users.groups).map(({ name, duration }) => [name, duration.snapshot()]),
    tags: users.tags.all.map(readSeries),
    metrics: new Map(Array.from(users.metrics, ([name, total]) => [name, readMetric(total)])),
    feeds: users.feeds.map(({ name, rows, used, duplicates }) => ({ name, rows, used, duplicates })),
  }
}

function readMetric({ whole, byTag }: OwnMetricTotal): unknown {
  const read = (total: MetricTotal): unknown => (total.type === 'trend' ? total.values.snapshot() : total)
  return { whole: read(whole), byTag: byName(byTag).map(({ name, measured }) => [name, read(measured)]) }
}

/** Names are listed as they were first seen, which the order of snapshots may change. */
function byName<Named extends { readonly name: string }>(all: readonly Named[]): readonly Named[] {
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
