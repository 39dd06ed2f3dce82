import { expect, test, vi } from 'vitest'
import { startEvents } from '../servers/loopback-server.ts'
import { closings, collect, userAt } from './fixture.ts'

test('a connection that falls silent is given up, and the next one resumes after its last id', async () => {
  const { user, server } = await userAt((response, index) => startEvents(response, `retry: 1\nid: ${index}\ndata: a\n\n`))
  const { list, onClose } = closings()
  const { events, onEvent, all } = collect(3)
  user.sse.subscribe('/events', { onEvent, onClose, heartbeat: { timeout: '20ms' } })
  await all
  expect(server.requests[Number(events[2]?.id)]?.headers['last-event-id']).toBe(events[1]?.id)
  expect(list[0]).toMatchObject({ cause: 'error', reason: 'silent for 20ms', wasOpen: true, willReopen: true })
  await user.leave()
  await vi.waitUntil(async () => (await server.connections()) === 0)
  const { metrics } = user.recorded()
  expect(metrics['sse_silent']).toMatchObject({ count: list.filter(({ cause }) => cause === 'error').length })
})
