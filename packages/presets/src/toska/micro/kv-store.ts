import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PresetPackages } from '@benchpress/core/preset'
import type * as ExampleStore from '@benchpress/example-toska/store'
import type { ToskaParameters } from '../toska-parameters.ts'

/** Functions to be measured, by name, on something that is closed afterwards. */
export interface MeasuredFunctions {
  readonly functions: Readonly<Record<string, () => unknown>>
  readonly close: () => Promise<void>
}

/** The size of the store whose functions are measured, and of their calls. */
type KvStoreOptions = Pick<ToskaParameters, 'datasetSize' | 'storedSize' | 'mgetSize' | 'listLimit' | 'withSnapshot'>

const filling = 1000

/** Opens a store, and fills it with keys. */
export async function openKvStore({
  datasetSize,
  storedSize,
  mgetSize,
  listLimit,
  withSnapshot,
}: KvStoreOptions): Promise<MeasuredFunctions> {
  const { Store } = await loadStore()
  const folder = await mkdtemp(join(tmpdir(), 'toska-functions-'))
  const store = await Store.open({ folder })
  const value = 'x'.repeat(storedSize)
  for (let first = 1; first <= datasetSize; first += filling) {
    const count = Math.min(filling, datasetSize - first + 1)
    await Promise.all(Array.from({ length: count }, (_, index) => store.put(`key_${first + index}`, value)))
  }
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

/** The module of the store in JavaScript. */
export type StoreModule = typeof ExampleStore

/**
 * Loads the store, from the working directory or from beside the command.
 *
 * @throws MissingPackageError where it is not installed
 */
export function loadStore(): Promise<StoreModule> {
  return new PresetPackages(process.cwd(), import.meta.url).load<StoreModule>('@benchpress/example-toska/store')
}
