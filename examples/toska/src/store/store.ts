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

/** A part of the log. */
export interface LogPart {
  readonly bytes: Buffer
  /** Size of the whole log. */
  readonly size: number
  /** Time of the snapshot before this log; `null` before the first snapshot. */
  readonly snapshotCreatedAt: number | null
}

/**
 * Keys with values, both texts, in memory, and on disk as a snapshot and a log of later changes.
 *
 * A value can be read once its write is kept by the sync mode, so that no reader sees a value that a crash takes back.
 */
export class Store {
  readonly logPath: string
  readonly snapshotPath: string
  /** Number of bytes of an incomplete end of the log, which was cut off when it was opened. */
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
   * Opens the store of a folder, with everything that was written to it.
   *
   * @throws StoreError when files are damaged, or another store has the folder
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

  /** Why the store accepts no more writes. */
  get failure(): StoreError | undefined {
    return this.#log.failure
  }

  /** Returns the value of a key, `null` for a missing one. */
  get(key: string): string | null {
    return this.#entries.get(key) ?? null
  }

  /** Returns the values of several keys. */
  mget(keys: readonly string[]): Record<string, string | null> {
    return Object.fromEntries(keys.map((key) => [key, this.get(key)]))
  }

  /** Lists keys with a prefix, up to a limit. */
  keys(prefix = '', limit = 100): readonly string[] {
    return this.#entries.keys(prefix, limit)
  }

  /**
   * Writes a value, optionally with a ttl in milliseconds, and resolves once it is kept by the sync mode.
   *
   * @throws StoreError
   */
  put(key: string, value: string, ttl?: number): Promise<void> {
    return this.#log.append({ op: 'set', key, value, expiresAt: ttl === undefined ? null : this.#options.now() + ttl })
  }

  /**
   * Removes a key, if it exists, and resolves once that is kept.
   *
   * @throws StoreError
   */
  delete(key: string): Promise<void> {
    return this.#log.append({ op: 'del', key })
  }

  /**
   * Applies changes of another store, in order.
   *
   * @throws StoreError
   */
  async apply(changes: readonly Change[]): Promise<void> {
    await Promise.all(changes.map((change) => this.#log.append(change)))
  }

  /** Writes all keys to a new snapshot, and empties the log, while writes wait. Calls during a snapshot share the next one. */
  snapshot(): Promise<Snapshot> {
    this.#nextSnapshot ??= this.#log.exclusive(() => {
      this.#nextSnapshot = undefined
      return this.#writeSnapshot()
    })
    return this.#nextSnapshot
  }

  /** Returns the last snapshot, after which the log begins, or makes one. */
  latestSnapshot(): Promise<Snapshot> {
    return this.#log.exclusive(async () => {
      const text = this.#snapshot === undefined ? undefined : await readIfThere(this.snapshotPath)
      return this.#snapshot === undefined || text === undefined ? this.#writeSnapshot() : { ...this.#snapshot, text }
    })
  }

  /** Compacts the log, by moving its contents into a snapshot. */
  async compact(): Promise<void> {
    await this.snapshot()
  }

  /** Replaces all entries. */
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
      // The log was emptied meanwhile, so that the bytes may be of the old and the new log.
      if (before === this.#snapshot) return { bytes, size: this.#log.size, snapshotCreatedAt: before?.createdAt ?? null }
    }
  }

  /** Returns the current statistics. */
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

  /** Closes the store, after writing all changes to disk. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    await this.#log.close()
    await this.#lock.release()
  }

  async #writeSnapshot(): Promise<Snapshot> {
    // Always later than the previous snapshot, because its time identifies the log.
    const createdAt = Math.max(this.#options.now(), (this.#snapshot?.createdAt ?? 0) + 1)
    const snapshot = encodeSnapshot(this.#entries.current(), createdAt)
    await replaceFile(this.snapshotPath, snapshot.text)
    // Set before the log is emptied, so that the end of the old log is never taken for the beginning of the next.
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
