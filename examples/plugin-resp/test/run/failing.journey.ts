import { journey } from '@benchpress/core'

export default journey(async ({ redis }) => {
  await redis.command('EVAL', 'return nonsense(', 0)
})
