import { describe, expect, test } from 'vitest'
import { measure } from './count-on-both-sides.ts'

describe.each([0, 2])('with %i load threads', (workers) => {
  test('the server counts exactly the requests of run and warm-up, on the same connections', async () => {
    const workload = { connections: 4, requests: 400, warmup: '100ms' }
    const { scenario, truth } = await measure({ behaviour: { delays: [1] }, workload, workers })
    const warmup = scenario.warmup?.counts
    expect(scenario.counts).toMatchObject({ started: 400, outcomes: { ok: 400 } })
    expect(scenario.responseTime.count).toBe(400)
    expect(warmup?.outcomes.ok).toBe(warmup?.started)
    expect(truth.arrived).toBe((warmup?.started ?? 0) + 400)
    expect(truth.connections).toBe(4 + 1) // and the one that only checks whether somebody is there
  })

  test('connections that the server closes after each response are counted as closed by it, over all threads', async () => {
    const workload = { connections: 4, requests: 40 }
    const { scenario, truth } = await measure({ behaviour: { delays: [0], response: 'close' }, workload, workers })
    expect(scenario.counts.outcomes.ok).toBe(40)
    expect(scenario.connections).toMatchObject({ refused: 0, closedAfterResponse: 40, closedIdle: 0 })
    expect(scenario.connections.opened).toBeGreaterThanOrEqual(40)
    expect(truth.connections).toBeGreaterThanOrEqual(40)
    const kept = await measure({ behaviour: { delays: [0] }, workload, workers })
    expect(kept.scenario.connections).toMatchObject({ opened: 4, closedAfterResponse: 0 })
  })

  test('a server counts, for a duration, all requests that were started except those aborted', async () => {
    const { scenario, truth } = await measure({ behaviour: { delays: [20] }, workload: { connections: 10, duration: '500ms' }, workers })
    expect(truth.responded).toBeGreaterThanOrEqual(scenario.counts.started - scenario.counts.outcomes.aborted)
    expect(truth.responded).toBeLessThanOrEqual(scenario.counts.started)
    expect(scenario.throughput.requestsPerSecond).toBeLessThanOrEqual(scenario.counts.started / 0.5)
  })

  test('an iteration without a free user is dropped, counted and named', async () => {
    const workload = { rate: 200, duration: '1s', maxUsers: 10, gracefulStop: '1s' }
    const { scenario, truth, result } = await measure({ behaviour: { delays: [200] }, workload, workers })
    const { scheduled, started, dropped } = scenario.counts
    expect({ scheduled, sum: started + dropped }).toEqual({ scheduled: 200, sum: 200 })
    // Ten users who wait 200 ms or more can do 50 a second, and begin once more at its very end.
    expect(started).toBeLessThanOrEqual(50 + 10)
    expect(truth.arrived).toBe(started)
    expect(result.verdict.reasons.map(({ rule }) => rule)).toContain('planned-rate')
  })
})
