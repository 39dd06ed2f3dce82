import type { Settings } from '../settings.ts'
import type { AuctionStore } from './auction-store.ts'

/** Opens the store of the settings, Redis or a file, and loads only the code of that one. */
export async function openStore({ redis, patience }: Settings, file: string): Promise<AuctionStore> {
  if (redis !== undefined) {
    const { RedisStore } = await import('./redis-store.ts')
    return RedisStore.connect(redis)
  }
  const { SqliteStore } = await import('./sqlite-store.ts')
  return new SqliteStore(file, patience)
}
