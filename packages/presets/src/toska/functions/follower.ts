import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { microbenchmark, type Microbenchmark } from '@benchpress/core'
import type { ToskaParameters } from '../toska-parameters.ts'
import { startFakeLeader, type FakeLeader, type FakeLeaderOptions } from './fake-leader.ts'
import { loadStore, type StoreModule } from './kv-store.ts'

/** The options of a follower, and of its leader. */
export type FollowerOptions = FakeLeaderOptions & Pick<ToskaParameters, 'pollMs' | 'timeoutMs' | 'waitMs'>

interface FollowerState {
  readonly module: StoreModule
  readonly leader: FakeLeader
}

// Milliseconds between two looks, as in the published benchmark.
const between = 20

/** Measures a follower from its start until it has all data of its leader, a stand-in that always has the same data. */
export function follower(options: FollowerOptions): Microbenchmark<FollowerState, FollowerOptions> {
  return microbenchmark<FollowerState, FollowerOptions>({
    setup: async () => {
      const module = await loadStore()
      return { module, leader: await startFakeLeader(module, options) }
    },
    teardown: ({ leader }) => leader.close(),
    cases: { bootstrap_and_tail: (state) => bootstrapAndTail(state, options) },
  })
}

async function bootstrapAndTail({ module, leader }: FollowerState, { pollMs, timeoutMs, waitMs }: FollowerOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'toska-follower-'))
  const store = await module.Store.open({ folder })
  const started = module.Follower.start(store, { leader: leader.url, pollInterval: pollMs, timeout: timeoutMs })
  try {
    const end = performance.now() + waitMs
    while (store.get(leader.lastKey) === null) {
      if (performance.now() > end)
        throw new Error(`the follower had not all after ${waitMs} ms: ${started.status.last_error ?? 'no error'}`)
      await wait(between)
    }
  } finally {
    await started.stop()
    await store.close()
    await rm(folder, { recursive: true })
  }
}
