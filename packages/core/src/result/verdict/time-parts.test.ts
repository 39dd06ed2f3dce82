import { expect, test } from 'vitest'
import { queuedShare } from './request-kinds.ts'
import { lagResolution } from './rules/generator-rules.ts'
import { describeTimeParts } from './time-parts.ts'
import {
  limitText,
  pluginRequestsFixture,
  rateScenarioFixture,
  type SummaryParts,
  summaryFixture,
  timesFixture,
  usersFixture,
  usersScenarioFixture,
} from '../../../test/result/verdict/summary-fixture.ts'

const slow = rateScenarioFixture({
  fastest: 2.1,
  inFlight: 266,
  responseTime: timesFixture({ mean: 1330 }),
  serviceTime: timesFixture({ mean: 1200 }),
  users: usersFixture({ httpWaiting: timesFixture({ mean: 10 }) }),
})
const kept = 'planned rate: 1,000/s was asked for and started; '
const times = 'responses took 1.33 s on average, 2.1 ms at best (send lag 120 ms, service time 1.2 s, 266 in flight)'

test.each<readonly [string, SummaryParts, string]>([
  ['on a machine that others fill', { target: { cpu: 0.1 }, hostCpu: 2 }, 'other processes used 1.75 of 2 CPUs'],
  [
    'on a full machine beside a target that cannot be seen',
    { target: { cpu: null }, hostCpu: 2 },
    'the machine was full (2 of 2 CPUs), by whom is unknown',
  ],
  ['of a target that is busy', { target: { cpu: 0.98 } }, 'the target used 0.98 of 2 CPUs'],
  ['of a target that sleeps', { target: { cpu: 0.01 } }, 'the target used 0.01 of 2 CPUs'],
  ['of a target that shares the CPUs', { target: { cpu: 1 }, generator: { cpu: 0.9 } }, 'target and generator used 1.9 of 2 CPUs'],
])('a kept rate does not hide what slow responses were made of, %s', (_, parts, cpu) => {
  expect(limitText(summaryFixture({ ...parts, scenarios: [slow] }))).toBe(`${kept}${times}; ${cpu}`)
})

test('the first attempt of requests that were sent again is no send lag', () => {
  expect(limitText(summaryFixture({ scenarios: [{ ...slow, retried: 12 }] }))).toContain('(send lag and first attempts 120 ms, ')
})

test('no more is said of slow responses of a target whose CPU cannot be seen', () => {
  expect(limitText(summaryFixture({ scenarios: [slow], target: { local: false, cpu: null } }))).toBe(`${kept}${times}`)
})

test('a slow target whose fastest response was slow, too, was not the limit of a rate that was kept', () => {
  const even = rateScenarioFixture({ fastest: 490, responseTime: timesFixture({ mean: 500 }), inFlight: 500 })
  expect(limitText(summaryFixture({ scenarios: [even] }))).toBe(`${kept}the target was not the limit`)
})

test('response times are far above the fastest by a factor, and by more than a timer is late', () => {
  const isFar = (fastest: number, mean: number): boolean =>
    describeTimeParts(summaryFixture({ scenarios: [rateScenarioFixture({ fastest, responseTime: timesFixture({ mean }) })] })) !== null
  expect([isFar(5, 5 / queuedShare), isFar(5.01, 5 / queuedShare)]).toEqual([true, false])
  expect([isFar(0.1, 0.1 + lagResolution), isFar(0.1, 0.11 + lagResolution)]).toEqual([false, true])
})

test('users who think have slow responses, too, beside an idle target', () => {
  const thinking = usersScenarioFixture({ inFlight: 0.04, fastest: 0.3, responseTime: timesFixture({ mean: 4 }) })
  expect(limitText(summaryFixture({ scenarios: [thinking], thread: { utilization: 0 }, target: { cpu: 0.02 } }))).toBe(
    'think time: users waited on their own 99.6 % of the time (10 users, 0.04 in flight); responses took 4 ms on average, 300 µs at best (service time 4 ms, 0.04 in flight); the target used 0.02 of 2 CPUs',
  )
})

test('the slowest of several kinds of requests is named, and only requests over HTTP wait for a connection', () => {
  const redis = pluginRequestsFixture(
    { ok: 10 },
    { fastest: 1, inFlight: 3, responseTime: timesFixture({ mean: 3000 }), serviceTime: timesFixture({ mean: 2000 }) },
  )
  const users = usersFixture({ httpWaiting: timesFixture({ mean: 900 }), pluginRequests: [redis] })
  const scenarios = [slow, rateScenarioFixture({ name: 'bids', users })]
  expect(describeTimeParts(summaryFixture({ scenarios }))).toBe(
    'responses of redis of bids took 3 s on average, 1 ms at best (send lag 1 s, service time 2 s, 3 in flight); the target used 0.2 of 2 CPUs',
  )
})
