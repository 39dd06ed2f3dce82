import { Redis } from 'ioredis'
import { scripts } from './redis-scripts.ts'

type Arguments = readonly (string | number)[]
type Call = (...args: Arguments) => Promise<unknown>

/** A connection to Redis with the scripts of this service. The first argument of each script is the number of its keys. */
export type AuctionRedis = Redis & Readonly<Record<keyof typeof scripts, Call>>

/**
 * Connects to Redis.
 *
 * @throws Error when Redis cannot be reached
 */
export async function connectRedis(url: string): Promise<AuctionRedis> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, enableAutoPipelining: true })
  for (const [name, lua] of Object.entries(scripts)) redis.defineCommand(name, { lua })
  let cause: Error | undefined
  redis.on('error', (error: Error) => (cause = error))
  try {
    await redis.connect()
  } catch (error) {
    redis.disconnect()
    const { host, port } = redis.options
    throw new Error(`cannot use Redis at ${host}:${port}: ${(cause ?? (error as Error)).message}`, { cause: error })
  }
  return redis as AuctionRedis
}
