import { open, type FileHandle } from 'node:fs/promises'
import { encodeChange, type Change } from './change.ts'
import { StoreError } from './store-error.ts'
import type { SyncMode } from './store-options.ts'

/** How a log is kept. */
export interface AppendLogOptions {
  readonly path: string
  /** Bytes of it that are good. */
  readonly size: number
  readonly sync: SyncMode
  /** Is called with every change in the order of the log, before the caller that made it. */
  readonly onCommit: (change: Change) => void
}

/** Changes that go to the disk together. */
interface Batch {
  readonly changes: Change[]
  readonly lines: string[]
  readonly committed: PromiseWithResolvers<void>
}

/**
 * The log of all changes: a file that is only ever appended to, until it is emptied.
 *
 * What is appended while the disk is busy goes there with one write, and one sync. A log that failed once takes nothing more: what is on the disk is
 * then not known, and is found out when it is opened anew.
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

  /** Bytes of changes that are committed. */
  get size(): number {
    return this.#size
  }

  /** When it was last brought to the disk, in milliseconds since 1970. */
  get lastSyncAt(): number | null {
    return this.#lastSyncAt
  }

  /** Why it takes nothing more. */
  get failure(): StoreError | undefined {
    return this.#failure ?? (this.#isClosed ? new StoreError('the store is closed') : undefined)
  }

  /** Appends a change, and resolves when the sync mode says that it is kept. */
  append(change: Change): Promise<void> {
    const { failure } = this
    if (failure !== undefined) return Promise.reject(failure)
    const batch = (this.#batch ??= { changes: [], lines: [], committed: Promise.withResolvers() })
    batch.changes.push(change)
    batch.lines.push(encodeChange(change))
    this.#start()
    return batch.committed.promise
  }

  /** Does something while nothing is being written; what was appended before is committed before. */
  exclusive<Value>(task: () => Promise<Value>): Promise<Value> {
    const { failure } = this
    if (failure !== undefined) return Promise.reject(failure)
    const { promise, resolve } = Promise.withResolvers<Value>()
    // A promise of the task's own, so that its error does not end the work on the log.
    this.#tasks.push(async () => {
      const running = task()
      resolve(running)
      await running.catch(() => {})
    })
    this.#start()
    return promise
  }

  /** Empties the file. Within `exclusive` alone. */
  async truncate(): Promise<void> {
    try {
      await this.#handle.truncate(0)
      this.#size = 0
      if (this.#options.sync === 'always') await this.#handle.datasync()
    } catch (error) {
      throw this.#fail(error)
    }
  }

  /** Reads bytes of changes that are committed. */
  async read(from: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.#size - from)))
    const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, from)
    return buffer.subarray(0, bytesRead)
  }

  /** Brings what was written to the disk, if it is not there yet. */
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

  /** Commits what was appended, and ends the log. */
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
    // All that this turn of the event loop brings goes into the first batch.
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
