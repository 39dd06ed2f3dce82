/**
 * When the response to a write is sent: `always`, once it is on the disk; `interval` and `none`, once the operating system has it, which keeps it when the
 * process is killed, but not when the machine stops. With `interval` the disk has it a moment later, with `none` when the system pleases.
 */
export type SyncMode = 'always' | 'interval' | 'none'

/** The sync modes, by their names. */
export const syncModes: readonly SyncMode[] = ['always', 'interval', 'none']

/** How a store is opened. Times in milliseconds. */
export interface StoreOptions {
  /** Folder of its log and its snapshot; made when it is not there. One store may have it at a time. */
  readonly folder: string
  /** Default `interval`. */
  readonly sync?: SyncMode
  /** Between two syncs of the mode `interval`. Default 1,000. */
  readonly syncInterval?: number
  /** Between two snapshots, when something was written since; 0 for none. Default 60,000. */
  readonly snapshotInterval?: number
  /** Between two sweeps of what has expired. Default 1,000. */
  readonly ttlCheckInterval?: number
  /** Between two looks at the size of the log; 0 for none. Default 300,000. */
  readonly compactionInterval?: number
  /** Size of the log from which on it is compacted, in bytes. Default 10 MiB. */
  readonly compactionBytes?: number
  /** Milliseconds since 1970, for tests. Default: the time of day. */
  readonly now?: () => number
}

/** All options, with those that were not given. */
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
