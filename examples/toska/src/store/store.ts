import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { AppendLog } from './append-log.ts'
import { logVersion, type Change } from './change.ts'
import { Entries, type Entry } from './entries.ts'
import { loadSnapshot, snapshotInfo, type SnapshotInfo } from './load-snapshot.ts'
import { recoverLog } from './recover-log.ts'
import { lockFolder, type FolderLock } from './lock-folder.ts'
import { readIfThere, replaceFile } from './replace-file.ts'
import { encodeSnapshot, snapshotVersion, type Snapshot } from './snapshot.ts'
import type { StoreError } from './store-error.ts'
import { completeOptions, type StoreOptions } from './store-options.ts'
import type { StoreStats } from './store-stats.ts'

/** Bytes of the log, and where they stand. */
export interface LogPart {
  readonly bytes: Buffer
  /** Of the whole log. */
  readonly size: number
  /** When the snapshot was made after which this log begins; `null` before the first. */
  readonly snapshotCreatedAt: number | null
}

/**
 * Keys with values, both texts, in memory, and on disk as a snapshot and a log of what came after it.
 *
 * A value is seen once its write is kept as the sync mode says: a reader never sees what a crash takes back.
 */
export class Store {
  readonly logPath: string
  readonly snapshotPath: string
  /** Bytes at the end of the log that were not written whole, and were cut off when it was opened. */
  readonly cutOff: number
  readonly #options: Required<StoreOptions>
  readonly #entries: Entries
  readonly #log: AppendLog
  readonly #lock: FolderLock
  #snapshot: SnapshotInfo | undefined
  #nextSnapshot: Promise<Snapshot> | undefined
  #timers: readonly NodeJS.Timeout[] = []

  private constructor(options: Required<StoreOptions>, parts: StoreParts) {
    this.#options = options
    this.logPath = logPathOf(options)
    this.snapshotPath = snapshotPathOf(options)
    this.#entries = parts.entries
    this.#log = parts.log
    this.#lock = parts.lock
    this.#snapshot = parts.snapshot
    this.cutOff = parts.cutOff
  }

  /**
   * Opens the store of a folder, with all that was written to it.
   *
   * @throws StoreError when its files are damaged, or another store has the folder
   */
  static async open(given: StoreOptions): Promise<Store> {
    const options = completeOptions(given)
    await mkdir(options.folder, { recursive: true })
    const lock = await lockFolder(options.folder)
    try {
      const entries = new Entries(options.now)
      const snapshot = await loadSnapshot(snapshotPathOf(options), entries)
      const { size, cutOff } = await recoverLog(logPathOf(options), (change) => entries.apply(change))
      entries.sweep()
      const onCommit = (change: Change): void => entries.apply(change)
      const log = await AppendLog.open({ path: logPathOf(options), size, sync: options.sync, onCommit })
      const store = new Store(options, { entries, log, snapshot, cutOff, lock })
      store.#startTimers()
      return store
    } catch (error) {
      await lock.release()
      throw error
    }
  }

  /** Why it takes no more writes. */
  get failure(): StoreError | undefined {
    return this.#log.failure
  }

  /** The value of a key, `null` when there is none. */
  get(key: string): string | null {
    return this.#entries.get(key) ?? null
  }

  /** The values of several keys. */
  mget(keys: readonly string[]): Record<string, string | null> {
    return Object.fromEntries(keys.map((key) => [key, this.get(key)]))
  }

  /** Keys that start with a prefix, up to a number of them. */
  keys(prefix = '', limit = 100): readonly string[] {
    return this.#entries.keys(prefix, limit)
  }

  /**
   * Writes a value, for a time in milliseconds or for good, and resolves once it is kept as the sync mode says.
   *
   * @throws StoreError
   */
  put(key: string, value: string, ttl?: number): Promise<void> {
    return this.#log.append({ op: 'set', key, value, expiresAt: ttl === undefined ? null : this.#options.now() + ttl })
  }

  /**
   * Removes a key, if it is there, and resolves once that is kept.
   *
   * @throws StoreError
   */
  delete(key: string): Promise<void> {
    return this.#log.append({ op: 'del', key })
  }

  /**
   * Takes over changes of another store, in their order.
   *
   * @throws StoreError
   */
  async apply(changes: readonly Change[]): Promise<void> {
    await Promise.all(changes.map((change) => this.#log.append(change)))
  }

  /** Writes all that is there to a new snapshot, and empties the log; writes wait for it. A call while one is made shares the next. */
  snapshot(): Promise<Snapshot> {
    this.#nextSnapshot ??= this.#log.exclusive(() => {
      this.#nextSnapshot = undefined
      return this.#writeSnapshot()
    })
    return this.#nextSnapshot
  }

