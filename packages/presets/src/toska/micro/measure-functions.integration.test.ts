import { expect, test } from 'vitest'
import type { ReportTable } from '@benchpress/core/report'
import type { ToskaValues } from '../toska-suite.ts'
import { openFollower, openKeyValueStore } from './functions.ts'
import { measureFunctions } from './measure-functions.ts'

const values: ToskaValues = {
  users: undefined,
  sweep: undefined,
  keySpace: 10,
  valueSize: 16,
  datasetSize: 250,
  storedSize: 16,
  mgetSize: 3,
  listLimit: 5,
  functionTime: 0.02,
  functionWarmup: 0.01,
  withSnapshot: false,
  snapshotKeys: 20,
  logEntries: 7,
  followerPoll: 10,
  followerTimeout: 10_000,
  followerWait: 20_000,
}

test('the functions of the store do what their names say', async () => {
  const { functions, close } = await openKeyValueStore({ ...values, withSnapshot: true })
  try {
    expect(Object.keys(functions)).toEqual(['get_hit', 'get_miss', 'put', 'mget_3', 'list_keys', 'snapshot', 'compact'])
    expect(functions['get_hit']?.()).toBe('x'.repeat(16))
    expect(functions['get_miss']?.()).toBeNull()
    await functions['put']?.()
    // A key may be drawn twice.
    expect(new Set(Object.values(functions['mget_3']?.() as Record<string, string | null>))).toEqual(new Set(['x'.repeat(16)]))
    expect(functions['list_keys']?.()).toHaveLength(5)
    await functions['snapshot']?.()
  } finally {
    await close()
  }
})

test('a follower has all data of its leader after each call, or throws with the reason', async () => {
  const { functions, close } = await openFollower(values)
  const tooShort = await openFollower({ ...values, logEntries: 0, followerWait: 1 })
  try {
    for (let time = 0; time < 2; time++) await functions['bootstrap_and_tail']?.()
    await expect(tooShort.functions['bootstrap_and_tail']?.()).rejects.toThrow('the follower had not all after 1 ms: no error')
  } finally {
    await close()
    await tooShort.close()
  }
})

test('micro has the documented table of the store and of the follower', async () => {
  const sections = await measureFunctions(values, new AbortController().signal)
  const [store, follower] = sections.map(({ parts }) => parts[0] as ReportTable)
  expect(store?.head).toEqual(['Scenario', 'ips', 'avg', 'p50', 'p95', 'p99'])
  expect(store?.rows.map(([name]) => name)).toEqual(['get_hit', 'get_miss', 'put', 'mget_3', 'list_keys'])
  expect(follower?.rows.map(([name]) => name)).toEqual(['bootstrap_and_tail'])
  for (const row of [...(store?.rows ?? []), ...(follower?.rows ?? [])]) expect(row).not.toContain('n/a')
})

test('micro is over when it is interrupted', async () => {
  const [store, ...others] = await measureFunctions({ ...values, functionTime: 3600 }, AbortSignal.abort())
  expect((store?.parts[0] as ReportTable | undefined)?.rows[0]).toContain('n/a')
  expect(others).toHaveLength(1)
})
