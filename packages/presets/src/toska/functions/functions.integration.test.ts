import type { MicrobenchmarkContext } from '@benchpress/core'
import { expect, test } from 'vitest'
import { follower } from './follower.ts'
import { kvStore } from './kv-store.ts'

function contextOf<Options>(options: Options): MicrobenchmarkContext<Options> {
  let next = 0
  const int = (min: number, max: number): number => min + (next++ % (max - min + 1))
  const random = { next: () => 0.5, int, pick: <Item>(items: readonly Item[]) => items[0] as Item, text: () => '' }
  return { options, env: {}, random, thread: 0, signal: new AbortController().signal }
}

test('the functions of the store do what their names say', async () => {
  const options = { datasetSize: 250, storedSize: 16, mgetSize: 3, listLimit: 5, withSnapshot: true }
  const { setup, teardown, cases } = kvStore(options)
  const state = await setup?.(contextOf(options))
  if (state === undefined) throw new Error('there is no set-up')
  try {
    expect(Object.keys(cases)).toEqual(['get_hit', 'get_miss', 'put', 'mget_3', 'list_keys', 'snapshot', 'compact'])
    expect(state.store.keys('key_', 1000)).toHaveLength(250)
    expect(cases['get_hit']?.(state)).toBe('x'.repeat(16))
    expect(cases['get_miss']?.(state)).toBeNull()
    await cases['put']?.(state)
    await cases['put']?.(state)
    expect(state.store.keys('put_')).toEqual(['put_0', 'put_1'])
    const values = Object.values(cases['mget_3']?.(state) as Record<string, string | null>)
    expect(values).toEqual(Array.from({ length: 3 }, () => 'x'.repeat(16)))
    expect(cases['list_keys']?.(state)).toHaveLength(5)
    expect(state.store.stats().aof_bytes).toBeGreaterThan(0)
    await cases['snapshot']?.(state)
    expect(state.store.stats().aof_bytes).toBe(0)
  } finally {
    await teardown?.(state)
  }
})

test('snapshots are not measured without the flag', () => {
  const { cases } = kvStore({ datasetSize: 1, storedSize: 1, mgetSize: 10, listLimit: 1, withSnapshot: false })
  expect(Object.keys(cases)).toEqual(['get_hit', 'get_miss', 'put', 'mget_10', 'list_keys'])
})

test('a follower has all data of its leader after each call', async () => {
  const options = { snapshotKeys: 20, logEntries: 7, pollMs: 10, timeoutMs: 10_000, waitMs: 20_000 }
  const { setup, teardown, cases } = follower(options)
  const state = await setup?.(contextOf(options))
  if (state === undefined) throw new Error('there is no set-up')
  try {
    expect(state.leader.lastKey).toBe('aof_6')
    for (let time = 0; time < 2; time++) await cases['bootstrap_and_tail']?.(state)
  } finally {
    await teardown?.(state)
  }
})

test('a follower that does not finish throws with the reason', async () => {
  const options = { snapshotKeys: 0, logEntries: 0, pollMs: 1, timeoutMs: 10_000, waitMs: 1 }
  const { setup, teardown, cases } = follower(options)
  const state = await setup?.(contextOf(options))
  if (state === undefined) throw new Error('there is no set-up')
  try {
    await expect(cases['bootstrap_and_tail']?.(state)).rejects.toThrow('the follower had not all after 1 ms: no error')
  } finally {
    await teardown?.(state)
  }
})
