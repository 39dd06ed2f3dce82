import { expect, test } from 'vitest'
import { constantCurve, type LoadCurve } from '../../src/model/workload/load-curve.ts'
import type { ConnectionsWorkload, RateWorkload } from '../../src/model/workload/workload.ts'
import { play } from './play.ts'
import { type Played } from './played.ts'
import type { ScriptedResponse } from './scripted-server.ts'
import { playStart } from './world.ts'

const second = 1e6
const takes = (service: number, over: Partial<ScriptedResponse> = {}): ScriptedResponse => ({
  service,
  status: 200,
  ending: 'stay',
  early: 0,
  idle: 0,
  ...over,
})

/** A test with one thread, and a server whose connections open at once. */
function played(workload: Played['workload'], responses: readonly ScriptedResponse[], over: Partial<Played> = {}): Played {
  return {
    workload,
    threads: 1,
    timeout: 10 * second,
    server: { responses, dials: [{ takes: 0, isRefused: false }], stalls: [] },
    stalls: [],
    ...over,
  }
}

function connections(over: Partial<ConnectionsWorkload>): ConnectionsWorkload {
  return {
    kind: 'connections',
    startAfter: 0,
    warmup: 0,
    gracefulStop: second,
    connections: 1,
    pipelining: 1,
    refill: 'each',
    duration: undefined,
    requests: undefined,
    ...over,
  }
}

function rate(curve: LoadCurve, over: Partial<RateWorkload> = {}): RateWorkload {
  return {
    kind: 'rate',
    startAfter: 0,
    warmup: 0,
    gracefulStop: second,
    curve,
    arrivals: 'uniform',
    iterations: undefined,
    maxUsers: 2000,
    reuseUsers: true,
    ...over,
  }
}

test('a freeze of the server for one second is the longest response time, to the microsecond', async () => {
  const usual = played(connections({ duration: 2 * second }), [takes(2000)])
  const { summary } = await play({ ...usual, server: { ...usual.server, stalls: [{ from: 303_000, to: 1_303_000 }] } })
  // A request sent 1 ms before the freeze waits until its end.
  expect(summary.responseTime).toMatchObject({ min: 2, p50: 2, p99: 2, max: 1001 })
  expect(summary.series.map(({ max }) => max)).toEqual([2, 1001])
})

test('a timeout counts as exactly the timeout, and the requests behind it are counted apart', async () => {
  const workload = connections({ pipelining: 3, duration: 100_000 })
  const { summary } = await play(played(workload, [takes(8000), takes(Infinity), takes(8000)], { timeout: 205_000 }))
  // The first gets its response, and another is sent for it, which is not late when the connection is closed for those that are.
  expect(summary.counts).toMatchObject({ started: 4, outcomes: { ok: 1, timeout: 2, aborted: 1 } })
  expect(summary.responseTime).toMatchObject({ count: 3, min: 8, max: 205 })
})

test('a silent close ends the requests in flight as closed early and shifts no later time', async () => {
  const responses = [...Array.from({ length: 9 }, () => takes(5000)), takes(5000, { ending: 'close' })]
  const { summary } = await play(played(connections({ pipelining: 2, requests: 100 }), responses))
  const { ok, closed_early: closedEarly } = summary.counts.outcomes
  expect(ok + closedEarly).toBe(100)
  expect(closedEarly).toBeGreaterThan(10)
  expect(summary.responseTime).toMatchObject({ count: ok, min: 5, mean: 5, max: 5 })
})

test('an interruption in the drain gives requests in flight no more time', async () => {
  const workload = connections({ duration: 100_000, gracefulStop: 300_000 })
  const { summary } = await play(played(workload, [takes(Infinity)], { stopAt: 200_000 }))
  expect(summary.errors).toMatchObject([{ outcome: 'aborted', count: 1, last: 0.4 }])
})

test('requests of the warm-up are counted apart', async () => {
  const { summary } = await play(played(connections({ connections: 4, warmup: 500_000, duration: 600_000 }), [takes(5000)]))
  expect(summary.warmup?.counts).toMatchObject({ started: 400, outcomes: { ok: 400 } })
  expect(summary.counts).toMatchObject({ started: 480, outcomes: { ok: 480 } })
  expect([summary.warmup?.responseTime.max, summary.responseTime.min]).toEqual([5, 5])
})

test('responses that arrive in the run phase make its rate, even to requests of the warm-up', async () => {
  const workload = connections({ connections: 20, warmup: 1_250_000, duration: 2 * second })
  const { summary } = await play(played(workload, [takes(500_000)]))
  expect(summary.throughput.requestsPerSecond).toBe(40)
  expect(summary.series.map(({ requests }) => requests)).toEqual([40, 40])
  expect(summary.inFlight).toBe(20)
})

test('an open model counts from the planned instant: a frozen server delays all that was due meanwhile', async () => {
  const usual = played(rate(constantCurve(1000, 10 * second)), [takes(1000)])
  const { summary } = await play({ ...usual, server: { ...usual.server, stalls: [{ from: 5 * second, to: 6 * second }] } })
  expect(summary.counts).toMatchObject({ scheduled: 10_000, started: 10_000, dropped: 0, outcomes: { ok: 10_000 } })
  // A thousand wait for 2 ms, 3 ms and so on until 1,001 ms, where a closed model would see one.
  expect(summary.responseTime.mean).toBeCloseTo((9000 * 1 + (1000 * (2 + 1001)) / 2) / 10_000, 9)
  expect(summary.responseTime).toMatchObject({ p50: 1, p90: 1, max: 1001 })
  expect(summary.responseTime.p99).toBeCloseTo(901, -1)
})

