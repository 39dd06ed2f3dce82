import { describe, expect, test } from 'vitest'
import { expandSweep } from './expand-sweep.ts'

const given = {
  name: 'shop',
  target: 'http://localhost:3000',
  env: { VALUE_SIZE: '64', API_TOKEN: 'secret' },
  secrets: { PASSWORD: 'pass-word' },
  scenarios: {
    reads: { request: {}, workload: { users: 5, duration: '1s' } },
    'more.reads': { request: { headers: { accept: '*/*' } }, workload: { users: 7, pacing: '1s' } },
    steady: { request: {}, workload: { rate: '5/s' } },
    raw: { request: {}, workload: { connections: 3 } },
  },
}

function expand(sweep: unknown): unknown[] {
  return expandSweep({ ...given, sweep }).tests.map((one) => one.test)
}

function problemsOf(sweep: unknown): string[] {
  return expandSweep({ ...given, sweep }).issues.map(({ path, message, hint }) =>
    [`${path}: ${message}`, ...(hint === undefined ? [] : [hint])].join('; '),
  )
}

test('a test without a sweep stays unchanged', () => {
  const { tests, issues } = expandSweep(given)
  expect(tests.map(({ test: one, point }) => [one, point])).toEqual([[given, null]])
  expect(issues).toEqual([])
  expect(expandSweep('nothing').tests[0]?.test).toBe('nothing')
})

describe('a short name', () => {
  test('a short name in a sweep stands for each workload that has it, and for no other', () => {
    const before = structuredClone(given)
    const { tests, issues } = expandSweep({ ...given, sweep: { users: [10, 20] } })
    expect(issues).toEqual([])
    expect(tests.map(({ point }) => point)).toEqual([
      { of: 'shop', parameter: 'users', value: 10 },
      { of: 'shop', parameter: 'users', value: 20 },
    ])
    expect(tests[1]?.test).toEqual({
      ...given,
      name: 'shop users=20',
      scenarios: {
        ...given.scenarios,
        reads: { request: {}, workload: { users: 20, duration: '1s' } },
        'more.reads': { ...given.scenarios['more.reads'], workload: { users: 20, pacing: '1s' } },
      },
    })
    expect(given).toEqual(before)
  })

  test('a short name in a sweep may be a default of a workload, or a setting of the test', () => {
    expect(expand({ pipelining: [4] })).toMatchObject([{ scenarios: { raw: { workload: { connections: 3, pipelining: 4 } } } }])
    expect(expand({ maxUsers: [4] })).toMatchObject([{ scenarios: { steady: { workload: { maxUsers: 4 } } } }])
    expect(expand({ workers: [0, 1] })).toMatchObject([{ workers: 0 }, { workers: 1 }])
  })

  test('texts in a sweep stay texts', () => {
    expect(expand({ rate: ['5/s', 7] })).toMatchObject([
      { name: 'shop rate=5/s', scenarios: { steady: { workload: { rate: '5/s' } } } },
      { name: 'shop rate=7', scenarios: { steady: { workload: { rate: 7 } } } },
    ])
  })
})

describe('a path', () => {
  test('a path in a sweep is one parameter, even with dots in names', () => {
    expect(expand({ 'scenarios.more.reads.workload.users': [9] })).toMatchObject([
      { name: 'shop users=9', scenarios: { reads: { workload: { users: 5 } }, 'more.reads': { workload: { users: 9 } } } },
    ])
  })

  test('a path in a sweep may lead to a variable, whose values are texts', () => {
    expect(expand({ 'env.VALUE_SIZE': [64, 1024] })).toMatchObject([
      { env: { VALUE_SIZE: '64' } },
      { name: 'shop VALUE_SIZE=1024', env: { VALUE_SIZE: '1024' } },
    ])
  })

  test('a path in a sweep may add a field with a default', () => {
    expect(expand({ 'scenarios.reads.workload.pacing': ['1s'] })).toMatchObject([{ scenarios: { reads: { workload: { pacing: '1s' } } } }])
  })
})

test('the points of a test without a name have the default name', () => {
  const { name: _, ...unnamed } = given
  expect(expandSweep({ ...unnamed, sweep: { users: [1] } }).tests).toMatchObject([
    { test: { name: 'test users=1' }, point: { of: 'test' } },
  ])
})

test.each([
  [5, ['sweep: must be an object (was 5); such as { users: [10, 20, 40] }']],
  [{}, ['sweep: must have a parameter; such as { users: [10, 20, 40] }']],
  [{ users: [1], rate: [2] }, ['sweep: has more than one parameter: "users" and "rate"; make a test of each']],
  [{ users: 5 }, ['sweep.users: must be a list of values (was 5)']],
  [{ users: [] }, ['sweep.users: must not be empty']],
  [
    { users: [1, true, null] },
    ['sweep.users[1]: must be a number or a string (was true)', 'sweep.users[2]: must be a number or a string (was null)'],
  ],
  [{ users: [1, '1'] }, ['sweep.users[1]: repeats the value "1"; the repeats of a suite repeat a test']],
  [{ users: [1, 2, 1] }, ['sweep.users[2]: repeats the value 1; the repeats of a suite repeat a test']],
  [{ usres: [1] }, ['sweep.usres: is no parameter of the workload of any scenario; did you mean "users"?']],
  [
    { 'scenarios.read.workload.users': [1] },
    ['sweep.scenarios.read.workload.users: there is no "read" in scenarios; did you mean "reads"?'],
  ],
  [{ 'env.VALUE_SZE': [1] }, ['sweep.env.VALUE_SZE: there is no "VALUE_SZE" in env; did you mean "VALUE_SIZE"?']],
  [{ 'env.API_TOKEN': [1] }, ['sweep: cannot be over env.API_TOKEN, a secret; the values of a sweep are shown; sweep over something else']],
  [
    { 'secrets.PASSWORD': [1] },
    ['sweep: cannot be over secrets.PASSWORD, a secret; the values of a sweep are shown; sweep over something else'],
  ],
])('the sweep %j is refused', (sweep, problems) => {
  expect(problemsOf(sweep)).toEqual(problems)
})

test('a text that is not a number is a value of a sweep once', () => {
  expect(expandSweep({ name: 'kv', scenarios: {}, sweep: { workers: [1, Number.NaN] } }).issues).toEqual([])
})

test('a sweep over an unknown parameter lists the known ones', () => {
  expect(problemsOf({ batch: [1] })).toEqual([
    expect.stringMatching(/^sweep\.batch: is no parameter .*; known are users, .*rate, .*workers/),
  ])
})
