import { setTimeout as wait } from 'node:timers/promises'
import { decodeChange, type Change } from '../store/change.ts'
import type { Store } from '../store/store.ts'
import { Leader } from './leader.ts'

/** The leader of a follower, and how it is followed. Times in milliseconds. */
export interface FollowerOptions {
  /** URL of the leader, such as `http://localhost:4000`. */
  readonly leader: string
  /** Between two looks at the leader's log. Default 1,000. */
  readonly pollInterval?: number
  /** Of one request. Default 5,000. */
  readonly timeout?: number
  /** The leader's, if it wants one. */
  readonly token?: string
}

/** How far a follower is, by the names of `/replication/status`. */
export interface FollowerStatus {
  readonly http_timeout_ms: number
  readonly last_error: string | null
  readonly last_poll_at: number | null
  readonly last_snapshot_at: number | null
  readonly leader_url: string
  readonly offset: number
  readonly poll_interval_ms: number
}

/** Bytes of the log that are asked for at once. */
const chunkSize = 1024 * 1024

/** Keeps a store like that of a leader: takes its snapshot, then its log as it grows. A request that fails is repeated. */
export class Follower {
  readonly #store: Store
  readonly #options: Required<Omit<FollowerOptions, 'token'>>
  readonly #stop = new AbortController()
  readonly #leader: Leader
  readonly #running: Promise<void>
  /** The snapshot that was taken over; `undefined` when one is needed. */
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

  /** Starts to follow; what the store holds is replaced by what the leader has. */
  static start(store: Store, options: FollowerOptions): Follower {
    return new Follower(store, options)
  }

  /** Whether it had a snapshot of the leader since it was started. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** As it is now. */
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

  /** Ends it; the store stays as it is. */
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

  /** Returns whether there is more to take. */
  async #takeLog(): Promise<boolean> {
    const { bytes, size, snapshotCreatedAt } = await this.#leader.log(this.#offset, this.#chunkSize)
    const isAnother = snapshotCreatedAt !== undefined && snapshotCreatedAt !== this.#snapshotCreatedAt
    if (isAnother || size < this.#offset) {
      // The leader has emptied its log: what it had in between is in its snapshot.
      this.#snapshotCreatedAt = undefined
      return true
    }
    // The last line may not be whole: it is asked for again.
    const taken = bytes.lastIndexOf(0x0a) + 1
    await this.#store.apply(readChanges(bytes.toString('utf8', 0, taken)))
    this.#offset += taken
    this.#chunkSize = taken === 0 && bytes.length === this.#chunkSize ? this.#chunkSize * 2 : chunkSize
    return this.#offset < size && bytes.length > 0
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // `fetch failed` says nothing; its cause does.
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
