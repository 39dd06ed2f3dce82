import { journey } from '@benchpress/core'

const failed = (): null => null

// Four commands that succeed and two that fail.
export default journey(async ({ id, redis, iteration }) => {
  const key = `user:${id}`
  await redis.set(key, `${iteration.globalIndex}`)
  await redis.get(key, { expect: `${iteration.globalIndex}` })
  await redis.command('LPUSH', key, 'no list').catch(failed)
  await Promise.all([redis.get('nothing'), redis.incr('iterations'), redis.command('NOSUCH').catch(failed)])
})
