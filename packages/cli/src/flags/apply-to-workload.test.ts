import type { SuiteConfig, WorkloadConfig } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { applySettings, type Problem, type Settings } from '@benchpress/core/preset'
import { refuseIdleFlags } from './check-conflicts.ts'
import { flagsOfSettings } from './config-flags.ts'
import { readFlags } from './read-flags.ts'

const ramp: WorkloadConfig = {
  stages: {
    of: 'rate',
    from: '5/s',
    steps: [
      { duration: '30s', to: '20/s' },
      { duration: '1m', to: '20/s' },
    ],
  },
  warmup: '5s',
}

describe('applyToWorkload', () => {
  test.each<[WorkloadConfig, Record<string, string>, WorkloadConfig]>([
    // A rate makes the workload open, and the connections become its most users.
    [{ connections: 10 }, { rate: '500/s' }, { rate: '500/s' }],
    [
      { connections: 10 },
      { rate: '500', connections: '50', arrivals: 'poisson', warmup: '2s' },
      { rate: '500', maxUsers: 50, arrivals: 'poisson', warmup: '2s' },
    ],
    [
      { connections: 10, pipelining: 4, duration: '1m', warmup: '5s', gracefulStop: 3 },
      { rate: '5' },
      { rate: '5', duration: '1m', warmup: '5s', gracefulStop: 3 },
    ],
    [{ connections: 10, requests: 100 }, { rate: '5' }, { rate: '5', iterations: 100 }],
    [
      { rate: '5/s', maxUsers: 7, arrivals: 'poisson' },
      { rate: '9', maxUsers: '8' },
      { rate: '9', maxUsers: 8, arrivals: 'poisson' },
    ],
    [ramp, { rate: '9' }, { rate: '9', duration: 90, warmup: '5s' }],
    // Users take the place of connections, and of a rate.
    [{ connections: 10, duration: 5 }, { users: '3' }, { users: 3, duration: 5 }],
    [{ rate: '5/s', maxUsers: 7, duration: 5 }, { users: '3' }, { users: 3, duration: 5 }],
    [{ users: 9, pacing: '1s', iterations: { each: 2 } }, { users: '3' }, { users: 3, pacing: '1s', iterations: { each: 2 } }],
    // A length takes the place of another one.
    [{ users: 9, iterations: { each: 2 } }, { duration: '7' }, { users: 9, duration: '7' }],
    [{ users: 9, duration: '7' }, { requests: '100' }, { users: 9, iterations: 100 }],
    [{ rate: 9, duration: '7' }, { requests: '100' }, { rate: 9, iterations: 100 }],
    [{ batch: 9, iterations: 100 }, { duration: '7' }, { batch: 9, duration: '7' }],
    [ramp, { requests: '100' }, ramp],
    // A setting that the workload lacks is not added.
    [{ users: 9 }, { connections: '5', pipelining: '3', maxUsers: '4', arrivals: 'poisson' }, { users: 9 }],
    [ramp, { connections: '5', pipelining: '3' }, { ...ramp, maxUsers: 5 }],
  ])('the workload %j with the flags %j becomes %j', (workload, flags, expected) => {
    expect(applyToWorkload(workload, settings(flags))).toEqual(expected)
  })

  test('a duration stretches stages in proportion', () => {
    expect(applyToWorkload(ramp, settings({ duration: '9' }))).toEqual({
      ...ramp,
      stages: {
        of: 'rate',
        from: '5/s',
        steps: [
          { duration: 3, to: '20/s' },
          { duration: 6, to: '20/s' },
        ],
      },
    })
  })

  test.each<[WorkloadConfig, WorkloadConfig]>([
    [
      { connections: 10, requests: 7 },
      { connections: 20, requests: 14 },
    ],
    [
      { users: 3, iterations: 5, pacing: '1s' },
      { users: 6, iterations: 10, pacing: '1s' },
    ],
    [
      { users: 3, iterations: { shared: 5 } },
      { users: 6, iterations: { shared: 10 } },
    ],
    [
      { users: 3, iterations: { each: 5 } },
      { users: 6, iterations: { each: 5 } },
    ],
    [
      { rate: '30/m', maxUsers: 4, iterations: 5, duration: '1m' },
      { rate: 1, maxUsers: 8, iterations: 10, duration: '1m' },
    ],
    [
      { batch: 4, duration: 3 },
      { batch: 8, duration: 3 },
    ],
    [
      ramp,
      {
        ...ramp,
        stages: {
          of: 'rate',
          from: 10,
          steps: [
            { duration: '30s', to: 40 },
            { duration: '1m', to: 40 },
          ],
        },
      },
    ],
    [
      {
        stages: {
          of: 'users',
          steps: [
            { duration: 5, to: 3 },
            { duration: 5, to: 0 },
          ],
        },
      },
      {
        stages: {
          of: 'users',
          steps: [
            { duration: 5, to: 6 },
            { duration: 5, to: 0 },
          ],
        },
      },
    ],
  ])('the workload %j scaled by 2 is %j', (workload, expected) => {
    expect(applyToWorkload(workload, settings({ scale: '2' }))).toEqual(expected)
  })

  test.each([
    [{ stages: null }],
    [{ stages: { of: 'rate', steps: 5 } }],
    [{ stages: { of: 'users', steps: [null, { duration: 'x' }] } }],
    [{ rate: {} }],
    [{}],
    [{ users: null }],
  ])('a value that is no workload is left to the check of the config: %j', (workload) => {
    const all = { duration: '5', scale: '2', connections: '3', maxUsers: '4' }
    expect(() => applyToWorkload(workload as never, settings(all))).not.toThrow()
    expect(() => applyToWorkload(workload as never, settings({ rate: '5' }))).not.toThrow()
  })
})