test('a thread that was held up shows in the send lag and the response time, and not in the service time', async () => {
  const { summary } = await play(played(rate(constantCurve(100, 2 * second)), [takes(2000)], { stalls: [{ from: 500_001, to: 700_000 }] }))
  // Responses that came while the thread was held up are read when it wakes.
  expect(summary.serviceTime).toMatchObject({ min: 2, p50: 2, p97_5: 2, max: 200 })
  expect(summary.users?.sendLag).toMatchObject({ count: 200, min: 0, p50: 0, max: 190 })
  expect(summary.responseTime).toMatchObject({ min: 2, p50: 2, max: 200 })
})

test('a request takes over the send lag of its iteration, unless its journey has waited for something before', async () => {
  const request = { does: 'request', endpoint: 'a', expects: 'anything', endsIteration: 'when lost' } as const
  const over = { stalls: [{ from: 495_001, to: 700_000 }] }
  const workload = rate(constantCurve(100, second))
  const first = await play(played(workload, [takes(2000)], { ...over, journey: [request] }))
  const behind = await play(played(workload, [takes(2000)], { ...over, journey: [{ does: 'wait', time: 1 }, request] }))
  for (const { summary } of [first, behind]) expect(summary.users?.sendLag).toMatchObject({ count: 100, max: 200 })
  expect(first.summary.responseTime).toMatchObject({ count: 100, min: 2, max: 202 })
  expect(behind.summary.responseTime).toMatchObject({ count: 100, min: 2, max: 2 })
})

test('an iteration without a free user is dropped', async () => {
  const { summary } = await play(played(rate(constantCurve(200, 2 * second), { maxUsers: 10 }), [takes(200_000)]))
  expect(summary.counts).toMatchObject({ scheduled: 400, started: 100, dropped: 300, outcomes: { ok: 100 } })
  expect(summary.responseTime).toMatchObject({ min: 200, max: 200 })
})

test('the opening of a connection is part of the response time, not of the service time', async () => {
  const usual = played(rate(constantCurve(100, second), { reuseUsers: false }), [takes(5000)])
  const { summary } = await play({ ...usual, server: { ...usual.server, dials: [{ takes: 3000, isRefused: false }] } })
  expect(summary.responseTime).toMatchObject({ count: 100, min: 8, mean: 8, max: 8 })
  expect(summary.serviceTime).toMatchObject({ count: 100, min: 5, mean: 5, max: 5 })
  expect(summary.connectTime).toMatchObject({ count: 100, min: 3, max: 3 })
})

test('users who wait between two iterations set the rate, and their iterations last as long as their requests', async () => {
  const workload = { ...connections({}), kind: 'users', curve: constantCurve(2, second), iterations: undefined, pacing: 100_000 } as const
  const { summary } = await play(played(workload, [takes(20_000)]))
  expect(summary.users?.iterations).toMatchObject({ started: 20, completed: 20 })
  expect(summary.users?.iterationDuration).toMatchObject({ count: 20, min: 20, max: 20 })
  expect(summary.users?.busy).toBeCloseTo((2 * 20) / 100, 9)
})

test('a thread that has done its share does not end the run phase of another', async () => {
  const iterations = { of: 'run', count: 3 } as const
  const workload = { ...connections({}), kind: 'users', curve: constantCurve(2, Infinity), iterations, pacing: 400_000 } as const
  // One thread has an iteration left, which its user waits for when the test is interrupted.
  const { summary } = await play(played(workload, [takes(10_000)], { threads: 2, stopAt: 200_000 }))
  expect(summary.users?.iterations).toMatchObject({ started: 2, completed: 2 })
  expect(summary.duration).toBe(0.2)
})

test.each([1, 3])('planned arrivals are even, to the microsecond, with %i threads', async (threads) => {
  const { requests } = await play(played(rate(constantCurve(2000, second)), [takes(100)], { threads }))
  expect(requests.map((at) => Math.round(at - playStart))).toEqual(Array.from({ length: 2000 }, (_, index) => index * 500))
})

test('stages send the planned number in each second', async () => {
  const steps = [
    { duration: 2 * second, to: 3000 },
    { duration: second, to: 3000 },
  ]
  const { requests } = await play(played(rate({ from: 1000, steps }), [takes(100)]))
  const perSecond = [0, 1, 2].map((index) => requests.filter((at) => Math.floor((at - playStart + 0.01) / second) === index).length)
  expect(perSecond).toEqual([1500, 2500, 3000])
})

test('random arrivals are sent at the same instants, whatever the number of threads', async () => {
  const workload = rate(constantCurve(200, second), { arrivals: 'poisson' })
  const [one, two, three] = [
    await play(played(workload, [takes(1000)])),
    await play(played(workload, [takes(1000)], { threads: 2 })),
    await play(played(workload, [takes(1000)], { threads: 3 })),
  ]
  expect(one.requests.length).toBeGreaterThan(100)
  expect(two.requests).toEqual(one.requests)
  expect(three.requests).toEqual(one.requests)
})
