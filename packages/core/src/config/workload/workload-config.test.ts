import { describe, expect, test } from 'vitest'
import { messageOf, requestScenarioOf, withWorkload } from '../../../test/config-fixture.ts'

const unending = (level: number): object => ({ from: level, steps: [{ duration: Infinity, to: level }] })
const lasting = (level: number, duration: number): object => ({ from: level, steps: [{ duration, to: level }] })

describe('a workload', () => {
  test.each([
    [
      { connections: 10 },
      {
        kind: 'connections',
        connections: 10,
        pipelining: 1,
        duration: 10e6,
        requests: undefined,
        startAfter: 0,
        warmup: 0,
        gracefulStop: 10e6,
      },
    ],
    [
      { connections: 10, duration: '1m30s' },
      { duration: 90e6, requests: undefined },
    ],
    [
      { connections: 10, duration: 5, warmup: '1s', gracefulStop: 0 },
      { duration: 5e6, warmup: 1e6, gracefulStop: 0 },
    ],
    [
      { connections: 10, requests: 10, pipelining: 5 },
      { duration: undefined, requests: 10, pipelining: 5 },
    ],
    [
      { users: 50 },
      { kind: 'users', curve: lasting(50, 10e6), iterations: undefined, pacing: 0, startAfter: 0, warmup: 0, gracefulStop: 30e6 },
    ],
    [
      { users: 50, duration: '5m', pacing: '2s', warmup: '5s' },
      { curve: lasting(50, 300e6), pacing: 2e6, warmup: 5e6 },
    ],
    [
      { users: 50, iterations: 100 },
      { curve: unending(50), iterations: { of: 'run', count: 100 } },
    ],
    [
      { users: 50, iterations: { shared: 50 } },
      { curve: unending(50), iterations: { of: 'run', count: 50 } },
    ],
    [
      { users: 50, iterations: { each: 2 } },
      { curve: unending(50), iterations: { of: 'user', count: 2 } },
    ],
    [
      { rate: '500/s' },
      {
        kind: 'rate',
        curve: lasting(500, 10e6),
        iterations: undefined,
        arrivals: 'uniform',
        maxUsers: 1000,
        reuseUsers: true,
        startAfter: 0,
        warmup: 0,
        gracefulStop: 30e6,
      },
    ],
    [
      { rate: 0.5, duration: '1h', arrivals: 'poisson', maxUsers: 5 },
      { curve: lasting(0.5, 3600e6), arrivals: 'poisson', maxUsers: 5 },
    ],
    [
      { rate: '30/m', iterations: 100, reuseUsers: false },
      { curve: unending(0.5), iterations: 100, reuseUsers: false },
    ],
    [{ batch: 500 }, { kind: 'batch', batch: 500, duration: 10e6, iterations: undefined, startAfter: 0, warmup: 0, gracefulStop: 30e6 }],
    [
      { batch: 5, iterations: 100, gracefulStop: '1s' },
      { duration: undefined, iterations: 100, gracefulStop: 1e6 },
    ],
  ])('the workload %j becomes %j', (workload, resolved) => {
    expect(requestScenarioOf(withWorkload(workload)).workload).toMatchObject(resolved)
  })

  test.each([
    ['3s', 3e6, 30e6],
    ['45s', 45e6, 45e6],
  ])('with a timeout of %s the default graceful stop is as long, and at least 30s for users', (timeout, ofConnections, ofUsers) => {
    const gracefulStopOf = (workload: object): number => requestScenarioOf({ ...withWorkload(workload), timeout }).workload.gracefulStop
    expect(gracefulStopOf({ connections: 1 })).toBe(ofConnections)
    const stages = { of: 'users', steps: [{ duration: 1, to: 5 }] }
    expect([{ users: 1 }, { rate: 1 }, { batch: 1 }, { stages }].map(gracefulStopOf)).toEqual([ofUsers, ofUsers, ofUsers, ofUsers])
    expect(gracefulStopOf({ connections: 1, gracefulStop: '1s' })).toBe(1e6)
  })

  test.each([
    [undefined, ': is required and must be an object'],
    [5, ': must be an object (was 5)'],
    [[], ': must be an object (was a list)'],
    [{}, ': needs connections, users, rate, stages or batch'],
    [{ duration: '5s' }, ': needs connections, users, rate, stages or batch'],
    [{ connections: undefined }, ': needs connections, users, rate, stages or batch'],
    [{ conections: 5 }, ': unknown key "conections"; did you mean "connections"?'],
    [{ rates: '5/s' }, ': unknown key "rates"; did you mean "rate"?'],
    [
      { connections: 1, rate: '5/s' },
      ': connections and rate cannot be given together; a workload has one of connections, users, rate, stages or batch',
    ],
    [
      { users: 1, batch: 1, rate: 1 },
      ': users and rate and batch cannot be given together; a workload has one of connections, users, rate, stages or batch',
    ],
    [{ users: 1, startAfter: '1s' }, ': unknown key "startAfter"; it goes into the scenario'],
  ])('the workload %j is refused', (workload, message) => {
    expect(messageOf(withWorkload(workload))).toBe(`scenarios.reads.workload${message}`)
  })
})

