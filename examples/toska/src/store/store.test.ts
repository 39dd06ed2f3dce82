import { appendFile, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { encodeChange } from './change.ts'
import { Store } from './store.ts'
import type { StoreOptions } from './store-options.ts'

/** Enough while other tests run on a small machine. */
const patience = { timeout: 20_000 }

const folder = temporaryFolder()

function open(options: Partial<StoreOptions> = {}): Promise<Store> {
  return Store.open({ folder: folder(), ...options })
}

async function reopen(store: Store, options: Partial<StoreOptions> = {}): Promise<Store> {
  await store.close()
  return open(options)
}

describe('a store', () => {
  test('returns values that were put, and none that were deleted', async () => {
    const store = await open()
    await store.put('a', '1')
    await store.put('b', '2')
    await store.put('a', '3')
    await store.delete('b')
    await store.delete('none')
    expect([store.get('a'), store.get('b'), store.get('none')]).toEqual(['3', null, null])
    expect(store.mget(['a', 'b', '__proto__'])).toEqual({ a: '3', b: null, ['__proto__']: null })
    await store.close()
  })

  test('lists keys by prefix, up to a limit', async () => {
    const store = await open()
    await Promise.all(['a:1', 'b:1', 'a:2', 'a:3'].map((key) => store.put(key, '')))
    expect(store.keys('a:', 2)).toEqual(['a:1', 'a:2'])
    expect(store.keys('a:', 0)).toEqual([])
    expect(store.keys()).toEqual(['a:1', 'b:1', 'a:2', 'a:3'])
    await store.close()
  })

  test('returns a value once it is kept, and not before', async () => {
    const store = await open({ sync: 'always' })
    const write = store.put('a', '1')
    expect(store.get('a')).toBeNull()
    await write
    expect(store.get('a')).toBe('1')
    await store.close()
  })

  test('removes an expired value, even over a restart', async () => {
    let now = 1000
    const clock = { now: () => now }
    const store = await open(clock)
    await store.put('short', '1', 100)
    await store.put('long', '2', 1000)
    await store.put('renewed', '3', 100)
    await store.put('renewed', '4')
    now = 1099
    expect(store.get('short')).toBe('1')
    now = 1100
    expect([store.get('short'), store.get('long'), store.get('renewed')]).toEqual([null, '2', '4'])
    expect(store.keys()).toEqual(['long', 'renewed'])
    const again = await reopen(store, clock)
    expect(again.keys()).toEqual(['long', 'renewed'])
    const { text } = await again.snapshot()
    expect(Object.keys((JSON.parse(text) as { readonly data: object }).data)).toEqual(['long', 'renewed'])
    await again.close()
  })

  test('sweeps expired values', async () => {
    let now = 1000
    const store = await open({ now: () => now, ttlCheckInterval: 1 })
    await store.put('a', '1', 100)
    await store.put('b', '1')
    now = 1100
    await expect.poll(() => store.stats().keys, patience).toBe(1)
    await store.close()
  })

  test('has the same values after a restart, from its snapshot and its log', async () => {
    const store = await open()
    await store.put('a', '1')
    await store.put('b', '2')
    await store.snapshot()
    expect((await stat(store.logPath)).size).toBe(0)
    await store.put('b', '3')
    await store.delete('a')
    await store.put('c', 'ü\n')
    const again = await reopen(store)
    expect(again.mget(['a', 'b', 'c'])).toEqual({ a: null, b: '3', c: 'ü\n' })
    expect(again.stats()).toMatchObject({ keys: 2, aof_bytes: (await stat(again.logPath)).size, sync_mode: 'interval' })
    await again.close()
  })

  test('has the same values after a stop between its snapshot and the emptying of its log', async () => {
    const store = await open()
    for (const [key, value] of [['a', '1'], ['b', '1'], ['a', '2']] as const) await store.put(key, value) // prettier-ignore
    await store.delete('b')
    const log = await readFile(store.logPath)
    await store.snapshot()
    await store.close()
    await writeFile(store.logPath, log)
    const again = await open()
    expect(again.mget(['a', 'b'])).toEqual({ a: '2', b: null })
    await again.close()
  })

  test('writes snapshots by itself', async () => {
    const store = await open({ snapshotInterval: 1 })
    await store.put('a', '1')
    await expect
      .poll(() => store.stats(), patience)
      .toMatchObject({ aof_bytes: 0, snapshot_checksum: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await store.close()
  })

  test('makes one snapshot for all calls during another one, with everything that was kept at the calls', async () => {
    const store = await open()
    const first = store.snapshot()
    const write = store.put('a', '1')
    const [second, third] = [store.snapshot(), store.snapshot()]
    await write
    expect((await first).createdAt).toBeLessThanOrEqual((await second).createdAt)
    expect(await third).toBe(await second)
    const late = await store.snapshot()
    expect(late.createdAt).toBeGreaterThan((await second).createdAt)
    expect(late.text).toContain('"a"')
    await store.close()
  })

  test('compacts a log that is long enough', async () => {
    const store = await open({ compactionInterval: 1, compactionBytes: 1000 })
    await store.put('a', 'x')
    await store.put('a', 'x'.repeat(2000))
    await expect.poll(() => store.stats().aof_bytes, patience).toBe(0)
    expect(store.get('a')).toHaveLength(2000)
    await store.close()
  })

  test('keeps writes during a snapshot in the snapshot or in the log', async () => {
    const store = await open()
    const writes: Promise<unknown>[] = []
    for (let index = 0; index < 200; index++) {
      writes.push(store.put(`key_${index}`, String(index)))
      if (index % 20 === 10) writes.push(store.snapshot())
    }
    await Promise.all(writes)
    const again = await reopen(store)
    expect(again.keys('key_', 1000)).toHaveLength(200)
    await again.close()
  })
})

describe('a log with an incomplete end', () => {
  const line = encodeChange({ op: 'set', key: 'torn', value: 'x'.repeat(100), expiresAt: null })

  test('a log with an incomplete end is cut off at its last complete record', async () => {
    const store = await open()
    await store.put('a', '1')
    const { aof_bytes: good } = store.stats()
    await store.close()
    for (let length = 1; length < line.length; length += 11) {
      await truncate(store.logPath, good)
      await appendFile(store.logPath, line.slice(0, length))
      const again = await open()
      expect([again.cutOff, again.keys(), again.stats().aof_bytes]).toEqual([length, ['a'], good])
      await again.close()
      expect((await stat(store.logPath)).size).toBe(good)
    }
  })

  test('continues after the valid records', async () => {
    const store = await open()
    await store.put('a', '1')
    await store.close()
    await appendFile(store.logPath, line.slice(0, 50))
    const torn = await open()
    await torn.put('b', '2')
    const again = await reopen(torn)
    expect([again.cutOff, again.keys()]).toEqual([0, ['a', 'b']])
    await again.close()
  })

  test('may end with garbage of the disk', async () => {
    const store = await open()
    await store.put('a', '1')
    await store.close()
    await appendFile(store.logPath, `${'\0'.repeat(500)}\n${'\0'.repeat(500)}`)
    const again = await open()
    expect([again.cutOff, again.keys()]).toEqual([1001, ['a']])
    await again.close()
  })
})

describe('a damaged file', () => {
  test('a file is refused for a damaged record before valid ones', async () => {
    const store = await open()
    await store.put('a', '1')
    const { aof_bytes: first } = store.stats()
    await store.put('b', '1')
    await store.put('c', '1')
    await store.close()
    const log = await readFile(store.logPath, 'utf8')
    await writeFile(store.logPath, log.replace('"key":"b"', '"key":"x"'))
    await expect(open()).rejects.toThrow(
      `${store.logPath}: the record at byte ${first} is damaged, and there are good ones after it; restore the file`,
    )
  })

  test('a file is refused for an altered snapshot', async () => {
    const store = await open()
    await store.put('a', 'hello')
    await store.snapshot()
    await store.close()
    const text = await readFile(store.snapshotPath, 'utf8')
    await writeFile(store.snapshotPath, text.replace('hello', 'hullo'))
    await expect(open()).rejects.toThrow('the snapshot is damaged')
    await writeFile(store.snapshotPath, '{}')
    await expect(open()).rejects.toThrow(`${store.snapshotPath}: not a snapshot of version 1`)
  })
})
