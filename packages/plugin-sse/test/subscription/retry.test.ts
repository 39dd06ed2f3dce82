import { expect, test } from 'vitest'
import { startEvents } from '../servers/loopback-server.ts'
import { collect, userAt } from './fixture.ts'

test('waits longer after each attempt that fails', async () => {
  const { user } = await userAt((response) => response.socket?.resetAndDestroy())
  const { promise, resolve } = Promise.withResolvers<void>()
  const times: number[] = []
  user.sse.subscribe('/events', {
    retry: '20ms',
    onClose: () => {
      if (times.push(performance.now()) === 5) resolve()
    },
  })
  await promise
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  // The fourth is planned at 160 ms. Half of it is enough to tell: a timer counts from the turn of the loop that it was set in, which may have been a long one.
  expect(waits[3]).toBeGreaterThan(80)
})

test('waits as long as the target says, once it has said so', async () => {
  const { user } = await userAt((response, index) =>
    index === 0 ? startEvents(response).end('retry: 5\ndata: a\n\n') : startEvents(response, 'data: b\n\n'),
  )
  const { events, onEvent, all } = collect(2)
  // Without the target's wait this would not end within the test.
  user.sse.subscribe('/events', { retry: '1h', onEvent })
  await all
  expect(events).toMatchObject([{ data: 'a' }, { data: 'b' }])
})

test('waits longer after each attempt that fails even when the target has asked for no wait at all', async () => {
  const { user } = await userAt((response, index) =>
    index === 0 ? startEvents(response).end('retry: 0\ndata: a\n\n') : response.socket?.resetAndDestroy(),
  )
  const { promise, resolve } = Promise.withResolvers<void>()
  const times: number[] = []
  user.sse.subscribe('/events', { onClose: () => void (times.push(performance.now()) === 9 && resolve()) })
  await promise
  expect((times[8] ?? 0) - (times[7] ?? 0)).toBeGreaterThan(2 ** 5)
})
