import { expect, test } from 'vitest'
import { connectionsFixture, scenarioFixture, summaryFixture } from '../../../../test/result/verdict/summary-fixture.ts'
import type { Reason } from '../verdict.ts'
import { surplusBytes } from './connection-rules.ts'

function judgeSurplus(surplus: number, withoutSurplus: number): readonly Reason[] {
  const connections = { ...scenarioFixture().connections, surplus, withoutSurplus }
  return surplusBytes(summaryFixture({ scenarios: [scenarioFixture({ workload: connectionsFixture(), connections })] }))
}

test('bytes that no request asked for are invalid on all connections, and suspect on some', () => {
  expect(judgeSurplus(0, 150)).toEqual([])
  expect(judgeSurplus(1, 149)).toMatchObject([{ rule: 'surplus-bytes', level: 'suspect' }])
  expect(judgeSurplus(150, 0)).toEqual([
    {
      rule: 'surplus-bytes',
      level: 'invalid',
      text: '150 of 150 connections received bytes that no request asked for, such as a second response: response times may belong to other requests',
    },
  ])
})
