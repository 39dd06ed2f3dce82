import { expect } from 'vitest'
import type { ScenarioSummary } from '../../src/result/summary/scenario-summary.ts'
import { countOutcomes, responseOf, serviceOf, type Books } from './expected-figures.ts'
import { expectTimes } from './expected-times.ts'
import { waitingOf } from './expected-users.ts'

/** Expects the other figures of journeys to be those of the ledger: endpoints, checks, and the precision of think times. */
export function expectJourneys({ endpoints, users }: ScenarioSummary, { ledger, phases, timeout }: Books): void {
  if (users === null) throw new TypeError('nothing was reported of users')
  const run = ledger.requests.filter(({ plannedAt }) => plannedAt >= phases.runStart)
  expect(endpoints.map(({ name }) => name).toSorted()).toEqual([...new Set(run.map(({ endpoint }) => endpoint))].toSorted())
  for (const { name, counts, responseTime, serviceTime, httpWaiting, dataReceived } of endpoints) {
    const entries = run.filter(({ endpoint }) => endpoint === name)
    expect(counts, name).toMatchObject({ started: entries.length, dropped: 0, outcomes: countOutcomes(entries) })
    expect(dataReceived, name).toBe(entries.reduce((sum, { received }) => sum + received, 0))
    const [response, service] = [responseOf, serviceOf].map((read) => entries.flatMap((entry) => read(entry, timeout)))
    expectTimes(responseTime, response!, `response times of ${name}`)
    expectTimes(serviceTime, service!, `service times of ${name}`)
    expectTimes(httpWaiting, entries.flatMap(waitingOf), `waits for a connection of ${name}`)
  }
  const isInRun = ({ at }: { readonly at: number }): boolean => at >= phases.runStart
  const checks = ledger.checks.filter(isInRun)
  const count = (check: string, has: boolean): number => checks.filter(({ name, passed }) => name === check && passed === has).length
  const counted = users.checks.map(({ name, passed, failed }) => ({ name, passed, failed }))
  expect(counted.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
    [...new Set(checks.map(({ name }) => name))]
      .toSorted()
      .map((name) => ({ name, passed: count(name, true), failed: count(name, false) })),
  )
  const overshoots = ledger.overshoots.filter(isInRun).map(({ time }) => time)
  expectTimes(users.thinkOvershoot, overshoots, 'what was thought too long')
  const [journey] = users.journeys
  const { iterations } = users
  if (iterations.scheduled === 0) return expect(users.journeys).toEqual([])
  expect(journey).toMatchObject({ name: 'steps', iterations, duration: users.iterationDuration })
}
