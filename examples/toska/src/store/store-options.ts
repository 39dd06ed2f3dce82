/**
 * When the response to a write is sent: `always`, once the write is on disk; `interval` and `none`, once the operating system has it, so that it survives a
 * killed process, but not a stopped machine. With `interval` the write is on disk a moment later, with `none` whenever the system syncs.
 */
export type SyncMode = 'always' | 'interval' | 'none'

/** The sync modes, by their names. */
export const syncModes: readonly SyncMode[] = ['always', 'interval', 'none']

/** Options of a store. Times in milliseconds. */
export interface StoreOptions {
  /** Folder of its log and its snapshot; created when it is missing. One store may have it at a time. */
  readonly folder: string
  /** Default `interval`. */
  readonly sync?: SyncMode
  /** Time between two syncs of the mode `interval`. Default 1,000. */
  readonly syncInterval?: number
  /** Time between two snapshots, if something was written since; 0 for none. Default 60,000. */
  readonly snapshotInterval?: number
  /** Time between two sweeps of expired keys. Default 1,000. */
  readonly ttlCheckInterval?: number
  /** Time between two checks of the size of the log; 0 for none. Default 300,000. */
  readonly compactionInterval?: number
  /** Size of the log from which on it is compacted, in bytes. Default 10 MiB. */
  readonly compactionBytes?: number
  /** Milliseconds since 1970, for tests. Default: the time of day. */
  readonly now?: () => number
}

/** Fills in the defaults of options. */
export function completeOptions(options: StoreOptions): Required<StoreOptions> {
  return {
    sync: 'interval',
    syncInterval: 1000,
    snapshotInterval: 60_000,
    ttlCheckInterval: 1000,
    compactionInterval: 300_000,
    compactionBytes: 10 * 1024 * 1024,
    now: Date.now,
    ...options,
  }
}
