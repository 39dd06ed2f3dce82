import { expect, test } from 'vitest'
import { Histogram, noTimes } from '../model/metrics/histogram.ts'
import { ScenarioRecorder } from '../measure/recorder/scenario-recorder.ts'
import type { ScenarioSnapshot } from '../measure/recorder/snapshot.ts'
import { isLowerBound } from '../model/metrics/time-summary.ts'
import type { Workload } from '../model/workload/workload.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Schedule } from '../load/engine/schedule.ts'
import { constantCurve } from '../model/workload/load-curve.ts'
import { countsOfLastSecond, lastSecondOf, phaseAt, plannedAt } from './progress-meter.ts'
import { LoadCollector } from './load-collector.ts'

const second = 1e6

/** The reports of a thread, one a second, with the response times and the ages of requests that were cut off. */
function told(
  seconds: Readonly<Record<number, readonly number[]>>,
  cutOff: Readonly<Record<number, readonly number[]>> = {},
): ScenarioSnapshot {
  const windows = Object.entries(seconds).map(([index, times]) => {
    const histogram = new Histogram()
    for (const time of times) histogram.record(time)
    for (const age of cutOff[Number(index)] ?? []) histogram.cutOff(age)
    const { length } = times
    return {
      index: Number(index),
      responded: length,
      ok: length,
      failed: 0,
      bytes: 0,
      responseTime: histogram.snapshot(),
      serviceTime: noTimes,
    }
  })
  return { ...new ScenarioRecorder().take(0), windows }
}

const schedule = { runStart: 10 * second, runEnd: 20 * second }

function lastOf(collector: LoadCollector, at: Partial<typeof schedule> = {}): readonly [count: number, max: number | null] {
  const { count, max } = lastSecondOf(collector, [{ ...schedule, ...at } as Parameters<typeof lastSecondOf>[1][number]])
  return [count, max === null ? null : max * 1000]
}

test('progress shows the last complete second, and not the one that has just begun', () => {
  const collector = new LoadCollector(1, 1)
  collector.add(0, [told({ 0: [1240, 900, 1100], 1: [276] })], 11.001 * second)
  expect(lastOf(collector)).toEqual([3, 1240])
})

test('a second counts when all threads have reported it, with the records of all of them', () => {
  const collector = new LoadCollector(1, 2)
  collector.add(0, [told({ 0: [100], 1: [200, 200] })], 12.1 * second)
  collector.add(1, [told({ 0: [700] })], 11.2 * second)
  expect(lastOf(collector)).toEqual([2, 700])
  collector.add(1, [told({ 1: [300] })], 12.2 * second)
  expect(lastOf(collector)).toEqual([3, 300])
})

test('a thread that died delays no second', () => {
  const collector = new LoadCollector(1, 2)
  collector.add(0, [told({ 0: [100], 1: [200] })], 12.1 * second)
  collector.lose(1, 10.5 * second, 'it died')
  expect(lastOf(collector)).toEqual([1, 200])
})

test('there is no last second before the first complete one, and at the end of a run it is the last whole one', () => {
  const collector = new LoadCollector(1, 1)
  collector.add(0, [told({ 0: [100] })], 10.9 * second)
  expect(lastOf(collector)).toEqual([0, null])
  collector.add(0, [told({ 0: [100], 1: [200], 2: [1] })], 15 * second)
  expect(lastOf(collector, { runEnd: 12.5 * second })).toEqual([1, 200])
})

test('a second without responses has no times, and is not replaced by an earlier one', () => {
  const collector = new LoadCollector(1, 1)
  collector.add(0, [told({ 0: [100] })], 12 * second)
  expect(lastOf(collector)).toEqual([0, null])
})

test('a figure of a second in which requests were cut off is a lower bound', () => {
  const collector = new LoadCollector(1, 1)
  collector.add(0, [told({ 0: [1000, 1000, 1000] }, { 0: [400_000] })], 11 * second)
  const times = lastSecondOf(collector, [schedule as Parameters<typeof lastSecondOf>[1][number]])
  expect([times.p50, isLowerBound(times, 'p50')]).toEqual([1, false])
  expect([times.p99, isLowerBound(times, 'p99')]).toEqual([expect.closeTo(400, 0), true])
})

function countsOf(collector: LoadCollector, ...runStarts: readonly number[]): ReturnType<typeof countsOfLastSecond> {
  return countsOfLastSecond(
    collector,
    runStarts.map((runStart): Schedule => ({ start: 0, runStart, runEnd: 20 * second })),
  )
}

