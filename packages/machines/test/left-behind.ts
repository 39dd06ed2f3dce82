import { Redis } from 'ioredis'
import pg from 'pg'

// For the queues that all runs share, BullMQ keeps a counter of messages and the last events.
const standing = /^(?:benchpress\.)?calls$/
const kept = /^(?:id|meta|events|marker)$/
/** The most events of a shared queue that may stay. */
const mostEvents = 100

/** Lists everything that runs have left in a Redis, by the names of keys. */
export async function leftInRedis(url: string): Promise<readonly string[]> {
  const redis = new Redis(url)
  try {
    const left: string[] = []
    for (const key of await redis.keys('*')) {
      const [, queue = '', part = ''] = key.split(':')
      // Metadata tell by their fields who has written them.
      if (!standing.test(queue) || !kept.test(part)) left.push(part === 'meta' ? `${key} ${JSON.stringify(await redis.hgetall(key))}` : key)
      else if (part === 'events' && (await redis.xlen(key)) > mostEvents) left.push(`${key} (${await redis.xlen(key)} events)`)
    }
    return left.toSorted()
  } finally {
    redis.disconnect()
  }
}

/** Lists everything that runs have left in a PostgreSQL, by the names of tables and queues. */
export async function leftInPostgres(url: string): Promise<readonly string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'bullmq' AND column_name = 'queue'`,
    )
    const left: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ queue: string; count: number }>(
        `SELECT queue, count(*)::int AS count FROM bullmq."${name}" GROUP BY queue`,
      )
      for (const { queue, count } of rows)
        if (!standing.test(queue) || (name !== 'meta' && !(name === 'event' && count <= mostEvents)))
          left.push(`${name} of ${queue} (${count})`)
    }
    return left.toSorted()
  } finally {
    await client.end()
  }
}
