import { describe, expect, test } from 'vitest'
import { expectSameTimes, longestStopOfLoad, measure } from './measure.ts'

// At most 1,000 requests a second: what is measured is the server, not the machine.
describe.each([0, 2])('with %i load threads', (workers) => {
  test.each([
    { name: 'answers at once', delays: [0], connections: 2, requests: 2000 },
    { name: 'takes 5 ms', delays: [5], connections: 4, requests: 1200 },
    { name: 'takes 50 ms', delays: [50], connections: 10, requests: 500 },
    { name: 'takes 5 ms, and 40 ms every fifth time', delays: [5, 5, 5, 5, 40], connections: 8, requests: 1200 },
  ])(
    'the times are those of a server that $name, and it counts exactly the requests that were asked for',
    async ({ delays, connections, requests }) => {
      // The first requests of a process run code that is not compiled yet, on both sides: they are those of a warm-up.
      const measurement = await measure({ behaviour: { delays }, workload: { connections, requests, warmup: '500ms' }, workers })
      expect(measurement.truth.arrived).toBe((measurement.scenario.warmup?.counts.started ?? 0) + requests)
      expect(measurement.scenario.counts.outcomes.ok).toBe(requests)
      expect(measurement.scenario.responseTime.count).toBe(requests)
      expectSameTimes(measurement)
    },
  )

  test('a freeze of one second is the longest response time', async () => {
    const behaviour = { delays: [5], freeze: { after: 300, length: 1000 } }
    const measurement = await measure({ behaviour, workload: { connections: 4, duration: '2s' }, workers })
    const { scenario, truth } = measurement
    // A request may have waited its 5 ms before the freeze, or wait them after it. What holds up the server otherwise is not told from the freeze.
    expect(truth.frozen).toBeGreaterThanOrEqual(995)
    expect(scenario.responseTime.max).toBeGreaterThanOrEqual(truth.frozen - 5 - 20)
    expect(scenario.responseTime.max).toBeLessThanOrEqual(truth.frozen + 5 + 20 + longestStopOfLoad(measurement))
    expect(scenario.responseTime.p50).toBeLessThan(5 + 1 + 20)
  })

  test('for a duration the server has answered all that was started but what was aborted', async () => {
    const { scenario, truth } = await measure({ behaviour: { delays: [20] }, workload: { connections: 10, duration: '1s' }, workers })
    expect(truth.answered).toBeGreaterThanOrEqual(scenario.counts.started - scenario.counts.outcomes.aborted)
    expect(truth.answered).toBeLessThanOrEqual(scenario.counts.started)
    expect(scenario.counts.outcomes.aborted).toBe(0)
    expect(scenario.throughput.requestsPerSecond).toBeGreaterThan(0.5 * (10 / 0.02))
    expect(scenario.throughput.requestsPerSecond).toBeLessThanOrEqual(scenario.counts.started)
  })

  test('what arrives in the run phase makes its rate, also when it was sent in the warm-up', async () => {
    const workload = { connections: 20, duration: '2s', warmup: '1250ms' }
    const { scenario } = await measure({ behaviour: { delays: [500] }, workload, workers })
    // 20 connections that wait 500 ms make 40 a second, a little less with what is between answer and request.
    expect(scenario.throughput.requestsPerSecond).toBeGreaterThan(34)
    expect(scenario.throughput.requestsPerSecond).toBeLessThanOrEqual(40.5)
    expect(scenario.series.map(({ requests }) => requests)).toEqual([40, 40])
    expect(scenario.inFlight).toBeGreaterThan(19.5)
  })

  test('requests of the warm-up are counted apart, on the same connections', async () => {
    const workload = { connections: 4, duration: '500ms', warmup: '500ms' }
    const { scenario, truth } = await measure({ behaviour: { delays: [5] }, workload, workers })
    const warmup = scenario.warmup?.counts
    expect(truth.arrived).toBe((warmup?.started ?? 0) + scenario.counts.started)
    expect(truth.connections).toBe(4 + 1) // and the one that only checks whether somebody is there
    expect(warmup?.outcomes.ok).toBe(warmup?.started)
    expect(warmup?.started).toBeGreaterThan(100)
  })
})
