import { expect, test } from 'vitest'
import { planSearch } from '../../../src/index.ts'

const config = {
  name: 'items',
  target: 'http://localhost:1',
  scenarios: {
    reads: { request: {}, workload: { rate: '10/s', duration: '2s', warmup: '1s', gracefulStop: '4s' } },
    others: { request: {}, workload: { users: 2, duration: '10s', gracefulStop: '1s' } },
  },
} as const

test('the plan of a search lists where it would look, and how long it may take', async () => {
  expect(await planSearch(config, { slo: 'p99 < 50ms', most: 70 })).toEqual({
    scenario: 'reads',
    slo: ['response_time p99 < 50ms'],
    start: 10,
    least: 10,
    most: 70,
    tolerance: 0.05,
    mostSteps: 40,
    step: 10,
    confirmation: 1 + 25,
    gracefulStop: 4,
  })
})

test('the plan of a search has no time where a count ends its steps', async () => {
  const counted = { request: {}, workload: { users: 2, iterations: 10 } }
  const { step } = await planSearch({ ...config, scenarios: { ...config.scenarios, counted } }, { slo: 'p99 < 50ms' })
  expect(step).toBeNull()
})

test('the plan of a search reports all mistakes, as the search itself does', async () => {
  await expect(planSearch(config, { slo: 'p99 <', least: 0 })).rejects.toMatchObject({
    issues: [{ path: 'least' }, { path: 'slo' }],
  })
})

test('the plan of a search refuses a threshold without a condition beside the conditions of the search', async () => {
  const thresholds = { response_time: null } as never
  await expect(planSearch({ ...config, thresholds }, { slo: 'p99 < 50ms' })).rejects.toMatchObject({
    issues: [{ path: 'thresholds.response_time[0]' }],
  })
})
