import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { planSuite, type SuitePlan } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { planOfPreset, type Settings, type PreparedPreset } from '../../../cli/test/for-presets.ts'
import { nestjs } from './nestjs.ts'
import type { NestjsValues } from './nestjs-suite.ts'

describe('preset nestjs', () => {
  test('plans exactly 3,145, 3,145 and 15,700 users, all of whom may be active, by the documented weights', async () => {
    const { tests } = await planned({})
    expect(usersIn(tests)).toEqual({ load: 3145, websocket: 3145, max: 15_700 })
    expect(tests.map(({ scenarios }) => scenarios[0]?.journeys.map(({ name, share }) => [name, share]))).toEqual([
      [
        ['complete-journey', 0.4],
        ['frequent-bidding', 0.3],
        ['fast-bidding', 0.2],
        ['reading', 0.1],
      ],
      [
        ['connection-flow', 0.4],
        ['bid-monitoring', 0.3],
        ['socket-bidding', 0.3],
      ],
      [['reads', 1]],
    ])
    expect(tests.map(({ scenarios }) => scenarios[0]?.mostUsers)).toEqual([3145, 3145, 15_700])
  })

  test('has the documented phases, pools, timeouts and limits', async () => {
    const { suite, presetRun } = await plan({})
    expect(presetRun.changes).toEqual([])
    expect(suite.tests).toMatchObject([
      {
        name: 'load',
        timeout: 10,
        plugins: [],
        scenarios: { journeys: { connections: { pool: 100 } } },
        thresholds: {
          http_response_time: 'p99 <= 2000ms',
          http_failed: 'rate <= 10%',
          'checks{check:bid accepted}': 'rate > 0%',
          users_failed: 'count <= 314',
        },
      },
      {
        name: 'websocket',
        timeout: 10,
        plugins: [{ module: expect.stringMatching(/plugin-socketio\/src\/plugin\.ts$/) as unknown }],
        thresholds: { 'plugin_response_time{plugin:socketio,endpoint:!connect}': 'p99 <= 2000ms', users_failed: 'count <= 314' },
      },
      {
        name: 'max',
        timeout: 30,
        plugins: [],
        scenarios: { reads: { connections: { pool: 300 } } },
        thresholds: { http_response_time: 'p99 <= 5000ms', http_failed: 'rate <= 15%', users_failed: 'count <= 2355' },
      },
    ])
    const { tests } = await planned({})
    expect(tests.map(({ duration }) => duration)).toEqual([140, 140, 90])
  })

  test('prepares an account for each user, and lets a tenth of them fail, or 15 %', async () => {
    const { suite } = await plan({ settings: { scale: 0.1 } })
    expect(suite.tests.map(({ env, thresholds }) => [env, thresholds?.['users_failed']])).toEqual([
      [{ AUCTION_ACCOUNTS: '315' }, 'count <= 31'],
      [{ AUCTION_ACCOUNTS: '315' }, 'count <= 31'],
      [{ AUCTION_ACCOUNTS: '1570' }, 'count <= 235'],
    ])
  })

  test('prepares more accounts than are likely to be needed where users come at random', async () => {
    const { suite } = await plan({ part: 'load', settings: { arrivals: 'poisson', scale: 0.1, seed: 7 } })
    const accounts = Number(suite.tests[0]?.env?.['AUCTION_ACCOUNTS'])
    const [count = 0] = Object.values(usersIn((await planSuite(suite, { cwd: '/' })).tests))
    expect(accounts).toBeGreaterThan(count)
    expect(accounts).toBeLessThan(500)
  })

  test('compares one core with all of them, on the service that comes with it', async () => {
    const { suite, presetRun } = await plan({})
    expect(Object.keys(suite.variants ?? {})).toEqual(['single-core', 'multi-core'])
    expect(Object.values(suite.variants ?? {})).toMatchObject([{ env: { CLUSTER_WORKERS: '1' } }, { env: { CLUSTER_WORKERS: 'auto' } }])
    expect(presetRun.isEmbedded).toBe(true)
  })

  test('--scale and -d change users, rates and lengths, and never a session, a pool or a timeout', async () => {
    const { suite, presetRun } = await plan({ settings: { scale: 0.1, duration: '20s' } })
    expect(presetRun.changes).toEqual(['scale 1 -> 0.1', 'duration 2m20s (1m30s for max) -> 20s'])
    expect(usersIn((await planSuite(suite, { cwd: '/' })).tests)).toEqual({ load: 45, websocket: 45, max: 349 })
    const documented = (await plan({})).suite
    const rest = ({ tests }: PreparedPreset['suite']): unknown =>
      tests.map(({ scenarios }) => Object.values(scenarios).map((scenario) => ({ ...scenario, workload: undefined })))
    expect(rest(suite)).toEqual(rest(documented))
    expect((await planSuite(suite, { cwd: '/' })).tests.map(({ duration }) => duration)).toEqual([20, 20, 20])
  })

  test('one part is one test', async () => {
    expect(usersIn((await planned({ part: 'max' })).tests)).toEqual({ max: 15_700 })
  })
})

