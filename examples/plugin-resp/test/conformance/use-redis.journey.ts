import { journey } from '@benchpress/core'

// Writes a key of its own, reads it, and counts, in a pipeline.
export default journey(async ({ id, redis, iteration }) => {
  const key = `user:${id}`
  const value = `iteration ${iteration.globalIndex}`
  await redis.set(key, value, { ttl: '1m' })
  await redis.get(key, { expect: value })
  await redis.pipeline([
    ['INCR', 'iterations'],
    ['INCRBY', `${key}:count`, 2],
  ])
})
