import { expect, test } from 'vitest'
import { startEvents } from '../servers/loopback-server.ts'
import { collect, userAt } from './fixture.ts'

test('a subscription waits longer after each attempt that fails', async () => {
  const { user } = await userAt((response) => response.socket?.resetAndDestroy())
  const { promise, resolve } = Promise.withResolvers<void>()
  let closes = 0
  const start = performance.now()
  user.sse.subscribe('/events', {
    retry: '20ms',
    onClose: () => {
      if (++closes === 5) resolve()
    },
  })
  await promise
  // 20, 40, 80 and 160 ms; a timer may fire a millisecond early. Without doubling, the sum would be 80.
  expect(performance.now() - start).toBeGreaterThan(290)
})

test('a subscription waits as long as the last `retry` of the target', async () => {
  const { user } = await userAt((response, index) =>
    index === 0 ? startEvents(response).end('retry: 5\ndata: a\n\n') : startEvents(response, 'data: b\n\n'),
  )
  const { events, onEvent, all } = collect(2)
  // Without the target's wait this would not end within the test.
  user.sse.subscribe('/events', { retry: '1h', onEvent })
  await all
  expect(events).toMatchObject([{ data: 'a' }, { data: 'b' }])
})

test('a subscription waits longer after each attempt that fails even after a `retry` of 0', async () => {
  const { user } = await userAt((response, index) =>
    index === 0 ? startEvents(response).end('retry: 0\ndata: a\n\n') : response.socket?.resetAndDestroy(),
  )
  const { promise, resolve } = Promise.withResolvers<void>()
  let closes = 0
  const start = performance.now()
  user.sse.subscribe('/events', { onClose: () => void (++closes === 9 && resolve()) })
  await promise
  // 1, 2, 4 and so on up to 64 ms; a timer may fire a millisecond early.
  expect(performance.now() - start).toBeGreaterThan(110)
})