test('the counts of the last second are those of the series in the result', () => {
  const collector = new LoadCollector(1, 2)
  collector.add(0, [told({ 0: [100], 1: [200, 200] })], 12.1 * second)
  expect(countsOf(collector, 10 * second)).toBeNull()
  collector.add(1, [told({ 0: [700] })], 12.2 * second)
  expect(countsOf(collector, 10 * second)).toEqual({ at: 1, requests: 2, failed: 0, bytes: 0 })
})

test('a second in which nothing happened has counts of 0, and at the end of a run the last whole one counts', () => {
  const collector = new LoadCollector(1, 1)
  collector.add(0, [told({ 0: [100] })], 12.1 * second)
  expect(countsOf(collector, 10 * second)).toEqual({ at: 1, requests: 0, failed: 0, bytes: 0 })
  collector.add(0, [told({ 9: [100] })], 25 * second)
  expect(countsOf(collector, 10 * second)).toEqual({ at: 9, requests: 1, failed: 0, bytes: 0 })
})

test('the seconds of several scenarios are added up, each from its own start', () => {
  const collector = new LoadCollector(2, 1)
  collector.add(0, [told({ 0: [1], 1: [1], 2: [1] }), told({ 0: [1, 1, 1] })], 13 * second)
  expect(countsOf(collector, 10 * second, 11.5 * second)).toMatchObject({ at: 2, requests: 1 + 3 })
  collector.add(0, [told({ 3: [1] }), told({ 1: [1, 1] })], 14 * second)
  expect(countsOf(collector, 10 * second, 11.5 * second)).toMatchObject({ at: 3, requests: 1 + 2 })
})

const phases = { startAfter: 0, warmup: 0, gracefulStop: 0 }
const ramp = { from: 0, steps: [{ duration: 10 * second, to: 20 }] }
const users: Workload = { ...phases, kind: 'users', curve: ramp, iterations: undefined, pacing: 0 }
const rate: Workload = {
  ...phases,
  kind: 'rate',
  curve: constantCurve(50, 10 * second),
  arrivals: 'uniform',
  iterations: undefined,
  maxUsers: 9,
  reuseUsers: true,
}

function planned(now: number, ...workloads: readonly Workload[]): ReturnType<typeof plannedAt> {
  const config = { scenarios: workloads.map((workload) => ({ workload })) } as unknown as ResolvedConfig
  return plannedAt(
    now,
    config,
    workloads.map(() => ({ start: 0, runStart: 2 * second, runEnd: 12 * second })),
  )
}

test('the planned level of a moment is that of the curve, that of its start in the warm-up, and 0 after the run phase', () => {
  expect([1, 2, 7, 12].map((at) => planned(at * second, users).plannedUsers)).toEqual([0, 0, 10, 0])
  expect([1, 11, 12].map((at) => planned(at * second, rate).plannedRate)).toEqual([50, 50, 0])
  expect(planned(7 * second, users, users)).toEqual({ plannedUsers: 20, plannedRate: null })
})

test('no number of users is planned next to a rate, whose users are not planned', () => {
  expect(planned(7 * second, users, rate)).toEqual({ plannedUsers: null, plannedRate: 50 })
})

test.each([
  // Without a warm-up, before the instant at which the threads start.
  [9.2, { start: 10, runStart: 10, runEnd: 13 }, { phase: 'run', elapsed: 0, total: 3 }],
  [11, { start: 10, runStart: 10, runEnd: 13 }, { phase: 'run', elapsed: 1, total: 3 }],
  [9.2, { start: 10, runStart: 12, runEnd: 13 }, { phase: 'warm-up', elapsed: 0, total: 2 }],
  [11, { start: 10, runStart: 12, runEnd: 13 }, { phase: 'warm-up', elapsed: 1, total: 2 }],
  [12, { start: 10, runStart: 12, runEnd: Infinity }, { phase: 'run', elapsed: 0, total: null }],
  [15, { start: 10, runStart: 12, runEnd: 13 }, { phase: 'drain', elapsed: 2, total: null }],
])('at %d s of %j the phase is %j', (at, { start, runStart, runEnd }, expected) => {
  expect(phaseAt(at * second, { start: start * second, runStart: runStart * second, runEnd: runEnd * second })).toEqual(expected)
})
