import { setTimeout as wait } from 'node:timers/promises'
import { decodeChange, type Change } from '../store/change.ts'
import type { Store } from '../store/store.ts'
import { Leader } from './leader.ts'

/** Options of a follower. Times in milliseconds. */
export interface FollowerOptions {
  /** URL of the leader, such as `http://localhost:4000`. */
  readonly leader: string
  /** Pause between two reads of the leader's log. Default 1,000. */
  readonly pollInterval?: number
  /** Timeout of one request. Default 5,000. */
  readonly timeout?: number
  /** Token of the leader, if it demands one. */
  readonly token?: string
}

/** The status of a follower, by the names of `/replication/status`. */
export interface FollowerStatus {
  readonly http_timeout_ms: number
  readonly last_error: string | null
  readonly last_poll_at: number | null
  readonly last_snapshot_at: number | null
  readonly leader_url: string
  readonly offset: number
  readonly poll_interval_ms: number
}

/** The most bytes of the log that are requested at once. */
const chunkSize = 1024 * 1024

/** Keeps a store in sync with a leader: reads its snapshot, and then its log as it grows. A failed request is repeated. */
export class Follower {
  readonly #store: Store
  readonly #options: Required<Omit<FollowerOptions, 'token'>>
  readonly #stop = new AbortController()
  readonly #leader: Leader
  readonly #running: Promise<void>
  /** Time of the snapshot that was loaded; `undefined` when one is needed. */
  #snapshotCreatedAt: number | undefined
  #offset = 0
  #chunkSize = chunkSize
  #isReady = false
  #lastError: string | null = null
  #lastPollAt: number | null = null
  #lastSnapshotAt: number | null = null

  private constructor(store: Store, { leader, pollInterval = 1000, timeout = 5000, token }: FollowerOptions) {
    this.#store = store
    this.#options = { leader: leader.replace(/\/+$/, ''), pollInterval, timeout }
    this.#leader = new Leader({ url: this.#options.leader, timeout, token, signal: this.#stop.signal })
    this.#running = this.#run()
  }

  /** Starts to follow; the contents of the store are replaced by those of the leader. */
  static start(store: Store, options: FollowerOptions): Follower {
    return new Follower(store, options)
  }

  /** Whether the follower has loaded a snapshot since its start. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** The current status. */
  get status(): FollowerStatus {
    return {
      http_timeout_ms: this.#options.timeout,
      last_error: this.#lastError,
      last_poll_at: this.#lastPollAt,
      last_snapshot_at: this.#lastSnapshotAt,
      leader_url: this.#options.leader,
      offset: this.#offset,
      poll_interval_ms: this.#options.pollInterval,
    }
  }

  /** Stops following; the store stays as it is. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      try {
        await this.#poll()
        this.#lastError = null
      } catch (error) {
        this.#lastError = describe(error)
      }
      await wait(this.#options.pollInterval, undefined, { signal }).catch(() => {})
    }
  }

  async #poll(): Promise<void> {
    let isBehind = true
    while (isBehind && !this.#stop.signal.aborted) {
      if (this.#snapshotCreatedAt === undefined) await this.#takeSnapshot()
      isBehind = await this.#takeLog()
      this.#lastPollAt = Date.now()
    }
  }

  async #takeSnapshot(): Promise<void> {
    const { createdAt, data } = await this.#leader.snapshot()
    await this.#store.replace(data)
    this.#snapshotCreatedAt = createdAt
    this.#lastSnapshotAt = Date.now()
    this.#offset = 0
    this.#isReady = true
  }

  /** Reads a part of the log; returns whether there is more. */
  async #takeLog(): Promise<boolean> {
    const { bytes, size, snapshotCreatedAt } = await this.#leader.log(this.#offset, this.#chunkSize)
    const isAnother = snapshotCreatedAt !== undefined && snapshotCreatedAt !== this.#snapshotCreatedAt
    if (isAnother || size < this.#offset) {
      // The leader has emptied its log, and its snapshot has the changes in between.
      this.#snapshotCreatedAt = undefined
      return true
    }
    // The last line may be incomplete, and is requested again.
    const taken = bytes.lastIndexOf(0x0a) + 1
    await this.#store.apply(readChanges(bytes.toString('utf8', 0, taken)))
    this.#offset += taken
    this.#chunkSize = taken === 0 && bytes.length === this.#chunkSize ? this.#chunkSize * 2 : chunkSize
    return this.#offset < size && bytes.length > 0
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // `fetch failed` is meaningless without its cause.
  return error.cause instanceof Error ? error.cause.message : error.message
}

function readChanges(text: string): readonly Change[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const change = decodeChange(line)
      if (change === undefined) throw new Error(`the leader's log has a damaged record: ${line.slice(0, 100)}`)
      return change
    })
}
