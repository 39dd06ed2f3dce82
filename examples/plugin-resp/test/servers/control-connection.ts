import { Redis } from 'ioredis'

/** A connection outside the test, which sets a server up and reads its counts. */
export class ControlConnection {
  readonly redis: Redis

  private constructor(redis: Redis) {
    this.redis = redis
  }

  static async open(port: number, password?: string): Promise<ControlConnection> {
    const login = password === undefined ? {} : { password }
    const redis = new Redis({ host: '127.0.0.1', port, protocol: 2, lazyConnect: true, retryStrategy: null, ...login })
    // A server that is killed while connected does not fail a test.
    redis.on('error', () => undefined)
    await redis.connect()
    return new ControlConnection(redis)
  }

  /** Number of other connections of the server. */
  async otherConnections(): Promise<number> {
    const info = await this.redis.info('clients')
    return Number(/connected_clients:(\d+)/.exec(info)?.[1]) - 1
  }

  /** The server's own counts of each command; commands that it rejected before executing them are counted apart. */
  async commandCounts(): Promise<Readonly<Record<string, { readonly calls: number; readonly rejected: number; readonly failed: number }>>> {
    const info = await this.redis.info('commandstats')
    const lines = info.matchAll(/^cmdstat_([^:]+):calls=(\d+),.*rejected_calls=(\d+),failed_calls=(\d+)/gm)
    return Object.fromEntries(
      Array.from(lines, ([, name = '', calls, rejected, failed]) => [
        name,
        { calls: Number(calls), rejected: Number(rejected), failed: Number(failed) },
      ]),
    )
  }

  close(): void {
    this.redis.disconnect()
  }
}
