import { createTestUser } from '@benchpress/core/testing'
import { sse } from '../../src/index.ts'

// Opens more subscriptions than there are files, in a process with a low limit, and writes its counts.
const user = await createTestUser(sse(), { target: process.argv[2] ?? '' })
let [opened, attempts] = [0, 0]
const ended = Promise.withResolvers<void>()
const reasons = new Set<string>()
const endInTime = (): void => {
  if (opened > 0 && attempts >= 120) ended.resolve()
}
for (let index = 0; index < 100; index++) {
  user.sse.subscribe('/events', {
    retry: '20ms',
    onOpen: () => {
      opened += 1
      endInTime()
    },
    onClose: ({ reason }) => {
      reasons.add(reason)
      // Each wait must be longer than the one before.
      attempts += 1
      endInTime()
    },
  })
}
await ended.promise
const { metrics } = user.recorded()
process.stdout.write(JSON.stringify({ opened: metrics['sse_opened'], refused: metrics['sse_refused'], reasons: [...reasons] }))
await user.leave()
