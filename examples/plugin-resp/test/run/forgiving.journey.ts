import { journey } from '@benchpress/core'

// A journey that continues whatever the outcome of its command is.
export default journey(async ({ redis, think }) => {
  await redis.get('key').catch(() => null)
  await think('1ms')
})
