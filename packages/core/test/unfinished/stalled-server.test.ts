import { describe, expect, test } from 'vitest'
import type { ScenarioTotals } from '../../src/measure/recorder/scenario-totals.ts'
import { summarizeScenario, type ScenarioSummary } from '../../src/result/summary/scenario-summary.ts'
import { isLowerBound } from '../../src/model/metrics/time-summary.ts'
import { judge } from '../../src/result/verdict/judge.ts'
import type { UserWorkload, Workload } from '../../src/model/workload/workload.ts'
import { MemoryLoad } from '../servers/memory-load.ts'
import { MemoryServers } from '../servers/memory-servers.ts'
import { MemoryUserLoad, type MemoryUserLoadOptions } from '../servers/memory-user-load.ts'
import { batchWorkload, rateWorkload, usersWorkload } from '../servers/memory-workloads.ts'
import { PooledUsers } from '../servers/pooled-users.ts'
import { summaryFixture } from '../result/verdict/summary-fixture.ts'

// A server that responds after 5 ms until it stands still, in a run of a second; a request may take ten.
const [second, step, timeout] = [1e6, 5000, 10e6]

interface Played {
  readonly totals: ScenarioTotals
  readonly workload: Workload
  readonly start: number
  /** Requests that the server responded to. */
  readonly responded: number
}

/** Plays a load against the server, which stands still after a number of microseconds, and cuts it off after a second. */
type Play = (stallsAfter: number) => Promise<Played>

const connections: Workload = {
  kind: 'connections',
  connections: 10,
  pipelining: 1,
  refill: 'each',
  duration: second,
  requests: undefined,
  startAfter: 0,
  warmup: 0,
  gracefulStop: 0,
}

function ofConnections(
  count: number,
  pipelining: number,
  { budget, isInterrupted = false }: { budget?: number; isInterrupted?: boolean } = {},
): Play {
  return async (stallsAfter) => {
    const load = new MemoryLoad({ connections: count, pipelining, timeout, ...(budget === undefined ? {} : { budget }) })
    const servers = new MemoryServers(load.network)
    const start = load.clock.now()
    await load.start()
    let responded = 0
    for (let at = 0; at < second; at += step) {
      load.pass(step)
      if (at < stallsAfter) servers.respondToAll()
      if (isInterrupted && at >= (stallsAfter + second) / 2) load.stop()
    }
    for (const { requests } of load.network.sockets) responded += requests.length
    load.end()
    const totals = load.totals()
    const workload = {
      ...connections,
      connections: count,
      pipelining,
      refill: 'each' as const,
      requests: budget,
      duration: budget === undefined ? second : undefined,
    }
    return { totals, workload, start, responded: responded - load.limits.pipelining * count }
  }
}

function ofUsers(workload: UserWorkload, options: MemoryUserLoadOptions = {}, isInterrupted = false): Play {
  return async (stallsAfter) => {
    const load = new MemoryUserLoad(workload, { timeout, ...options })
    const start = await load.start()
    await load.pass(stallsAfter, true, step)
    if (isInterrupted) {
      await load.pass(second - stallsAfter - step, false, step)
      load.load.stop()
    }
    await load.pass(second - (load.clock.now() - start), false, step)
    await load.end()
    const totals = load.totals()
    return { totals, workload, start, responded: totals.run.outcomes.ok }
  }
}

function summarize({ totals, workload, start }: Played): ScenarioSummary {
  const facts = { name: 'load', request: 'GET /', endpoint: 'GET /', workload, start, runStart: start, runEnd: start + second }
  return summarizeScenario(facts, totals)
}

