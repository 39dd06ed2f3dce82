import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../../../src/config/config.ts'
import { InvalidConfigError } from '../../../src/base/errors/benchpress-error.ts'
import { findMaxRate } from '../../../src/run/api.ts'
import type { Progress } from '../../../src/run/progress.ts'
import { resultProblems } from '../../../../../test/result-schema.ts'

// It responds to /ok with 200 and all else with 500, at any rate: where a search ends does not depend on how fast this machine is.
let server: Server
let config: Config

beforeAll(async () => {
  server = createServer((request, response) => {
    response.statusCode = request.url === '/ok' ? 200 : 500
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  config = {
    name: 'shop',
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    workers: 0,
    scenarios: { items: { request: { path: '/ok' }, workload: { rate: 20, duration: '200ms' } } },
  }
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

const failing: Config['scenarios'] = { items: { request: { path: '/broken' }, workload: { rate: 20, duration: '200ms' } } }

// The run that confirms the rate takes 25 s.
test('a rate that always passes is found at the upper bound and confirmed, and each step is a test', { timeout: 90_000 }, async () => {
  const points = new Set<Progress['point']>()
  const suite = await findMaxRate(config, { slo: 'error < 1%', most: '80/s', onProgress: ({ point }) => points.add(point) })
  const { found } = suite
  expect(found).toMatchObject({
    parameter: 'rate',
    value: 80,
    failedAt: null,
    slo: ['requests_failed rate < 1%'],
    limitedBy: { by: 'highest rate', text: 'the highest rate of the search, 80/s, passed' },
    complete: true,
  })
  expect(suite.tests.map(({ sweep }) => sweep?.value)).toEqual(found?.steps.map(({ value }) => value))
  expect(suite.tests[0]).toMatchObject({ name: 'shop rate=20', repeat: 1, sweep: { of: 'shop', parameter: 'rate', value: 20 } })
  expect(suite.tests.at(-1)?.name).toBe('shop rate=80')
  expect(suite.tests.at(-1)?.repeat).toBeGreaterThan(1)
  expect(found?.steps.at(-1)).toMatchObject({ passed: true, confirming: 25 })
  expect(found?.confidence).toMatch(/^80\/s passed in \d of \d runs, confirmed over 25 s$/)
  expect(Array.from(points)).toEqual(expect.arrayContaining(['step 1, rate=20']))
  expect(resultProblems(suite)).toEqual([])
})

test('a search finds nothing where even the lowest rate fails, and says so', async () => {
  const { found } = await findMaxRate({ ...config, scenarios: failing }, { slo: 'error < 1%', least: '5/s' })
  expect(found).toMatchObject({ value: null, failedAt: 5, complete: true })
  expect(found?.steps.map(({ value, failed }) => [value, failed])).toEqual([
    [20, 'slo'],
    [10, 'slo'],
    [5, 'slo'],
    [5, 'slo'],
  ])
  expect(found?.limitedBy.text).toMatch(/^even the lowest rate, 5\/s, failed: requests_failed rate < 1% failed: rate was 100 %/)
  expect(found?.confidence).toBe('5/s failed in 2 of 2 runs')
})

test('a limit that no rate keeps is found out with as many samples as it takes, however short a step was to be', async () => {
  const scenarios = { items: { request: { path: '/ok' }, workload: { rate: 100, duration: '20ms' } } } as const
  // No response takes less than a microsecond.
  const { found, tests } = await findMaxRate({ ...config, scenarios }, { slo: 'median < 1us', least: '80/s' })
  expect(found).toMatchObject({ value: null, failedAt: 80, complete: true })
  expect(tests[0]?.scenarios[0]?.workload.duration).toBeCloseTo(0.22)
})

test('the thresholds of the config are conditions of a search, too', async () => {
  const { found } = await findMaxRate(
    { ...config, scenarios: failing, thresholds: { http_failed: 'rate < 50%' } },
    { slo: '', least: '20/s' },
  )
  expect(found).toMatchObject({ value: null, slo: ['http_failed rate < 50%'] })
})

test('an interruption of a search leaves what was found by then', async () => {
  const interruption = new AbortController()
  const suite = await findMaxRate(config, {
    slo: 'error < 1%',
    most: '80/s',
    signal: interruption.signal,
    onProgress: ({ point }) => {
      if (point?.startsWith('step 2') === true) interruption.abort()
    },
  })
  expect(suite.found).toMatchObject({ value: 20, complete: false })
  expect(suite.found?.confidence).toMatch(/^none: the search was interrupted after 1 run; 20\/s passed in 1 of 1 run/)
  expect(suite.tests).toHaveLength(2)
  expect(suite.tests[1]?.interrupted).toMatchObject({ cause: 'signal' })
})

test('mistakes in a search are reported all at once, in the words of the SLO', async () => {
  const error: unknown = await findMaxRate(
    { ...config, timeout: 'soon', sweep: { rate: [1] } },
    { slo: 'p99 < 50, error < 5, speed > 3', least: 0, most: 'fast' },
  ).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(InvalidConfigError)
  expect((error as InvalidConfigError).message.split('\n')).toEqual([
    'least: must be above 0 (was 0)',
    'most: must be a rate such as "500/s", "0.5/s" or "30/m", or a number per second (was "fast")',
    'sweep: cannot be combined with a search; leave one of them out',
    expect.stringMatching(/^slo: "p99 < 50": the limit "50" has no unit; did you mean "p99 < 50ms"\?$/),
    expect.stringMatching(/^slo: "speed > 3": response_time has no "speed"; /),
    expect.stringMatching(/^slo: "error < 5": the limit "5" is more than all; did you mean "error < 5%"\?$/),
    expect.stringMatching(/^timeout: /),
  ])
})

test.each([
  [{ users: 5 }, 'scenarios: none has a rate to be searched; give one a workload of a rate'],
  [{ rate: 5, iterations: 10 }, 'scenarios.items.workload.iterations: cannot end a step of a search; give a duration'],
  [
    { stages: { of: 'rate', from: 1, steps: [{ duration: '1s', to: 5 }] } },
    'scenarios.items.workload.stages: change by themselves, and the search would change them; give a constant rate',
  ],
] as const)('%j cannot be searched', async (workload, message) => {
  await expect(findMaxRate({ ...config, scenarios: { items: { request: {}, workload } } }, { slo: 'p99 < 1s' })).rejects.toThrow(message)
})

test('a search without a condition, or with a value out of its bounds, is refused', async () => {
  await expect(findMaxRate(config, { slo: ' ' })).rejects.toThrow('slo: must have a condition; such as "p99 < 50ms, error < 0.1%"')
  await expect(findMaxRate(config, { slo: 'p99 < 1s', most: 10 })).rejects.toThrow(
    'start: must be from least (20/s) to most (10/s) (was 20/s)',
  )
})
