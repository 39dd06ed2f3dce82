import { createTestUser } from '@benchpress/core/testing'
import { sse } from '../../src/index.ts'

// Opens more subscriptions than there are files, in a process that was given few of them, and writes what was counted.
const user = await createTestUser(sse(), { target: process.argv[2] ?? '' })
let attempts = 0
const ended = Promise.withResolvers<void>()
const reasons = new Set<string>()
for (let index = 0; index < 100; index++) {
  user.sse.subscribe('/events', {
    retry: '20ms',
    onClose: ({ reason }) => {
      reasons.add(reason)
      // Each has to wait longer than the one before it.
      if (++attempts === 120) ended.resolve()
    },
  })
}
await ended.promise
const { metrics } = user.recorded()
process.stdout.write(JSON.stringify({ opened: metrics['sse_opened'], refused: metrics['sse_refused'], reasons: [...reasons] }))
await user.leave()
