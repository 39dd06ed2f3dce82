import { describe, expect, test } from 'vitest'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import { saturationSeconds, sharedCpu } from '../busy-cpus.ts'
import { queuedShare } from '../request-kinds.ts'
import { drainRounding, littleTolerance, queueDepth, queueEvidence } from './load-rules.ts'
import {
  batchFixture,
  connectionsFixture,
  noTimesFixture,
  rateFixture,
  usersFixture,
  scenarioFixture,
  summaryFixture,
  timesFixture,
} from '../../../../test/result/verdict/summary-fixture.ts'
import type { SummaryParts } from '../../../../test/result/verdict/summary-fixture.ts'

/** 50 connections to a server that is fully used and responds to 20,000 requests per second. */
function saturated(mean = 2.5, scenario: Partial<ScenarioSummary> = {}): ScenarioSummary {
  return scenarioFixture({
    workload: connectionsFixture({ connections: 50 }),
    throughput: { requestsPerSecond: 20_000, okPerSecond: 20_000, bytesPerSecond: 2e6 },
    responseTime: timesFixture({ mean, count: 600_000 }),
    inFlight: 49.9,
    fastest: 0.2,
    ...scenario,
  })
}

function hasNote(scenario: ScenarioSummary, parts: SummaryParts = {}): boolean {
  return queueDepth(summaryFixture({ target: { cpu: 1 }, scenarios: [scenario], ...parts })).length > 0
}

