import { expect, test } from 'vitest'
import { connectionsWorkload } from '../../test/suite-fixture.ts'
import { rateWorkload } from '../../test/users-fixture.ts'
import { describeLength, describeWorkload } from './workload.ts'

const { arrivals: _arrivals, maxUsers: _maxUsers, reuseUsers: _reuseUsers, ...phases } = rateWorkload
const users = {
  ...phases,
  kind: 'users',
  model: 'closed',
  from: 50,
  stages: [{ duration: 30, to: 50 }],
  iterations: null,
  pacing: 0,
} as const
const ramp = [
  { duration: 30, to: 20 },
  { duration: 60, to: 20 },
  { duration: 30, to: 0 },
] as const

test.each([
  [connectionsWorkload, '500 connections with 10 pipelining factor'],
  [{ ...connectionsWorkload, connections: 1, pipelining: 1 }, '1 connection'],
  [rateWorkload, '200/s, arriving uniformly, at most 1,000 users'],
  [{ ...rateWorkload, from: 1 / 20.1, stages: [], arrivals: 'poisson' }, '2.99/m, arriving as a Poisson process, at most 1,000 users'],
  [
    { ...rateWorkload, from: 5, stages: ramp, maxUsers: 1 },
    '5/s rising to 20/s in 30s, then 20/s for 1m, then 20/s falling to 0/s in 30s, arriving uniformly, at most 1 user',
  ],
  [users, '50 users'],
  [{ ...users, pacing: 2 }, '50 users, each starting at most once in 2s'],
  [{ ...users, from: 0, stages: ramp.slice(0, 1) }, '0 users rising to 20 users in 30s'],
  [
    {
      ...users,
      from: 0,
      stages: [
        { duration: 0, to: 20 },
        { duration: 60, to: 20 },
      ],
    },
    '20 users for 1m',
  ],
  [{ ...phases, kind: 'batch', model: 'closed', batch: 500, iterations: 5000 }, '500 at once, and the next ones when all have ended'],
] as const)('a workload is described in words: %j', (workload, text) => {
  expect(describeWorkload(workload)).toBe(text)
})

test.each([
  [rateWorkload, '30s'],
  [{ ...connectionsWorkload, duration: null, requests: 10_000 }, '10,000 requests'],
  [{ ...rateWorkload, duration: null, iterations: 1 }, '1 iteration'],
  [{ ...users, duration: null, iterations: { of: 'run', count: 500 } }, '500 iterations'],
  [{ ...users, duration: null, iterations: { of: 'user', count: 5 } }, '5 iterations each'],
] as const)('the length of a workload is what ends it: %j', (workload, text) => {
  expect(describeLength(workload)).toBe(text)
})
