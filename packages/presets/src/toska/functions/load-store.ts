import type * as ExampleStore from '@benchpress/example-toska/store'
import { PresetPackages } from '@benchpress/core/preset'

/** What the microbenchmarks measure. */
export type StoreModule = typeof ExampleStore

/** The module of the store. */
export const storeModule = '@benchpress/example-toska/store'

/** Loads the store, from the working directory or from beside the command. */
export function loadStore(): Promise<StoreModule> {
  return new PresetPackages(process.cwd(), import.meta.url).load<StoreModule>(storeModule)
}
