import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PresetPackages } from '@benchpress/core/preset'
import type * as ExampleToska from '@benchpress/example-toska'
import type * as ExampleStore from '@benchpress/example-toska/store'
import type { ToskaValues } from '../toska-suite.ts'

/** Functions to be measured, by name, on something that is closed afterwards. */
export interface MeasuredFunctions {
  readonly functions: Readonly<Record<string, () => unknown>>
  readonly close: () => Promise<void>
}

// The packages of the working directory, or those beside the command.
const packages = new PresetPackages(process.cwd(), import.meta.url)

/** Opens a store in a folder of its own, and fills it with keys. @throws MissingPackageError where the store is not installed */
export async function openKeyValueStore({
  datasetSize,
  storedSize,
  mgetSize,
  listLimit,
  withSnapshot,
}: ToskaValues): Promise<MeasuredFunctions> {
  const { Store } = await packages.load<typeof ExampleStore>('@benchpress/example-toska/store')
  const folder = await mkdtemp(join(tmpdir(), 'toska-functions-'))
  const store = await Store.open({ folder })
  const value = 'x'.repeat(storedSize)
  for (let key = 1; key <= datasetSize; key++) await store.put(`key_${key}`, value)
  const any = (): number => 1 + Math.floor(Math.random() * datasetSize)
  let put = 0
  return {
    functions: {
      get_hit: () => store.get(`key_${any()}`),
      get_miss: () => store.get(`miss_${any()}`),
      // Each key is new.
      put: () => store.put(`put_${put++}`, value),
      [`mget_${mgetSize}`]: () => store.mget(Array.from({ length: mgetSize }, () => `key_${any()}`)),
      list_keys: () => store.keys('key_', listLimit),
      ...(withSnapshot && { snapshot: () => store.snapshot(), compact: () => store.compact() }),
    },
    close: async () => {
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Starts a leader, and measures a follower from its start until it has the snapshot, and what is written from then on. */
export async function openFollower(values: ToskaValues): Promise<MeasuredFunctions> {
  const { snapshotKeys, logEntries, followerPoll: pollInterval, followerTimeout: timeout } = values
  const { startToska } = await packages.load<typeof ExampleToska>('@benchpress/example-toska')
  const { Follower, Store } = await packages.load<typeof ExampleStore>('@benchpress/example-toska/store')
  const leader = await startToska()
  for (let key = 0; key < snapshotKeys; key++) await leader.store.put(`snap_${key}`, 'x'.repeat(128))
  const most = values.followerWait ?? Math.max(2 * timeout, 3000)
  let round = 0
  const bootstrapAndTail = async (): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'toska-follower-'))
    const store = await Store.open({ folder })
    const follower = Follower.start(store, { leader: leader.url, pollInterval, timeout })
    const end = performance.now() + most
    const has = async (key: string, value: string): Promise<void> => {
      for (; store.get(key) !== value; await wait(20))
        if (performance.now() > end)
          throw new Error(`the follower had not all after ${most} ms: ${follower.status.last_error ?? 'no error'}`)
    }
    try {
      const value = String(round++).padEnd(128, 'x')
      if (snapshotKeys > 0) await has(`snap_${snapshotKeys - 1}`, 'x'.repeat(128))
      for (let key = 0; key < logEntries; key++) await leader.store.put(`aof_${key}`, value)
      await has(`aof_${logEntries - 1}`, value)
    } finally {
      await follower.stop()
      await store.close()
      await rm(folder, { recursive: true })
    }
  }
  return { functions: { bootstrap_and_tail: bootstrapAndTail }, close: () => leader.close() }
}