describe('connections', () => {
  test.each([
    [{ connections: 0 }, '.connections: must be at least 1 (was 0)'],
    [{ connections: 1.5 }, '.connections: must be a whole number (was 1.5)'],
    [{ connections: '5' }, '.connections: must be a number (was "5")'],
    [{ connections: NaN }, '.connections: must be a number (was NaN)'],
    [{ connections: 1, pipelining: 0 }, '.pipelining: must be at least 1 (was 0)'],
    [{ connections: 1, duration: '0s' }, '.duration: must be longer than 0 (was 0)'],
    [{ connections: 1, duration: 0.0000001 }, '.duration: must be at least 1ms (was 1e-7)'],
    [{ connections: 1, warmup: '999us' }, '.warmup: must be at least 1ms (was "999us")'],
    [{ connections: 1, gracefulStop: '1us' }, '.gracefulStop: must be at least 1ms (was "1us")'],
    [{ connections: 1, duration: '30d' }, '.duration: must be shorter than 24 days (was "30d")'],
    [{ connections: 1, iterations: 5 }, ': unknown key "iterations"; it goes with users, rate and batch; connections have requests'],
    [{ connections: 1, pacing: 5 }, ': unknown key "pacing"; it goes with users'],
    [{ connections: 1, duration: 5, requests: 5 }, ': duration and requests cannot be given together; either one ends the workload'],
    [
      { connections: 500, requests: 100 },
      ': connections (500) cannot be greater than requests (100); some connections would have nothing to send',
    ],
  ])('the workload of connections %j is refused', (workload, message) => {
    expect(messageOf(withWorkload(workload))).toBe(`scenarios.reads.workload${message}`)
  })
})

describe('users', () => {
  test.each([
    [{ users: 0 }, '.users: must be at least 1 (was 0)'],
    [{ users: 2.5 }, '.users: must be a whole number (was 2.5)'],
    [{ users: 1e7 }, '.users: must be at most 1000000 (was 10000000)'],
    [{ users: '5' }, '.users: must be a number (was "5")'],
    [{ users: 5, duration: 0 }, '.duration: must be longer than 0 (was 0)'],
    [{ users: 5, iterations: 0 }, '.iterations: must be at least 1 (was 0)'],
    [{ users: 5, iterations: 'x' }, '.iterations: must be a whole number, { each } or { shared } (was "x")'],
    [{ users: 5, iterations: { each: 0.5 } }, '.iterations.each: must be a whole number (was 0.5)'],
    [{ users: 5, iterations: {} }, '.iterations: needs each or shared'],
    [{ users: 5, iterations: { share: 5 } }, '.iterations: unknown key "share"; did you mean "shared"?'],
    [
      { users: 5, iterations: { each: 1, shared: 5 } },
      '.iterations: each and shared cannot be given together; a number of iterations has one of each or shared',
    ],
    [{ users: 5, iterations: { each: 2 ** 31 } }, '.iterations.each: makes 10737418240 in all, more than 2147483648'],
    [{ users: 5, iterations: 2 ** 31 + 1 }, '.iterations: must be at most 2147483648 (was 2147483649)'],
    [{ users: 5, iterations: 5, duration: '5s' }, ': duration and iterations cannot be given together; either one ends the workload'],
    [
      { users: 5, iterations: 4 },
      ': users (5) cannot be greater than iterations (4); some users would have nothing to do; { each } counts the iterations of each user',
    ],
    [{ users: 5, requests: 4 }, ': unknown key "requests"; it goes with connections; other workloads have iterations'],
    [{ users: 5, pipelining: 4 }, ': unknown key "pipelining"; it goes with connections'],
    [{ users: 5, arrivals: 'poisson' }, ': unknown key "arrivals"; it goes with a rate'],
  ])('the workload of users %j is refused', (workload, message) => {
    expect(messageOf(withWorkload(workload))).toBe(`scenarios.reads.workload${message}`)
  })
})

