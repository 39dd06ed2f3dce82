import { watchMachine } from '@benchpress/core/machines'
import { expect, test } from 'vitest'
import type { CaseResult } from './case-result.ts'
import type { Measurement } from './measure.ts'
import { judgeMinimums } from './minimums.ts'

function round(requestsPerSecond: number, peakRssBytes = 100e6): Measurement {
  return {
    requestsPerSecond,
    peakRssBytes,
    requests: 1,
    targetCpu: 0.5,
    otherCpu: 0,
    disturbance: watchMachine()(),
    cpuSecondsPer1000: 0.001,
    p50: 1,
    p99: 2,
    failed: 0,
  }
}

function deepQueues(peers: Readonly<Record<string, readonly Measurement[]>>): CaseResult {
  return { loadCase: { name: '500x10', connections: 500, pipelining: 10 }, kept: new Map(Object.entries(peers)), setAside: new Map() }
}

test('a minimum is met at exactly its figure, and judged by medians over the rounds', () => {
  const benchpress = [round(1), round(800), round(9000)]
  const [autocannon, wrk, memory] = judgeMinimums([deepQueues({ autocannon: [round(100)], wrk: [round(1600)], benchpress })])
  expect(autocannon).toEqual({ text: '500x10: at least 8x autocannon', state: 'met', measured: '8.00x' })
  expect(wrk).toMatchObject({ state: 'met', measured: '0.50x' })
  expect(memory).toMatchObject({ state: 'met', measured: '100 MB' })
})

test('a minimum is not met below its figure, or with too much memory in one round', () => {
  const benchpress = [round(799), round(799, 151e6), round(799)]
  const [autocannon, wrk, memory] = judgeMinimums([deepQueues({ autocannon: [round(100)], wrk: [round(1600)], benchpress })])
  expect(autocannon?.state).toBe('not met')
  expect(wrk?.state).toBe('not met')
  expect(memory).toMatchObject({ state: 'not met', measured: '151 MB' })
})

test('a peer or a case that was not measured is reported as such', () => {
  const states = judgeMinimums([deepQueues({ autocannon: [round(100)], benchpress: [round(900)] })]).map(({ state }) => state)
  expect(states).toEqual(['met', 'not measured', 'met', 'not measured', 'not measured'])
})
