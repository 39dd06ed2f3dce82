import { afterEach, expect, test } from 'vitest'
import type { ScenarioTotals } from '../../src/recorder/scenario-totals.ts'
import { summarizeTimes } from '../../src/summary/summarize-times.ts'
import { memoryTimeout } from '../servers/memory-load.ts'
import { MemoryUserLoad } from '../servers/memory-user-load.ts'
import { rateWorkload } from '../servers/memory-workloads.ts'
import { PooledUsers } from '../servers/pooled-users.ts'
import { expectTimes } from './expected-times.ts'

let load: MemoryUserLoad
afterEach(() => load.end())

/** Starts requests that are due each 10 ms, over one connection that all users share. */
async function start(iterations: number): Promise<void> {
  load = new MemoryUserLoad(rateWorkload(100, { iterations }), { source: (parts) => new PooledUsers(parts, 1) })
  await load.start()
}

/** One request: how late it was asked for, how long it waited for a connection, and how long its response took; `NaN` for what never was. */
interface Parts {
  readonly lag: number
  readonly waiting: number
  readonly service: number
}

/** Expects that each time that was recorded is one of these, and that a response time is the sum of its parts. */
function expectParts({ responseTime, serviceTime, endpoints, users }: ScenarioTotals, parts: readonly Parts[]): void {
  if (users === undefined) throw new TypeError('nothing was recorded of users')
  const sums = parts.map(({ lag, waiting, service }) => lag + waiting + (Number.isNaN(service) ? 0 : service))
  const served = parts.map(({ service }) => service).filter((service) => !Number.isNaN(service))
  const [endpoint] = endpoints.all
  if (endpoint === undefined) throw new TypeError('nothing was recorded of the endpoint')
  const times = [
    [responseTime, sums, 'response times'],
    [serviceTime, served, 'service times'],
    [users.httpWaiting, parts.map(({ waiting }) => waiting), 'waits for a connection'],
    [endpoint.httpWaiting, parts.map(({ waiting }) => waiting), 'waits for a connection by endpoint'],
    [users.sendLag, parts.map(({ lag }) => lag), 'send lag'],
  ] as const
  for (const [histogram, exact, what] of times) expectTimes(summarizeTimes(histogram), exact, what)
}

test('a response time is the send lag, the wait for a connection of the pool and the service time, to the microsecond', async () => {
  await start(4)
  await load.pass(25_003)
  await load.answer()
  await load.pass(7)
  await load.answer()
  // The last one is due while the thread is held up, and finds the connection taken.
  await load.block(11_001)
  await load.pass(1999)
  await load.answer()
  await load.pass(500)
  await load.answer()
  const totals = load.totals()
  expect(totals.run.outcomes).toMatchObject({ ok: 4 })
  expectParts(totals, [
    { lag: 0, waiting: 0, service: 25_003 },
    { lag: 0, waiting: 15_003, service: 7 },
    { lag: 0, waiting: 5010, service: 13_000 },
    { lag: 6011, waiting: 1999, service: 500 },
  ])
})

test('what no connection becomes free for ends as a timeout of exactly the time it may wait, and has no service time', async () => {
  await start(3)
  await load.pass(90_000)
  await load.answer()
  await load.pass(60_000)
  await load.answer()
  const totals = load.totals()
  expect(totals.run.outcomes).toMatchObject({ ok: 2, timeout: 1 })
  expectParts(totals, [
    { lag: 0, waiting: 0, service: 90_000 },
    { lag: 0, waiting: 80_000, service: 60_000 },
    { lag: 0, waiting: memoryTimeout, service: Number.NaN },
  ])
})
