import { expect, test } from 'vitest'
import { account } from './bridge-findings.ts'
import { documentedBridgeRun } from './documented-bridge.ts'

const { checks, events, messages, sent } = documentedBridgeRun

test('the published checks add up from events, messages, sends and 11,503 closed connections', () => {
  expect(account({ checks, events, messages, posts: sent, closed: 11_503 })).toEqual({
    checks: 4_624_462,
    expected: 4_624_462,
    holds: true,
  })
})

test('the checks of a smaller run with k6 add up: 12,205 = 3,193 + 2 x 2,993 + 2,993 + 33', () => {
  const smaller = { checks: { passed: 12_200, failed: 5 }, events: 3193, messages: 2993, posts: 2993, closed: 33 }
  expect(account(smaller).holds).toBe(true)
  expect(account({ ...smaller, closed: 34 })).toEqual({ checks: 12_205, expected: 12_206, holds: false })
})