describe('the scenarios of a config', () => {
  const journeys: SuiteConfig = {
    name: 'x',
    tests: [
      { target: 'http://localhost:1', scenarios: { a: { journey: './a.journey.ts', workload: { users: 3 }, headers: { 'x-a': '1' } } } },
    ],
  }

  test('headers are added to those of journeys, and the seed is that of the test', () => {
    const [changed] = applySettings(journeys, settings({ header: ['x-b: 2'], seed: '7' })).tests
    expect(changed).toMatchObject({ seed: 7, scenarios: { a: { headers: { 'x-a': '1', 'x-b': '2' } } } })
    expect(changed?.scenarios['a']).not.toHaveProperty('request')
  })

  test.each([
    [{ connections: '3' }, '--connections: the workload is in users'],
    [{ pipelining: '3' }, '--pipelining: only connections of requests are pipelined'],
    [{ reconnectAfter: '3' }, '--reconnect-after: only connections of requests are reopened'],
    [{ arrivals: 'poisson' }, '--arrivals: nothing starts by the clock'],
    [{ timing: 'precise' }, '--timing: nothing starts by the clock'],
    [{ maxUsers: '3' }, '--max-users: nothing starts by the clock'],
    [{ method: 'POST' }, '--method: the requests are those of a journey'],
    [{ body: 'x' }, '--body: the requests are those of a journey'],
    [{ expectStatus: ['200'] }, '--expect-status: the requests are those of a journey'],
  ])('a flag that changes none of the scenarios is a problem: %j', (flags, message) => {
    expect(problemsOf(journeys, flags)).toEqual([message])
  })

  test('a flag that changes one of the scenarios is no problem', () => {
    const mixed = {
      ...journeys,
      tests: [...journeys.tests, { target: 'http://localhost:1', scenarios: { b: { request: {}, workload: { connections: 1 } } } }],
    }
    expect(problemsOf(mixed, { connections: '3', pipelining: '3', body: 'x' })).toEqual([])
    expect(problemsOf(journeys, { rate: '3', maxUsers: '4', arrivals: 'poisson', connections: '4' })).toEqual([])
  })

  test('stages are not ended by a count', () => {
    const staged = {
      ...journeys,
      tests: journeys.tests.map((one) => ({ ...one, scenarios: { a: { journey: './a.ts', workload: ramp as never } } })),
    }
    expect(problemsOf(staged, { requests: '3' })).toEqual(['--requests: a workload of stages ends by time'])
  })

  function problemsOf(suite: SuiteConfig, flags: Readonly<Record<string, unknown>>): readonly string[] {
    const problems: Problem[] = []
    const read = settings(flags)
    refuseIdleFlags(read, applySettings(suite, read), problems)
    return problems.map(({ message }) => message)
  }
})

/** The workload of a scenario once the settings are applied to its suite. */
function applyToWorkload(workload: WorkloadConfig, changes: Settings): unknown {
  const scenarios = { one: { request: {}, workload } }
  return applySettings({ name: 'one', tests: [{ target: 'http://localhost:1', scenarios }] }, changes).tests[0]?.scenarios['one']?.workload
}

function settings(options: Readonly<Record<string, unknown>>): Settings {
  const source = { options, env: {}, cwd: '/' }
  const problems: Problem[] = []
  const read = readFlags(flagsOfSettings, source, problems)
  expect(problems).toEqual([])
  return read
}
