import type { SyncMode } from './store-options.ts'

/** The statistics of a store, by the names of Toska's `/stats`; times in milliseconds, instants since 1970. */
export interface StoreStats {
  readonly aof_bytes: number
  readonly aof_path: string
  readonly aof_version: number
  readonly compaction_aof_bytes: number
  readonly compaction_interval_ms: number
  readonly keys: number
  readonly last_snapshot_at: number | null
  readonly last_sync_at: number | null
  /** Heap of the whole process, in words of 8 bytes. */
  readonly memory_words: number
  readonly snapshot_bytes: number
  readonly snapshot_checksum: string | null
  readonly snapshot_interval_ms: number
  readonly snapshot_path: string
  readonly snapshot_version: number
  readonly sync_interval_ms: number
  readonly sync_mode: SyncMode
  readonly ttl_check_interval_ms: number
}