describe('a rate', () => {
  test.each([
    [{ rate: 0 }, '.rate: must be above 0 (was 0)'],
    [{ rate: '0/s' }, '.rate: must be above 0 (was 0)'],
    [{ rate: -5 }, '.rate: must be a rate such as "500/s", "0.5/s" or "30/m", or a number per second (was -5)'],
    [{ rate: '5/d' }, '.rate: must be a rate such as "500/s", "0.5/s" or "30/m", or a number per second (was "5/d")'],
    [{ rate: true }, '.rate: must be a rate such as "500/s", "0.5/s" or "30/m", or a number per second (was true)'],
    [{ rate: '2000k/s' }, '.rate: must be at most 1000000/s (was "2000k/s")'],
    [{ rate: 5, arrivals: 'random' }, '.arrivals: must be "uniform" or "poisson" (was "random")'],
    [{ rate: 5, maxUsers: 0 }, '.maxUsers: must be at least 1 (was 0)'],
    [{ rate: 5, maxUsers: 2e6 }, '.maxUsers: must be at most 1000000 (was 2000000)'],
    [{ rate: 5, reuseUsers: 'yes' }, '.reuseUsers: must be true or false (was "yes")'],
    [{ rate: 5, pacing: '1s' }, ': unknown key "pacing"; it goes with users'],
    [{ rate: 5, iterations: 5, duration: '5s' }, ': duration and iterations cannot be given together; either one ends the workload'],
    [{ rate: '1/h', duration: '10s' }, '.rate: plans less than one iteration; raise the rate or give it more time'],
    [{ rate: '1000k/s', duration: '1h' }, '.rate: plans 3600000000 iterations, more than 2147483648; lower the rate or give it less time'],
    [{ rate: '1/h', iterations: 1000 }, ': would take longer than 24 days, with startAfter, warmup and gracefulStop'],
  ])('the workload of a rate %j is refused', (workload, message) => {
    expect(messageOf(withWorkload(workload))).toBe(`scenarios.reads.workload${message}`)
  })
})

describe('a batch', () => {
  test.each([
    [{ batch: 0 }, '.batch: must be at least 1 (was 0)'],
    [{ batch: 0.5 }, '.batch: must be a whole number (was 0.5)'],
    [{ batch: 10, iterations: 5 }, ': batch (10) cannot be greater than iterations (5); not even one batch would be full'],
    [{ batch: 10, iterations: 10, duration: 1 }, ': duration and iterations cannot be given together; either one ends the workload'],
    [{ batch: 10, iterations: { each: 10 } }, '.iterations: must be a number (was an object)'],
    [{ batch: 10, maxUsers: 10 }, ': unknown key "maxUsers"; it goes with a rate'],
  ])('the workload of batches %j is refused', (workload, message) => {
    expect(messageOf(withWorkload(workload))).toBe(`scenarios.reads.workload${message}`)
  })
})

describe('workers', () => {
  test.each([
    [{ connections: 2 }, 'connections (2)'],
    [{ users: 2 }, 'users (2)'],
    [{ rate: 5, maxUsers: 2 }, 'maxUsers (2)'],
    [{ batch: 2 }, 'batch (2)'],
    [{ stages: { of: 'users', from: 2, steps: [{ duration: '1s', to: 1 }] } }, 'the users of the stages (2)'],
    [{ stages: { of: 'rate', from: 2, steps: [{ duration: '1s', to: 1 }] }, maxUsers: 2 }, 'maxUsers (2)'],
  ])('three workers are refused for the workload %j', (workload, what) => {
    expect(messageOf({ ...withWorkload(workload), workers: 3 })).toBe(
      `scenarios.reads.workload: workers (3) cannot be greater than ${what}; a worker would have nothing to do`,
    )
    expect(messageOf({ ...withWorkload(workload), workers: 2 })).toBe('')
  })
})
