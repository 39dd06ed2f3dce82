import { describe, expect, test } from 'vitest'
import type { SseEvent } from '../../src/index.ts'
import { startEvents } from '../servers/loopback-server.ts'
import { userAt } from './fixture.ts'

const onEvent = (): void => {}

describe('a callback of a subscription', () => {
  test.each(['onOpen', 'onEvent', 'onClose'] as const)(
    'a callback may close the subscription in %s, and is not called again',
    async (name) => {
      const { user, server } = await userAt((response) => startEvents(response, 'data: a\n\ndata: b\n\n').end())
      let calls = 0
      const close = (): void => {
        calls += 1
        subscription.close()
      }
      const subscription = user.sse.subscribe('/events', { onEvent, [name]: close })
      await subscription.closed
      await user.leave()
      expect(calls).toBe(1)
      expect(server.requests).toHaveLength(1)
      const { metrics } = user.recorded()
      expect(metrics['sse_opened']).toMatchObject({ count: 1 })
      expect(metrics['sse_closed']).toMatchObject({ count: 1 })
    },
  )

  test('a callback may close the subscription at the end before a reopening, which then does not follow', async () => {
    const { user, server } = await userAt((response) => startEvents(response, 'data: a\n\n'))
    const subscription = user.sse.subscribe('/events', { onEvent, onClose: () => subscription.close() })
    await subscription.opened
    subscription.reopen()
    await subscription.closed
    for (let round = 0; round < 3; round++) await user.sse.subscribe('/others', { onEvent }).opened
    expect(server.requests.filter(({ url }) => url === '/events')).toHaveLength(1)
  })

  test('a callback may reopen the subscription in every call, with one connection at a time', async () => {
    const { user, server } = await userAt((response) => startEvents(response, 'retry: 1\nid: 1\ndata: a\n\n'))
    const { promise, resolve } = Promise.withResolvers<void>()
    let calls = 0
    const reopen = (): void => {
      calls += 1
      if (calls < 30) subscription.reopen()
      if (calls === 40) resolve()
    }
    const others = (): void => {
      if (++calls === 40) resolve()
      else if (calls > 30) subscription.reopen(0.001)
    }
    const subscription = user.sse.subscribe('/events', { onOpen: reopen, onEvent: others, onClose: reopen })
    await promise
    subscription.close()
    await subscription.closed
    const { metrics } = user.recorded()
    const [opened, closed] = [metrics['sse_opened'], metrics['sse_closed']]
    expect(opened).toMatchObject({ count: expect.any(Number) })
    expect(closed).toMatchObject({ count: opened?.type === 'counter' ? opened.count : NaN })
    expect(server.requests.length).toBeGreaterThan(10)
  })

  test('a callback may reopen the subscription again and again, and keeps the last id', async () => {
    const { user, server } = await userAt((response, index) => startEvents(response, index === 0 ? 'id: 7\ndata: a\n\n' : 'data: b\n\n'))
    const { promise, resolve } = Promise.withResolvers<void>()
    const ids: string[] = []
    const heard = ({ id }: SseEvent): void => (ids.push(id) < 3 ? subscription.reopen() : resolve())
    const subscription = user.sse.subscribe('/events', { onEvent: heard })
    await promise
    expect(ids).toEqual(['7', '7', '7'])
    expect(server.requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '7', '7'])
  })

  test('a callback that always subscribes again does not keep its user from leaving', async () => {
    const { user } = await userAt((response) => startEvents(response, 'data: a\n\n'))
    let subscriptions = 0
    const again = async (): Promise<void> => {
      // Without this guard a faulty plugin would hang the test rather than fail it.
      if (++subscriptions > 100) return
      const onClose = (): void => void again().catch(() => {})
      await user.sse.subscribe('/events', { onEvent, onClose }).opened
    }
    await again()
    await user.leave()
    expect(subscriptions).toBe(2)
  })
})
