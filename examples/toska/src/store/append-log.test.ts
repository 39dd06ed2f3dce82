import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { AppendLog } from './append-log.ts'
import type { Change } from './change.ts'
import type { SyncMode } from './store-options.ts'

const folder = temporaryFolder()

interface Opened {
  readonly log: AppendLog
  readonly committed: string[]
  readonly path: string
}

async function openLog(sync: SyncMode = 'always'): Promise<Opened> {
  const path = join(folder(), 'log')
  const committed: string[] = []
  const log = await AppendLog.open({ path, size: 0, sync, onCommit: ({ key }) => committed.push(key) })
  return { log, committed, path }
}

const del = (key: string): Change => ({ op: 'del', key })

test.each(['always', 'interval', 'none'] as const)('with sync %s, an entry is in the file when its promise resolves', async (sync) => {
  const { log, path, committed } = await openLog(sync)
  for (const key of ['a', 'b', 'c']) {
    await log.append(del(key))
    expect(await readFile(path, 'utf8')).toContain(`"key":"${key}"`)
  }
  expect(committed).toEqual(['a', 'b', 'c'])
  expect(log.size).toBe((await readFile(path)).length)
  await log.close()
})

test('entries that are appended together are committed together, in order', async () => {
  const { log, committed, path } = await openLog()
  const keys = Array.from({ length: 1000 }, (_, index) => `key_${index}`)
  const writes = keys.map((key) => log.append(del(key)))
  // All have the same promise, as there is one write and one sync.
  expect(new Set(writes).size).toBe(1)
  await Promise.all(writes)
  expect(committed).toEqual(keys)
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1)
  expect(lines.map((line) => (JSON.parse(line) as { readonly key: string }).key)).toEqual(keys)
  await log.close()
})

test('a task has exclusive access to the log, after earlier entries and before entries that are appended meanwhile', async () => {
  const { log, committed } = await openLog()
  const before = log.append(del('before'))
  const seen = log.exclusive(async () => {
    const at = [...committed]
    void log.append(del('during'))
    await log.truncate()
    return at
  })
  expect(await seen).toEqual(['before'])
  await before
  await log.close()
  expect(committed).toEqual(['before', 'during'])
})

test('the error of a task does not fail the log', async () => {
  const { log } = await openLog()
  await expect(log.exclusive(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
  await log.append(del('a'))
  expect(log.failure).toBeUndefined()
  await log.close()
})

test('a closed log accepts no more entries, and has all accepted ones', async () => {
  const { log, committed } = await openLog()
  const last = log.append(del('last'))
  await log.close()
  await last
  expect(committed).toEqual(['last'])
  await expect(log.append(del('late'))).rejects.toThrow('the store is closed')
  await expect(log.exclusive(() => Promise.resolve())).rejects.toThrow('the store is closed')
})
