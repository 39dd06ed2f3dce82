import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { microbenchmark, type Microbenchmark, type MicrobenchmarkCase, type MicrobenchmarkContext } from '@benchpress/core'
import { PresetPackages } from '@benchpress/core/preset'
import type * as ExampleStore from '@benchpress/example-toska/store'
import type { Store } from '@benchpress/example-toska/store'
import type { ToskaParameters } from '../toska-parameters.ts'

/** The size of the store whose functions are measured, and of their calls. */
export type KvStoreOptions = Pick<ToskaParameters, 'datasetSize' | 'storedSize' | 'mgetSize' | 'listLimit' | 'withSnapshot'>

interface KvStoreState {
  readonly folder: string
  readonly store: Store
  readonly random: MicrobenchmarkContext['random']
  readonly value: string
  /** The number of keys that were put, each of them new. */
  put: number
}

/** Measures the functions of a store with many keys. */
export function kvStore(options: KvStoreOptions): Microbenchmark<KvStoreState, KvStoreOptions> {
  return microbenchmark<KvStoreState, KvStoreOptions>({
    setup: ({ random, signal }) => fillStore(options, random, signal),
    teardown: async ({ folder, store }) => {
      await store.close()
      await rm(folder, { recursive: true })
    },
    cases: casesOf(options),
  })
}

function casesOf({ datasetSize, mgetSize, listLimit, withSnapshot }: KvStoreOptions): Record<string, MicrobenchmarkCase<KvStoreState>> {
  const anyKey = ({ random }: KvStoreState): string => `key_${random.int(1, datasetSize)}`
  return {
    get_hit: (state) => state.store.get(anyKey(state)),
    get_miss: ({ store, random }) => store.get(`miss_${random.int(1, datasetSize)}`),
    put: (state) => state.store.put(`put_${state.put++}`, state.value),
    [`mget_${mgetSize}`]: (state) => state.store.mget(Array.from({ length: mgetSize }, () => anyKey(state))),
    list_keys: ({ store }) => store.keys('key_', listLimit),
    ...(withSnapshot && {
      snapshot: ({ store }: KvStoreState): unknown => store.snapshot(),
      compact: ({ store }: KvStoreState): unknown => store.compact(),
    }),
  }
}

const filling = 1000

async function fillStore(
  { datasetSize, storedSize }: KvStoreOptions,
  random: KvStoreState['random'],
  signal: AbortSignal,
): Promise<KvStoreState> {
  const { Store: Opened } = await loadStore()
  const folder = await mkdtemp(join(tmpdir(), 'toska-functions-'))
  const store = await Opened.open({ folder })
  const value = 'x'.repeat(storedSize)
  for (let first = 1; first <= datasetSize && !signal.aborted; first += filling) {
    const count = Math.min(filling, datasetSize - first + 1)
    await Promise.all(Array.from({ length: count }, (_, index) => store.put(`key_${first + index}`, value)))
  }
  return { folder, store, random, value, put: 0 }
}

/** The module that the microbenchmarks measure. */
export type StoreModule = typeof ExampleStore

/** The module of the store. */
export const storeModule = '@benchpress/example-toska/store'

/** Loads the store, from the working directory or from beside the command. */
export function loadStore(): Promise<StoreModule> {
  return new PresetPackages(process.cwd(), import.meta.url).load<StoreModule>(storeModule)
}
