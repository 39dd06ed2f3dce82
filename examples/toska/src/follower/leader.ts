import { decodeSnapshot, type ReadSnapshot } from '../store/snapshot.ts'

/** Where a leader is, and how it is asked. */
export interface LeaderOptions {
  readonly url: string
  /** Of one request, in milliseconds. */
  readonly timeout: number
  readonly token: string | undefined
  /** Ends what is under way. */
  readonly signal: AbortSignal
}

/** A part of the leader's log. */
export interface LeaderLog {
  readonly bytes: Buffer
  /** Bytes of the leader's log. */
  readonly size: number
  /** When the snapshot was made after which its log begins; `undefined` for a leader that does not say. */
  readonly snapshotCreatedAt: number | undefined
}

/** The store that a follower follows, over HTTP. */
export class Leader {
  readonly #options: LeaderOptions

  constructor(options: LeaderOptions) {
    this.#options = options
  }

  /** The last snapshot, after which its log begins; a leader without one makes a new one. */
  async snapshot(): Promise<ReadSnapshot> {
    const response = await this.#get('/replication/snapshot?latest=true', 200)
    return decodeSnapshot(await response.text(), `${this.#options.url}/replication/snapshot`)
  }

  /** Its log from a byte on. */
  async log(since: number, maxBytes: number): Promise<LeaderLog> {
    const response = await this.#get(`/replication/aof?since=${since}&max_bytes=${maxBytes}`, 200, 204)
    const bytes = Buffer.from(await response.arrayBuffer())
    const createdAt = response.headers.get('x-toska-snapshot-created-at')
    return {
      bytes,
      size: Number(response.headers.get('x-toska-aof-size') ?? since + bytes.length),
      snapshotCreatedAt: createdAt === null ? undefined : Number(createdAt),
    }
  }

  async #get(path: string, ...accepted: readonly number[]): Promise<Response> {
    const { url, token, timeout, signal } = this.#options
    const response = await fetch(`${url}${path}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    })
    if (accepted.includes(response.status)) return response
    throw new Error(`${url}${path}: status ${response.status}: ${(await response.text()).slice(0, 200)}`)
  }
}
