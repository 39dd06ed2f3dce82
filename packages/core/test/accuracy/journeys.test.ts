import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { JourneyScenarioConfig } from '../../src/config/config.ts'
import { run } from '../../src/run/run.ts'
import type { Behaviour } from '../servers/behaviour.ts'
import { startKnownServer } from '../servers/known-server.ts'
import { expectSameTimes, type Measurement } from './measure.ts'

const journey = fileURLToPath(new URL('journey.journey.ts', import.meta.url))

/** Runs a journey of two requests, the one after the other, against a server of known behaviour. */
async function measureJourney(
  behaviour: Behaviour,
  scenario: Omit<JourneyScenarioConfig, 'journey' | 'journeys'>,
  workers: number,
): Promise<Measurement> {
  const server = await startKnownServer(behaviour)
  try {
    const result = await run({ target: server.url, workers, seed: 1, scenarios: { known: { ...scenario, journey } } })
    return { result, scenario: result.scenario('known'), truth: await server.truth() }
  } finally {
    await server.close()
  }
}

describe.each([1, 2])('with %i load threads', (workers) => {
  test('the times of a journey are those of the server, and it gets every request', async () => {
    // Two of three are quick, so that no percentile that is compared lies between the two times.
    const measurement = await measureJourney({ delays: [5, 5, 20] }, { workload: { users: 6, iterations: 600, warmup: '500ms' } }, workers)
    const { scenario, truth } = measurement
    expect(scenario.users?.iterations).toMatchObject({ started: 600, completed: 600 })
    // The second request of an iteration that was started in the warm-up may belong to the run phase.
    const { started } = scenario.counts
    expect(started).toBeGreaterThanOrEqual(1200)
    expect(started).toBeLessThanOrEqual(1200 + 6)
    expect(truth.arrived).toBe(started + (scenario.warmup?.counts.started ?? 0))
    expectSameTimes(measurement)
    const { iterationDuration } = scenario.users ?? {}
    expect(iterationDuration?.count).toBe(600)
    // An iteration is its two requests and next to nothing else.
    const requests = 2 * (scenario.responseTime.mean ?? 0)
    expect(iterationDuration?.mean).toBeGreaterThan(requests * 0.99)
    expect(iterationDuration?.mean).toBeLessThan(requests + 1)
  })

  test('an open model counts from the planned instant, the first request of an iteration too', async () => {
    const measurement = await measureJourney({ delays: [10] }, { workload: { rate: 100, duration: '3s', reuseUsers: true } }, workers)
    const { scenario, truth } = measurement
    expect(scenario.users?.iterations).toMatchObject({ scheduled: 300, started: 300, dropped: 0, completed: 300 })
    expect(truth.arrived).toBe(600)
    expectSameTimes(measurement)
    const { responseTime, serviceTime, users } = scenario
    // Of the two requests of an iteration the first one has its lag.
    const lag = (responseTime.mean ?? 0) - (serviceTime.mean ?? 0)
    expect(Math.abs(2 * lag - (users?.sendLag.mean ?? 0))).toBeLessThan(1)
  })
})

test('what a request waits for a connection of the pool is response time and not service time', async () => {
  const workload = { users: 5, iterations: 200 }
  const measurement = await measureJourney({ delays: [20] }, { workload, connections: { pool: 1 } }, 1)
  const { scenario, truth } = measurement
  expect(truth.connections).toBe(1 + 1) // and the one that only checks whether somebody is there
  expectSameTimes(measurement)
  // Five users share one connection, which takes 20 ms for each.
  expect(scenario.serviceTime.p50).toBeLessThan(25)
  expect(scenario.responseTime.p50).toBeGreaterThan(4.5 * (scenario.serviceTime.p50 ?? 0))
  expect(scenario.responseTime.p50).toBeLessThan(5.5 * (scenario.serviceTime.p50 ?? 0))
})