const cut = { gracefulStop: 0 }
const plays: readonly (readonly [string, Play])[] = [
  ['connections', ofConnections(10, 1)],
  ['connections with pipelining', ofConnections(3, 4)],
  ['connections, interrupted in the stall', ofConnections(10, 1, { isInterrupted: true })],
  ['connections with pipelining, interrupted in the stall', ofConnections(3, 4, { isInterrupted: true })],
  ['connections, -n', ofConnections(10, 1, { budget: 5000 })],
  ['connections, -n, interrupted in the stall', ofConnections(10, 1, { budget: 5000, isInterrupted: true })],
  ['users', ofUsers(usersWorkload(10, cut))],
  ['users, interrupted in the stall', ofUsers(usersWorkload(10, cut), {}, true)],
  ['users, a number of iterations', ofUsers(usersWorkload(10, { ...cut, iterations: { of: 'run', count: 5000 } }))],
  ['a rate', ofUsers(rateWorkload(500, { ...cut, maxUsers: 1000 }))],
  [
    'users, a number of iterations, interrupted in the stall',
    ofUsers(usersWorkload(10, { ...cut, iterations: { of: 'run', count: 5000 } }), {}, true),
  ],
  ['batches', ofUsers(batchWorkload(10, cut))],
  ['batches, interrupted in the stall', ofUsers(batchWorkload(10, cut), {}, true)],
  ['a rate, a number of iterations', ofUsers(rateWorkload(500, { ...cut, maxUsers: 1000, iterations: 500 }))],
  ['a rate, interrupted in the stall', ofUsers(rateWorkload(500, { ...cut, maxUsers: 1000 }), {}, true)],
  ['users who share a pool', ofUsers(usersWorkload(10, cut), { source: (parts) => new PooledUsers(parts, 2) })],
  [
    'users who share a pool, interrupted in the stall',
    ofUsers(usersWorkload(10, cut), { source: (parts) => new PooledUsers(parts, 2) }, true),
  ],
  [
    'a rate over a pool, interrupted in the stall',
    ofUsers(rateWorkload(500, { ...cut, maxUsers: 1000 }), { source: (parts) => new PooledUsers(parts, 3) }, true),
  ],
  ['a rate over a pool', ofUsers(rateWorkload(500, { ...cut, maxUsers: 1000 }), { source: (parts) => new PooledUsers(parts, 3) })],
]

describe('a server that stands still', () => {
  const cases = plays.flatMap(([name, play]) =>
    [0.1, 0.5, 0.9].map((share) => ({ name, play, percent: share * 100, stallsAfter: share * second })),
  )

  test.each(cases)(
    'a server that stands still is in the figures of $name from $percent % of the run on, and the verdict names it',
    async ({ play, stallsAfter }) => {
      const played = await play(stallsAfter)
      const scenario = summarize(played)
      const { responseTime, serviceTime, counts } = scenario
      const cutOff = counts.started - played.responded
      expect([counts.outcomes.ok, counts.outcomes.aborted]).toEqual([played.responded, cutOff])
      expect(cutOff).toBeGreaterThan(0)
      // Requests sent when it stopped responding have waited since.
      const stall = (second - stallsAfter - 2 * step) / 1000
      for (const times of [responseTime, serviceTime]) {
        expect(times.max).toBeGreaterThanOrEqual(stall)
        expect(isLowerBound(times, 'max')).toBe(true)
      }
      expect(responseTime.unfinished?.count).toBe(cutOff)
      // Every percentile that lies within the responses is known, and no other.
      for (const [figure, percentile] of [
        ['p50', 50],
        ['p90', 90],
        ['p99', 99],
        ['p99_9', 99.9],
      ] as const) {
        const isKnown = Math.ceil((percentile / 100) * counts.started - 1e-9) <= played.responded
        expect([figure, isLowerBound(responseTime, figure)]).toEqual([figure, !isKnown])
      }
      const { level, reasons } = judge(summaryFixture({ scenarios: [scenario] }))
      expect(reasons.find(({ rule }) => rule === 'unfinished')?.text).toContain(
        `${cutOff} of ${counts.started.toLocaleString('en-US')} requests had waited`,
      )
      expect([level, stallsAfter]).not.toEqual(['valid', 0.5 * second])
      expect([level, stallsAfter]).not.toEqual(['valid', 0.1 * second])
    },
  )

  test('a server that stands still cuts nothing off where every request has its timeout', async () => {
    const load = new MemoryLoad({ connections: 3, pipelining: 2, timeout })
    await load.start()
    load.clock.advance(timeout)
    load.end()
    const { run, responseTime } = load.totals()
    expect(run.outcomes).toMatchObject({ timeout: 6, aborted: 0 })
    expect([responseTime.count, responseTime.max, responseTime.unfinished]).toEqual([6, timeout, undefined])
  })

  test('requests behind one that timed out are cut off at their age', async () => {
    const load = new MemoryLoad({ pipelining: 2, timeout })
    const servers = new MemoryServers(load.network)
    await load.start()
    load.pass(4e6)
    servers.respond(load.network.last, 1, 0)
    const sentAt = load.clock.now()
    while (load.closings.length === 0) load.pass(step)
    const age = load.clock.now() - sentAt
    const { run, responseTime } = load.totals()
    expect(run.outcomes).toMatchObject({ ok: 1, timeout: 1, aborted: 1 })
    expect([responseTime.max, responseTime.unfinished?.max]).toEqual([timeout, age])
    load.end()
  })
})
