import { expect, test } from 'vitest'
import type { ReportTable } from '@benchpress/core/report'
import { documentedParameters, type ToskaSettings } from '../toska-parameters.ts'
import { openFollower } from './follower.ts'
import { openKvStore } from './kv-store.ts'
import { measureFunctions } from './measure-functions.ts'

test('the functions of the store do what their names say', async () => {
  const { functions, close } = await openKvStore({ datasetSize: 250, storedSize: 16, mgetSize: 3, listLimit: 5, withSnapshot: true })
  try {
    expect(Object.keys(functions)).toEqual(['get_hit', 'get_miss', 'put', 'mget_3', 'list_keys', 'snapshot', 'compact'])
    expect(functions['get_hit']?.()).toBe('x'.repeat(16))
    expect(functions['get_miss']?.()).toBeNull()
    await functions['put']?.()
    expect(Object.values(functions['mget_3']?.() as Record<string, string | null>)).toEqual(Array.from({ length: 3 }, () => 'x'.repeat(16)))
    expect(functions['list_keys']?.()).toHaveLength(5)
    await functions['snapshot']?.()
  } finally {
    await close()
  }
})

test('a follower has all data of its leader after each call, or throws with the reason', async () => {
  const options = { snapshotKeys: 20, logEntries: 7, pollMs: 10, timeoutMs: 10_000, waitMs: 20_000 }
  const { functions, close } = await openFollower(options)
  const tooShort = await openFollower({ ...options, logEntries: 0, waitMs: 1 })
  try {
    for (let time = 0; time < 2; time++) await functions['bootstrap_and_tail']?.()
    await expect(tooShort.functions['bootstrap_and_tail']?.()).rejects.toThrow('the follower had not all after 1 ms: no error')
  } finally {
    await close()
    await tooShort.close()
  }
})

test('micro has the documented table of the store and of the follower', async () => {
  const own: ToskaSettings = { ...documentedParameters, datasetSize: 50, time: '0.02', microWarmup: '0.01', redisBenchmark: undefined }
  const sections = await measureFunctions(own, new AbortController().signal)
  const [store, follower] = sections.map(({ parts }) => parts[0] as ReportTable)
  expect(store?.head).toEqual(['Scenario', 'ips', 'avg', 'p50', 'p95', 'p99'])
  expect(store?.rows.map(([name]) => name)).toEqual(['get_hit', 'get_miss', 'put', 'mget_10', 'list_keys'])
  expect(follower?.rows.map(([name]) => name)).toEqual(['bootstrap_and_tail'])
  for (const row of [...(store?.rows ?? []), ...(follower?.rows ?? [])]) expect(row).not.toContain('n/a')
})

test('micro is over when it is interrupted', async () => {
  const own: ToskaSettings = { ...documentedParameters, datasetSize: 5, time: '1h', microWarmup: '0.01', redisBenchmark: undefined }
  const [store, ...others] = await measureFunctions(own, AbortSignal.abort())
  expect((store?.parts[0] as ReportTable | undefined)?.rows[0]).toContain('n/a')
  expect(others).toHaveLength(1)
})
