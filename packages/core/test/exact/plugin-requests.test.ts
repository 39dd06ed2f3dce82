import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PluginOutcome } from '../../src/model/metrics/outcome.ts'
import type { Counts } from '../../src/result/summary/series-summary.ts'
import type { PluginRequestsSummary } from '../../src/result/summary/requests-summary.ts'
import { isLowerBound, type TimeSummary } from '../../src/model/metrics/time-summary.ts'
import { leavesAt, plannedRequests, playRequests, runEnd, runStart, stalled, type PlannedRequest } from './plugin-schedules.ts'

/** The end of one request, by the schedule alone. */
interface Ended {
  readonly endpoint: string
  readonly isOfRun: boolean
  readonly startedAt: number
  readonly endedAt: number
  readonly outcome: PluginOutcome
  readonly response: number
  readonly service: number
}

function endOf({ endpoint, startedAt, lag, takes, ends }: PlannedRequest): Ended {
  const isCutOff = startedAt + takes > leavesAt
  const endedAt = isCutOff ? leavesAt : startedAt + takes
  const times = { response: endedAt - startedAt + lag, service: endedAt - startedAt }
  return { endpoint, isOfRun: startedAt - lag >= runStart, startedAt, endedAt, outcome: isCutOff ? 'aborted' : ends, ...times }
}

const isAnswered = ({ outcome }: Ended): boolean => outcome === 'ok' || outcome === 'error' || outcome === 'check_failed'
const isTimed = (ended: Ended): boolean => isAnswered(ended) || ended.outcome === 'timeout'

/** A percentile by the product limit, from single values: `[value, isLowerBound]`. */
function productLimit(times: readonly number[], ages: readonly number[], percentile: number): readonly [number, boolean] {
  let survives = 1
  for (const time of [...new Set(times)].toSorted((a, b) => a - b)) {
    const atRisk = [...times, ...ages].filter((other) => other >= time).length
    survives *= 1 - times.filter((other) => other === time).length / atRisk
    if (1 - survives >= percentile / 100 - 1e-9) return [time, false]
  }
  const all = [...times, ...ages].toSorted((a, b) => a - b)
  return [all[Math.max(1, Math.ceil((percentile / 100) * all.length - 1e-9)) - 1] ?? 0, true]
}

function expectTimes(actual: TimeSummary, ended: readonly Ended[], read: (ended: Ended) => number): void {
  const times = ended.filter(isTimed).map(read)
  const ages = ended.filter(({ outcome }) => outcome === 'aborted').map(read)
  expect([actual.count, actual.unfinished?.count ?? 0]).toEqual([times.length, ages.length])
  if (times.length + ages.length === 0) return
  expect([actual.max, isLowerBound(actual, 'max')]).toEqual([Math.max(...times, ...ages) / 1000, ages.length > 0])
  expect(actual.mean).toBeCloseTo([...times, ...ages].reduce((sum, time) => sum + time, 0) / (times.length + ages.length) / 1000, 6)
  for (const [name, percentile] of [
    ['p50', 50],
    ['p90', 90],
    ['p99', 99],
  ] as const) {
    const [value, isBound] = productLimit(times, ages, percentile)
    expect(isLowerBound(actual, name)).toBe(isBound)
    // Ages of seconds are kept to the thousandth.
    expect(Math.abs((actual[name] ?? 0) * 1000 - value)).toBeLessThanOrEqual(value / 1000)
  }
}

function expectCounts({ started, outcomes }: Counts, ended: readonly Ended[]): void {
  const expected = Object.fromEntries(
    Object.keys(outcomes).map((outcome) => [outcome, ended.filter((one) => one.outcome === outcome).length]),
  )
  expect({ started, outcomes }).toEqual({ started: ended.length, outcomes: expected })
}