  /** The last snapshot, after which the log begins; a new one, if there is none. */
  latestSnapshot(): Promise<Snapshot> {
    return this.#log.exclusive(async () => {
      const text = this.#snapshot === undefined ? undefined : await readIfThere(this.snapshotPath)
      return this.#snapshot === undefined || text === undefined ? this.#writeSnapshot() : { ...this.#snapshot, text }
    })
  }

  /** Makes the log as short as it can be: what it holds goes into a snapshot. */
  async compact(): Promise<void> {
    await this.snapshot()
  }

  /** Has these entries from now on, and no others. */
  replace(entries: readonly (readonly [key: string, entry: Entry])[]): Promise<Snapshot> {
    return this.#log.exclusive(() => {
      this.#entries.clear()
      for (const [key, { value, expiresAt }] of entries) this.#entries.apply({ op: 'set', key, value, expiresAt })
      return this.#writeSnapshot()
    })
  }

  /** Reads the log from a byte on. */
  async readLog(since: number, maxBytes: number): Promise<LogPart> {
    for (;;) {
      const before = this.#snapshot
      const bytes = await this.#log.read(since, maxBytes)
      // Emptied meanwhile: these may be bytes of both.
      if (before === this.#snapshot) return { bytes, size: this.#log.size, snapshotCreatedAt: before?.createdAt ?? null }
    }
  }

  /** As it is now. */
  stats(): StoreStats {
    const { sync, syncInterval, snapshotInterval, ttlCheckInterval, compactionInterval, compactionBytes } = this.#options
    return {
      aof_bytes: this.#log.size,
      aof_path: this.logPath,
      aof_version: logVersion,
      compaction_aof_bytes: compactionBytes,
      compaction_interval_ms: compactionInterval,
      keys: this.#entries.size,
      last_snapshot_at: this.#snapshot?.createdAt ?? null,
      last_sync_at: this.#log.lastSyncAt,
      memory_words: Math.ceil(getHeapStatistics().used_heap_size / 8),
      snapshot_bytes: this.#snapshot?.bytes ?? 0,
      snapshot_checksum: this.#snapshot?.checksum ?? null,
      snapshot_interval_ms: snapshotInterval,
      snapshot_path: this.snapshotPath,
      snapshot_version: snapshotVersion,
      sync_interval_ms: syncInterval,
      sync_mode: sync,
      ttl_check_interval_ms: ttlCheckInterval,
    }
  }

  /** Ends it, with all that was written on the disk. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    await this.#log.close()
    await this.#lock.release()
  }

  async #writeSnapshot(): Promise<Snapshot> {
    // Later than the one before, because the time of its snapshot identifies a log.
    const createdAt = Math.max(this.#options.now(), (this.#snapshot?.createdAt ?? 0) + 1)
    const snapshot = encodeSnapshot(this.#entries.current(), createdAt)
    await replaceFile(this.snapshotPath, snapshot.text)
    // Before the log is empty, so that the end of the old one is never taken for the beginning of the next.
    this.#snapshot = snapshotInfo(snapshot)
    await this.#log.truncate()
    return snapshot
  }

  #startTimers(): void {
    const { sync, syncInterval, snapshotInterval, ttlCheckInterval, compactionInterval, compactionBytes } = this.#options
    const every = (interval: number, task: () => unknown): NodeJS.Timeout[] => (interval > 0 ? [setInterval(task, interval).unref()] : [])
    const snapshotFrom = (bytes: number) => async (): Promise<void> => {
      if (this.#log.size >= bytes && this.failure === undefined) await this.snapshot().catch(() => {})
    }
    this.#timers = [
      ...(sync === 'interval' ? every(syncInterval, () => this.#log.sync()) : []),
      ...every(ttlCheckInterval, () => this.#entries.sweep()),
      ...every(snapshotInterval, snapshotFrom(1)),
      ...every(compactionInterval, snapshotFrom(compactionBytes)),
    ]
  }
}

interface StoreParts {
  readonly entries: Entries
  readonly log: AppendLog
  readonly lock: FolderLock
  readonly snapshot: SnapshotInfo | undefined
  readonly cutOff: number
}

function logPathOf({ folder }: StoreOptions): string {
  return join(folder, 'toska.aof')
}

function snapshotPathOf({ folder }: StoreOptions): string {
  return join(folder, 'toska_snapshot.json')
}