describe('--profile', () => {
  test.each([
    ['smoke', 10, 10],
    ['load', 1645, 110],
    ['stress', 1650 + 6000 + 6000, 120],
    ['soak', 9000, 300],
  ] as const)('%s has %i users in %i s, over HTTP and over Socket.IO', async (profile, users, length) => {
    const { tests } = await planned({ own: { profile } })
    expect(usersIn(tests)).toEqual({ load: users, websocket: users })
    expect(tests.map(({ duration }) => duration)).toEqual([length, length])
  })

  test('--profile is reported as a change', async () => {
    const { presetRun } = await plan({ own: { profile: 'smoke' } })
    expect(presetRun.changes).toEqual(['profile none -> smoke'])
  })

  test('--profile is refused for the maximum test, which has no profiles', async () => {
    await expect(plan({ own: { profile: 'smoke' }, part: 'max' })).rejects.toThrow('--profile smoke: the maximum test has no profiles')
  })
})

test('a test has as many users as there are accounts, and exactly the length that was asked for, at any scale', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 5, max: 200 }), fc.double({ min: 0.05, max: 0.5, noNaN: true }), async (length, scale) => {
      const { suite } = await plan({ settings: { duration: `${length}s`, scale } })
      const { tests } = await planSuite(suite, { cwd: '/' })
      expect(tests.map(({ duration }) => duration)).toEqual([length, length, length])
      expect(Object.values(usersIn(tests)).map(String)).toEqual(suite.tests.map(({ env }) => env?.['AUCTION_ACCOUNTS']))
    }),
    { numRuns: 20 },
  )
})

describe('--tokens', () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, user) => `user-${user},name ${user}`).join('\n')

  test('--tokens has a token for each user, and is shown nowhere', async () => {
    const { suite, presetRun } = await plan({ part: 'load', settings: { scale: 0.01 }, own: { tokens: `token\n${lines(40)}\n` } })
    expect(suite.tests[0]?.secrets?.['AUCTION_TOKENS']?.split('\n')).toHaveLength(32)
    expect(presetRun.changes).toContain('tokens none -> given')
    expect(JSON.stringify(presetRun.own)).not.toContain('user-1')
  })

  test('with --jwt-secret, they are signed for the ids of the file', async () => {
    const { suite } = await plan({ part: 'load', settings: { scale: 0.01 }, own: { tokens: lines(32), jwtSecret: 'the secret' } })
    const [head = '', body = '', signature] = suite.tests[0]?.secrets?.['AUCTION_TOKENS']?.split('\n')[1]?.split('.') ?? []
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({ sub: 'user-1', username: 'name 1' })
    expect(signature).toBe(createHmac('sha256', 'the secret').update(`${head}.${body}`).digest('base64url'))
  })

  test.each([
    [{ tokens: lines(31) }, '--tokens: 31 users are too few for the 32 of load'],
    [{ jwtSecret: 'the secret' }, '--jwt-secret: the ids of users are missing'],
  ])('%j is refused', async (own, message) => {
    await expect(plan({ part: 'load', settings: { scale: 0.01 }, own })).rejects.toThrow(message)
  })
})

test('--url is tested without a variant, and must have no path', async () => {
  const url = 'http://localhost:4000'
  const { suite, presetRun } = await plan({ settings: { url } })
  expect(suite).not.toHaveProperty('variants')
  expect(suite.tests).toMatchObject([{ target: { url } }, { target: { url } }, { target: { url } }])
  expect(presetRun.isEmbedded).toBe(false)
  await expect(plan({ settings: { url: `${url}/api` } })).rejects.toThrow('URL: the paths are those of the preset')
})

test('-t is the timeout of a response, over Socket.IO too', async () => {
  const { suite, presetRun } = await plan({ part: 'websocket', settings: { timeout: '3s' } })
  expect(suite.tests).toMatchObject([
    { timeout: 3, scenarios: { sockets: { journeys: { 'socket-bidding': { journey: { options: { timeout: 3 } } } } } } },
  ])
  expect(presetRun.changes).toEqual(['timeout 10s (30s for max) -> 3s'])
})

interface Wanted {
  readonly settings?: Partial<Settings>
  readonly own?: Partial<NestjsValues>
  readonly part?: string
}

async function plan({ settings = {}, own = {}, part }: Wanted): Promise<PreparedPreset> {
  const request = { settings: settings as Settings, own, part, targetCommand: [], folder: '/' }
  return await planOfPreset(nestjs, request, [])
}

async function planned(wanted: Wanted): Promise<SuitePlan> {
  return await planSuite((await plan(wanted)).suite, { cwd: '/' })
}

function usersIn(tests: SuitePlan['tests']): Readonly<Record<string, number | undefined>> {
  return Object.fromEntries(tests.map(({ name, scenarios }) => [name, scenarios[0]?.iterations?.count]))
}
