import { expect, test } from 'vitest'
import { connectionsFixture, countsFixture, scenarioFixture, summaryFixture } from '../../../../test/result/verdict/summary-fixture.ts'
import type { Reason } from '../verdict.ts'
import { notableRetries, retried, surplusBytes } from './connection-rules.ts'

function judgeSurplus(surplus: number, withoutSurplus: number): readonly Reason[] {
  const connections = { ...scenarioFixture().connections, opened: 150, surplus, withoutSurplus }
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

test('requests that were sent twice are noted from one in a hundred on', () => {
  const judge = (count: number): readonly Reason[] =>
    retried(summaryFixture({ scenarios: [scenarioFixture({ counts: countsFixture({ ok: 1000 }), retried: count })] }))
  expect([judge(0), judge(1000 * notableRetries - 1)]).toEqual([[], []])
  expect(judge(1000 * notableRetries)).toEqual([
    {
      rule: 'retried',
      level: 'note',
      text: '10 of 1,000 requests (1 %) were sent twice, as their connections were closed without notice; their response times include both attempts',
    },
  ])
})
