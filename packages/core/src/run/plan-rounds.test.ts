import { expect, test } from 'vitest'
import { planRounds } from './plan-rounds.ts'
import { resolveTests } from './resolve-tests.ts'

async function plan(workload: object, asked: Parameters<typeof planRounds>[1] = {}, pause?: string) {
  const suite = {
    name: 'shop',
    ...(pause !== undefined && { pause }),
    tests: [
      {
        name: 'reads',
        target: 'http://localhost:3000',
        scenarios: { reads: { request: { path: '/' }, workload: { connections: 2, ...workload } } },
      },
    ],
  }
  return planRounds(await resolveTests(suite), asked)
}

const usual = { duration: '5s', warmup: '1s' }

test('twenty rounds are the default, and with a budget or a precision the number that fits into the budget', async () => {
  expect(await plan(usual)).toEqual({ most: 20, tooLong: undefined, seconds: 28 })
  // Four runs of 5 s, each after a second of warm-up and one to start.
  expect((await plan(usual, { budget: 280 })).most).toBe(10)
  expect((await plan(usual, { precision: 0.01 })).most).toBe(21)
  // The budget that is the default, asked for.
  expect((await plan(usual, { budget: 600 })).most).toBe(21)
  expect((await plan(usual, { precision: 0.01, budget: 3600 })).most).toBe(128)
  expect((await plan(usual, { precision: 0.01, budget: 3600, rounds: 30 })).most).toBe(30)
  expect((await plan({ duration: '5s', warmup: '1s' }, { budget: 280 }, '10s')).most).toBe(5)
})

test('a budget for fewer than five rounds is refused, even the default one with long runs', async () => {
  expect((await plan(usual, { budget: 60 })).tooLong).toBe('5 rounds take 140 s, and the budget is 60 s')
  expect((await plan({ duration: '60s' })).tooLong).toBe('5 rounds take 1220 s, and the budget is 600 s')
  expect((await plan(usual, { budget: 140 })).tooLong).toBeUndefined()
})

test('a load without a planned end has twenty rounds, whatever the budget', async () => {
  expect(await plan({ requests: 100 }, { budget: 1, precision: 0.03 })).toEqual({ most: 20, tooLong: undefined, seconds: Infinity })
})