describe('the queue-depth note', () => {
  test('the queue-depth note shows the arithmetic, from the measured requests in flight', () => {
    expect(queueDepth(summaryFixture({ target: { cpu: 1 }, scenarios: [saturated(2.496)] }))).toEqual([
      {
        rule: 'queue-depth',
        level: 'note',
        text: 'the mean response time is queue depth: 50 in flight / 20,000 per s = 2.5 ms (measured 2.5 ms)',
      },
    ])
  })

  test('the queue-depth note prints the measured number where it differs from the planned one', () => {
    const [reason] = queueDepth(summaryFixture({ target: { cpu: 1 }, scenarios: [saturated(2, { inFlight: 40.2 })] }))
    expect(reason?.text).toContain('the mean response time is queue depth: 40.2 in flight / 20,000 per s = 2.01 ms (measured 2 ms)')
  })

  test('the queue-depth note prints the planned number where the measured one is within 1 %', () => {
    const workload = connectionsFixture({ connections: 500, pipelining: 10 })
    const text = (inFlight: number): string | undefined =>
      queueDepth(summaryFixture({ target: { cpu: 1 }, scenarios: [saturated(250, { workload, inFlight })] }))[0]?.text
    expect(text(4951)).toContain(' 5,000 in flight')
    expect(text(4949)).toContain(' 4,949 in flight')
  })

  test('the queue-depth note on a short run whose drain responds to many requests has figures that add up', () => {
    const short = saturated(192, {
      workload: connectionsFixture({ connections: 500, pipelining: 10, duration: 1 }),
      duration: 1,
      throughput: { requestsPerSecond: 22_565, okPerSecond: 22_565, bytesPerSecond: 2e6 },
      responseTime: timesFixture({ mean: 192, count: 27_565 }),
      inFlight: 4990,
      fastest: 8,
    })
    expect(queueDepth(summaryFixture({ target: { cpu: 1 }, scenarios: [short] }))[0]?.text).toBe(
      'the mean response time is queue depth: 5,000 in flight x 1 s / 27,565 requests timed = 181 ms (measured 192 ms)',
    )
  })

  test('the queue-depth note adds the throughput where that confirms it', () => {
    const text = (count: number): string | undefined =>
      queueDepth(
        summaryFixture({ target: { cpu: 1 }, scenarios: [saturated(2.5, { responseTime: timesFixture({ mean: 2.5, count }) })] }),
      )[0]?.text
    expect(text(600_000 / (1 - drainRounding * 0.99))).toContain(' / 20,000 per s = ')
    expect(text(600_000 / (1 - drainRounding * 1.01))).toContain(' requests timed = ')
  })

  test('the queue-depth note is not given for ten connections to a server that takes 50 ms, although the law holds', () => {
    const slow = scenarioFixture({
      throughput: { requestsPerSecond: 198, okPerSecond: 198, bytesPerSecond: 2e4 },
      responseTime: timesFixture({ p50: 50.4, mean: 50.5, count: 5940 }),
      fastest: 50.1,
    })
    expect(hasNote(slow)).toBe(false)
    expect(hasNote(slow, { target: { local: false, cpu: null } })).toBe(false)
  })

  test('the queue-depth note is given where the fastest response took up to half of the mean', () => {
    expect(hasNote(saturated(2.5, { fastest: 2.5 * queuedShare }))).toBe(true)
    expect(hasNote(saturated(2.5, { fastest: 2.5 * queuedShare + 0.01 }))).toBe(false)
    expect(hasNote(saturated(2.5, { fastest: null }))).toBe(false)
  })

  test('the queue-depth note is not given below one in flight, where nothing waits behind another request', () => {
    const few = (inFlight: number): ScenarioSummary => saturated(inFlight / 20, { inFlight, fastest: 0.001 })
    expect(hasNote(few(1.01))).toBe(true)
    expect(hasNote(few(1))).toBe(false)
    expect(hasNote(few(0.27))).toBe(false)
  })

  test('the queue-depth note is given where the law holds within the tolerance', () => {
    const mean = 2.5
    const inFlight = (relative: number): number => (mean / 1000) * 20_000 * relative
    expect(hasNote(saturated(mean, { inFlight: inFlight(1 + littleTolerance - 0.001) }))).toBe(true)
    expect(hasNote(saturated(mean, { inFlight: inFlight(1 + littleTolerance + 0.001) }))).toBe(false)
    expect(hasNote(saturated(mean, { inFlight: inFlight(1 - littleTolerance + 0.001) }))).toBe(true)
    expect(hasNote(saturated(mean, { inFlight: inFlight(1 - littleTolerance - 0.001) }))).toBe(false)
  })

  test('the queue-depth note needs a busy local target or generator', () => {
    expect(hasNote(saturated(), { target: { cpu: queueEvidence } })).toBe(true)
    expect(hasNote(saturated(), { target: { cpu: queueEvidence - 0.01 } })).toBe(false)
    expect(hasNote(saturated(), { target: { cpu: 0.1 }, thread: { utilization: queueEvidence } })).toBe(true)
    expect(hasNote(saturated(), { target: { cpu: 0.1 }, thread: { utilization: queueEvidence - 0.01 } })).toBe(false)
  })

  test('the queue-depth note takes CPU of somebody who was not measured for no evidence of a queue', () => {
    for (const hostCpu of [null, queueEvidence, 1.5, 2]) {
      expect(hasNote(saturated(), { target: { cpu: null }, hostCpu })).toBe(false)
      expect(hasNote(saturated(), { target: { local: false, cpu: null }, hostCpu })).toBe(false)
      expect(hasNote(saturated(), { target: { cpu: 0.1 }, hostCpu })).toBe(false)
    }
    expect(hasNote(saturated(), { target: { local: false, cpu: null }, thread: { utilization: queueEvidence } })).toBe(true)
  })

  test('the queue-depth note takes a machine for busy that target and generator fill, and not one that others fill', () => {
    const fill = (generatorCpu: number, hostCpu: number): boolean =>
      hasNote(saturated(), { target: { cpu: 0.4 }, generator: { cpu: generatorCpu }, hostCpu })
    expect(fill(2 * sharedCpu - 0.4, 2)).toBe(false)
    expect(fill(2 * sharedCpu - 0.39, 2)).toBe(true)
    expect(fill(0.2, 2)).toBe(false)
  })

  test('the queue-depth note is not given in a very short run phase', () => {
    const has = (duration: number): boolean => hasNote(saturated(2.5, { duration, inFlight: 1500 / duration }))
    expect([saturationSeconds, saturationSeconds - 0.01].map(has)).toEqual([true, false])
  })

  test('the queue-depth note is not given in an open model, whose number in flight nobody chose', () => {
    expect(hasNote(saturated(2.5, { workload: rateFixture(), users: usersFixture() }))).toBe(false)
    expect(hasNote(saturated(2.5, { workload: batchFixture(), users: usersFixture() }))).toBe(true)
  })

  test('the queue-depth note is not given without a response', () => {
    expect(hasNote(saturated(2.5, { responseTime: timesFixture({ mean: 2.5, count: 0 }) }))).toBe(false)
    expect(hasNote(saturated(2.5, { responseTime: noTimesFixture() }))).toBe(false)
  })
})
