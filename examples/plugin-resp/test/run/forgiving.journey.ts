import { journey } from '@benchpress/core'

// Whatever becomes of its command, it goes on.
export default journey(async ({ redis, think }) => {
  await redis.get('key').catch(() => null)
  await think('1ms')
})
