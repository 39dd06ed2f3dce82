import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { littlesLaw, type LittlesLaw } from '../../src/report/littles-law.ts'
import { runSuite } from '../../src/run/run-suite.ts'
import type { TestResult } from '../../src/run/result.ts'
import type { ScenarioSummary, UsersSummary } from '../../src/summary/summary.ts'

// When each connection, which is one user, asked.
const arrivals = new Map<object, number[]>()

const server = createServer((request, response) => {
  const own = arrivals.get(request.socket) ?? []
  own.push(performance.now())
  arrivals.set(request.socket, own)
  response.end('ok')
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
beforeEach(() => arrivals.clear())
afterAll(() => new Promise((resolve) => server.close(resolve)))

/**
 * Iterations of one user per second, by the server alone, with the edges excluded: from the first to the last arrival of a user there are as
 * many whole iterations as arrivals but one. So users x that = requests per second, exactly, and 1 / that = the mean duration of an iteration.
 */
function rateOfOneUser(): number {
  const own = [...arrivals.values()].filter((times) => times.length > 1)
  const iterations = own.reduce((sum, times) => sum + times.length - 1, 0)
  const time = own.reduce((sum, times) => sum + (times.at(-1) ?? 0) - (times[0] ?? 0), 0)
  return (iterations * 1000) / time
}

/** A sweep of one point, so that the arrivals of each are told apart. */
async function runWith(users: number): Promise<{ test: TestResult; scenario: ScenarioSummary; users: UsersSummary; law: LittlesLaw }> {
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const kv = { journey: fileURLToPath(new URL('think.journey.ts', import.meta.url)), workload: { users: 1, duration: '3s' } }
  const suite = await runSuite({ name: 'think', tests: [{ target, workers: 1, scenarios: { kv }, sweep: { users: [users] } }] })
  const [own] = suite.tests
  const [scenario] = own?.scenarios ?? []
  const law = scenario === undefined ? null : littlesLaw(scenario)
  if (own === undefined || scenario === undefined || scenario.users === null || law === null) throw new TypeError('nothing was measured')
  return { test: own, scenario, users: scenario.users, law }
}

test.each([2, 4])('%i users who think set the rate: it is users x requests / duration of an iteration', async (count) => {
  const { test: own, scenario, users, law } = await runWith(count)
  expect(own.limitedBy).toMatch(/^think time: /)
  expect(law.users).toBe(count)
  const { mean, max } = users.iterationDuration
  // The server's own count, edges excluded, against what we say an iteration takes: we have the last iteration of each user, which it cannot see.
  const unseen = ((max ?? 0) - (mean ?? 0)) / ((users.iterations.started / count) * law.iterationDuration)
  expect(Math.abs((rateOfOneUser() * count) / law.predicted - 1)).toBeLessThan(0.01 + unseen)
  // With the edges: the end of the run phase may fall just before a request of each user, or just behind its answer.
  expect(Math.abs(law.residual)).toBeLessThan(law.edge + 0.01)
  const { thinkOvershoot, iterations } = users
  expect(thinkOvershoot.count).toBe(iterations.completed)
  expect(thinkOvershoot.min).toBeGreaterThanOrEqual(0)
  expect(own.metrics['think_overshoot']).toMatchObject({ type: 'trend', values: { count: thinkOvershoot.count } })
  // An iteration is its think time, what that overshoots, and its request.
  const parts = 100 + (thinkOvershoot.mean ?? 0) + (scenario.responseTime.mean ?? 0)
  expect(Math.abs(parts - law.iterationDuration)).toBeLessThan(2)
})