function expectSeconds({ series, throughput }: PluginRequestsSummary, all: readonly Ended[]): void {
  const inRun = all.filter(({ endedAt }) => endedAt >= runStart && endedAt < runEnd)
  const isIn = (index: number) => (ended: Ended) => Math.floor((ended.endedAt - runStart) / 1e6) === index
  expect(series.map(({ requests, failed }) => ({ requests, failed }))).toEqual(
    [0, 1, 2].map((index) => {
      const ended = inRun.filter(isIn(index))
      return {
        requests: ended.filter(isAnswered).length,
        failed: ended.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'aborted').length,
      }
    }),
  )
  expect(throughput.requestsPerSecond).toBeCloseTo(inRun.filter(isAnswered).length / 3, 9)
}

function expectPlayed(planned: readonly PlannedRequest[]): void {
  const played = playRequests(planned)
  if (played === undefined) throw new Error('no request was recorded')
  const all = planned.map(endOf)
  const [run, warmup] = [all.filter(({ isOfRun }) => isOfRun), all.filter(({ isOfRun }) => !isOfRun)]
  expectCounts(played.counts, run)
  expectTimes(played.responseTime, run, ({ response }) => response)
  expectTimes(played.serviceTime, run, ({ service }) => service)
  if (played.warmup === null) throw new Error('the warm-up is missing')
  expectCounts(played.warmup.counts, warmup)
  expectTimes(played.warmup.responseTime, warmup, ({ response }) => response)
  expectTimes(played.warmup.serviceTime, warmup, ({ service }) => service)
  for (const { name, counts, responseTime, serviceTime } of played.endpoints) {
    const ofEndpoint = run.filter(({ endpoint }) => endpoint === name)
    expectCounts(counts, ofEndpoint)
    expectTimes(responseTime, ofEndpoint, ({ response }) => response)
    expectTimes(serviceTime, ofEndpoint, ({ service }) => service)
  }
  expect(played.endpoints.map(({ name }) => name).toSorted()).toEqual([...new Set(run.map(({ endpoint }) => endpoint))].toSorted())
  const inFlight = all.reduce(
    (sum, { startedAt, endedAt }) => sum + Math.max(0, Math.min(endedAt, runEnd) - Math.max(startedAt, runStart)),
    0,
  )
  expect(played.inFlight).toBeCloseTo(inFlight / (runEnd - runStart), 6)
  const failed = run.filter(({ outcome }) => outcome !== 'ok')
  expect(played.errors.reduce((sum, { count }) => sum + count, 0)).toBe(failed.length)
  const errorsOf = (outcome: string, endpoint: string | null): number =>
    played.errors.reduce((sum, error) => (error.outcome === outcome && error.endpoint === endpoint ? sum + error.count : sum), 0)
  for (const { outcome, endpoint } of failed)
    expect(errorsOf(outcome, endpoint)).toBe(failed.filter((other) => other.outcome === outcome && other.endpoint === endpoint).length)
  expectSeconds(played, all)
}

describe('the figures of requests of a plugin', () => {
  test('the figures of requests of a plugin are those of the schedule, whatever it is', () => {
    fc.assert(fc.property(plannedRequests, expectPlayed))
  })

  test('a request of a plugin that stalled until its user left is in the figures: no maximum is known then', () => {
    const quick = Array.from({ length: 98 }, (_, index) => ({
      endpoint: 'GET',
      startedAt: runStart + 1000 + index,
      lag: 0,
      takes: 100,
      ends: 'ok' as const,
    }))
    const lost = [0, 1].map((index) => ({
      endpoint: 'GET',
      startedAt: runStart + 2e6 + index,
      lag: 5,
      takes: stalled,
      ends: 'ok' as const,
    }))
    const times = playRequests([...quick, ...lost])?.responseTime
    if (times === undefined) throw new Error('nothing was timed')
    expect([times.p50, times.count, times.unfinished?.count]).toEqual([0.1, 98, 2])
    expect(times.max).toBe((leavesAt - runStart - 2e6 + 5) / 1000)
    expect([isLowerBound(times, 'max'), isLowerBound(times, 'p99'), isLowerBound(times, 'p50')]).toEqual([true, true, false])
  })
})
