import { open, type FileHandle } from 'node:fs/promises'
import { encodeChange, type Change } from './change.ts'
import { StoreError } from './store-error.ts'
import type { SyncMode } from './store-options.ts'

/** Options of a log. */
export interface AppendLogOptions {
  readonly path: string
  /** Number of valid bytes in the file. */
  readonly size: number
  readonly sync: SyncMode
  /** Called with every change in the order of the log, before the promise of the change resolves. */
  readonly onCommit: (change: Change) => void
}

/** Changes that are written together. */
interface Batch {
  readonly changes: Change[]
  readonly lines: string[]
  readonly committed: PromiseWithResolvers<void>
}

/**
 * The log of all changes: a file that is only ever appended to, until it is emptied.
 *
 * Changes that are appended while the disk is busy are written with one write and one sync. A log that has failed accepts nothing more, since the contents of
 * the disk are unknown until it is opened again.
 */
export class AppendLog {
  readonly #handle: FileHandle
  readonly #options: AppendLogOptions
  #size: number
  #batch: Batch | undefined
  readonly #tasks: (() => Promise<void>)[] = []
  #work: Promise<void> | undefined
  #failure: StoreError | undefined
  #isClosed = false
  #isSynced = true
  #lastSyncAt: number | null = null

  private constructor(handle: FileHandle, options: AppendLogOptions) {
    this.#handle = handle
    this.#options = options
    this.#size = options.size
  }

  static async open(options: AppendLogOptions): Promise<AppendLog> {
    return new AppendLog(await open(options.path, 'a+'), options)
  }

  /** Number of committed bytes. */
  get size(): number {
    return this.#size
  }

  /** Time of the last sync, in milliseconds since 1970. */
  get lastSyncAt(): number | null {
    return this.#lastSyncAt
  }

  /** Why the log accepts no more changes. */
  get failure(): StoreError | undefined {
    return this.#failure ?? (this.#isClosed ? new StoreError('the store is closed') : undefined)
  }

  /** Appends a change, and resolves when it is kept by the sync mode. */
  append(change: Change): Promise<void> {
    const { failure } = this
    if (failure !== undefined) return Promise.reject(failure)
    const batch = (this.#batch ??= { changes: [], lines: [], committed: Promise.withResolvers() })
    batch.changes.push(change)
    batch.lines.push(encodeChange(change))
    this.#start()
    return batch.committed.promise
  }

  /** Runs a task while nothing is written; earlier changes are committed first. */
  exclusive<Value>(task: () => Promise<Value>): Promise<Value> {
    const { failure } = this
    if (failure !== undefined) return Promise.reject(failure)
    const { promise, resolve } = Promise.withResolvers<Value>()
    // The task has a promise of its own, so that its error does not end the work on the log.
    this.#tasks.push(async () => {
      const running = task()
      resolve(running)
      await running.catch(() => {})
    })
    this.#start()
    return promise
  }

  /** Empties the file; to be called only within `exclusive`. */
  async truncate(): Promise<void> {
    try {
      await this.#handle.truncate(0)
      this.#size = 0
      if (this.#options.sync === 'always') await this.#handle.datasync()
    } catch (error) {
      throw this.#fail(error)
    }
  }

  /** Reads committed bytes. */
  async read(from: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.#size - from)))
    const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, from)
    return buffer.subarray(0, bytesRead)
  }

  /** Syncs written changes to disk, if that was not done yet. */
  async sync(): Promise<void> {
    if (this.#isSynced || this.#failure !== undefined) return
    this.#isSynced = true
    try {
      await this.#handle.datasync()
      this.#lastSyncAt = Date.now()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Commits all changes, and closes the log. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#work
    await this.sync()
    await this.#handle.close()
  }

  #start(): void {
    this.#work ??= this.#run()
  }

  async #run(): Promise<void> {
    // All changes of this turn of the event loop go into the first batch.
    await new Promise((resolve) => void setImmediate(resolve))
    while (this.#batch !== undefined || this.#tasks.length > 0) {
      const batch = this.#batch
      this.#batch = undefined
      if (batch !== undefined) await this.#commit(batch)
      await this.#tasks.shift()?.()
    }
    this.#work = undefined
  }

  async #commit({ changes, lines, committed }: Batch): Promise<void> {
    try {
      if (this.#failure !== undefined) throw this.#failure
      await this.#write(Buffer.from(lines.join('')))
      for (const change of changes) this.#options.onCommit(change)
      committed.resolve()
    } catch (error) {
      committed.reject(this.#fail(error))
    }
  }

  async #write(bytes: Buffer): Promise<void> {
    let written = 0
    while (written < bytes.length) written += (await this.#handle.write(bytes, written)).bytesWritten
    this.#isSynced = false
    if (this.#options.sync === 'always') {
      await this.#handle.datasync()
      this.#isSynced = true
      this.#lastSyncAt = Date.now()
    }
    this.#size += bytes.length
  }

  #fail(error: unknown): StoreError {
    this.#failure ??= error instanceof StoreError ? error : new StoreError(`${this.#options.path}: ${String(error)}`)
    return this.#failure
  }
}
