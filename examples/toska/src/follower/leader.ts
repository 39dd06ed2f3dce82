import { decodeSnapshot, type ReadSnapshot } from '../store/snapshot.ts'

/** Options of requests to a leader. */
export interface LeaderOptions {
  readonly url: string
  /** Timeout of one request, in milliseconds. */
  readonly timeout: number
  readonly token: string | undefined
  /** Aborts requests under way. */
  readonly signal: AbortSignal
}

/** A part of the leader's log. */
export interface LeaderLog {
  readonly bytes: Buffer
  /** Size of the leader's log, in bytes. */
  readonly size: number
  /** Time of the snapshot before the log; `undefined` where the leader does not send it. */
  readonly snapshotCreatedAt: number | undefined
}

/** The leader of a follower, over HTTP. */
export class Leader {
  readonly #options: LeaderOptions

  constructor(options: LeaderOptions) {
    this.#options = options
  }

  /** Reads the last snapshot, after which the log begins; a leader without a snapshot makes one. */
  async snapshot(): Promise<ReadSnapshot> {
    const response = await this.#get('/replication/snapshot?latest=true', 200)
    return decodeSnapshot(await response.text(), `${this.#options.url}/replication/snapshot`)
  }

  /** Reads the log from a byte on. */
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
