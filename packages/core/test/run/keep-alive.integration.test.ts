import { describe, expect, test } from 'vitest'
import type { WorkloadConfig } from '../../src/config/workload/workload-config.ts'
import { measure } from './count-on-both-sides.ts'

const closing = { delays: [0], response: 'close' } as const
const keeping = { delays: [0] }

describe.each<[string, WorkloadConfig, number]>([
  ['connections', { connections: 4, requests: 40, warmup: '50ms' }, 0],
  ['connections on two threads', { connections: 4, requests: 40 }, 2],
  ['users', { users: 4, iterations: 40 }, 0],
  ['arrivals, each of which is a new user', { rate: 400, iterations: 40, reuseUsers: false }, 0],
])('of %s', (_name, workload, workers) => {
  test('a target that closes after each response is noted', async () => {
    const { result, scenario } = await measure({ behaviour: closing, workload, workers })
    expect(scenario.connections.closedAfterResponse).toBeGreaterThanOrEqual(40)
    const [reason, ...others] = result.verdict.reasons.filter(({ rule }) => rule === 'no-keep-alive')
    expect(others).toEqual([])
    expect(reason?.level).toBe('note')
    expect(reason?.text).toMatch(
      /^([\d,]+) of \1 responses \(100 %\) announced that the connection closes after them, .*; opening one took [\d.]+ [µm]s/,
    )
  })

  test('a target that keeps connections is not noted, whoever closes them', async () => {
    const { result, scenario } = await measure({ behaviour: keeping, workload, workers })
    expect(scenario.connections.closedAfterResponse).toBe(0)
    expect(result.verdict.reasons.filter(({ rule }) => rule === 'no-keep-alive')).toEqual([])
  })
})
