import { describe, expect, test } from 'vitest'
import { SseError } from '../../src/index.ts'
import { startEvents, type Respond } from '../servers/loopback-server.ts'
import { closings, collect, userAt } from './fixture.ts'

describe('a subscription', () => {
  test('receives events with their type, data, id and time', async () => {
    const { user } = await userAt((response) => startEvents(response, 'data: a\n\nid: 7\nevent: bid\ndata: b\ndata: c\n\ndata: d\n\n'))
    const { events, onEvent, all } = collect(3)
    const subscription = user.sse.subscribe('/events', { onEvent })
    await subscription.opened
    await all
    expect(events).toEqual([
      { type: 'message', data: 'a', id: '', at: expect.any(Number) },
      { type: 'bid', data: 'b\nc', id: '7', at: expect.any(Number) },
      { type: 'message', data: 'd', id: '7', at: expect.any(Number) },
    ])
    expect(subscription.isOpen).toBe(true)
    expect(subscription.lastEventId).toBe('7')
  })

  test('can be iterated over, including events from before the iteration', async () => {
    const { user } = await userAt((response) => startEvents(response, 'data: 0\n\ndata: 1\n\n').end('data: 2\n\n'))
    const subscription = user.sse.subscribe('/events', { reconnect: false })
    await subscription.closed
    const seen: string[] = []
    for await (const { data } of subscription) seen.push(data)
    expect(seen).toEqual(['0', '1', '2'])
  })

  test('a subscription is opened again after the last id when the target ends it', async () => {
    const bodies = ['retry: 1\nid: 1\ndata: a\n\n', 'id: 2\ndata: b\n\n', 'data: c\n\n']
    const { user, server } = await userAt((response, index) =>
      index < 2 ? startEvents(response).end(bodies[index]) : startEvents(response, bodies[index]),
    )
    const { events, onEvent, all } = collect(3)
    const { list, onClose } = closings()
    const subscription = user.sse.subscribe('/events', { onEvent, onClose })
    await all
    expect(events.map(({ data, id }) => [data, id])).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['c', '2'],
    ])
    expect(server.requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1', '2'])
    subscription.close()
    expect(list).toMatchObject([
      { cause: 'target', status: 200, wasOpen: true, willReopen: true },
      { cause: 'target', status: 200, wasOpen: true, willReopen: true },
      { cause: 'client', reason: 'closed by the journey', status: 200, wasOpen: true, willReopen: false },
    ])
    await expect(subscription.closed).resolves.toMatchObject({ cause: 'client' })
    const { metrics } = user.recorded()
    expect(metrics['sse_opened']).toMatchObject({ count: 3 })
    expect(metrics['sse_closed']).toMatchObject({ count: 3 })
    expect(metrics['sse_events']).toMatchObject({ count: 3 })
    expect(metrics['sse_reconnect_gap']).toMatchObject({ values: { count: 2 } })
  })

  test('a subscription is opened again when its connection breaks', async () => {
    const { user } = await userAt((response, index) => {
      startEvents(response, index === 0 ? 'retry: 1\ndata: a\n\n' : 'data: b\n\n')
      if (index === 0) setImmediate(() => response.socket?.resetAndDestroy())
    })
    const { list, onClose } = closings()
    const { events, onEvent, all } = collect(2)
    user.sse.subscribe('/events', { onEvent, onClose })
    await all
    expect(events.map(({ data }) => data)).toEqual(['a', 'b'])
    expect(list).toMatchObject([{ cause: 'error', reason: 'ECONNRESET', wasOpen: true, willReopen: true }])
  })

  test('sends the last id as a query parameter where `resume` names one', async () => {
    const { user, server } = await userAt((response, index) =>
      index === 0 ? startEvents(response).end('retry: 1\nid: 1795-0\ndata: a\n\n') : startEvents(response, 'data: b\n\n'),
    )
    const { onEvent, all } = collect(2)
    user.sse.subscribe('/events', { onEvent, query: { client_id: 'a,b' }, resume: { query: 'last_event_id' }, lastEventId: '5' })
    await all
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/events?client_id=a%2Cb&last_event_id=5',
      '/events?client_id=a%2Cb&last_event_id=1795-0',
    ])
    expect(server.requests[1]?.headers).not.toHaveProperty('last-event-id')
  })

  test('ends when the target responds 204', async () => {
    const { user, server } = await userAt((response, index) => {
      if (index === 0) startEvents(response).end('retry: 1\ndata: a\n\n')
      else response.writeHead(204).end()
    })
    const { list, onClose } = closings()
    const subscription = user.sse.subscribe('/events', { onClose, onEvent: () => {} })
    await expect(subscription.closed).resolves.toMatchObject({ cause: 'target', reason: 'status 204', status: 204, wasOpen: false })
    expect(list.map(({ willReopen }) => willReopen)).toEqual([true, false])
    expect(server.requests).toHaveLength(2)
  })

  test.each([
    ['status 401', 401, 'text/event-stream'],
    ['status 500', 500, 'text/plain'],
    ['content type text/html; charset=utf-8', 200, 'text/html; charset=utf-8'],
  ])('is refused for good: %s', async (reason, status, type) => {
    const { user, server } = await userAt((response) => response.writeHead(status, { 'content-type': type }).end('no'))
    const subscription = user.sse.subscribe('/events')
    await expect(subscription.opened).rejects.toThrow(new SseError('/events', reason, status))
    await expect(subscription.closed).resolves.toMatchObject({ cause: 'error', reason, status, wasOpen: false, lifetime: 0 })
    await expect(subscription[Symbol.asyncIterator]().next()).rejects.toThrow(SseError)
    expect(server.requests).toHaveLength(1)
    expect(user.recorded().metrics['sse_refused']).toMatchObject({ count: 1 })
  })

  test('tries again when no server listens, until one does', async () => {
    const { user, server } = await userAt(() => {})
    await server.close()
    const { promise, resolve } = Promise.withResolvers<void>()
    const subscription = user.sse.subscribe('/events', {
      onClose: (closing, willReopen) => (willReopen && /ECONNREFUSED/.test(closing.reason) ? resolve() : undefined),
    })
    await promise
    subscription.close()
    await expect(subscription.opened).rejects.toThrow('/events: ECONNREFUSED')
    expect(user.recorded().metrics['sse_opened']).toMatchObject({ count: 0 })
    expect(user.recorded().metrics['sse_refused']).toMatchObject({ count: 1 })
  })

  test('a subscription is closed by the journey in the midst of events', async () => {
    const { user, server } = await userAt((response) => startEvents(response, 'data: a\n\ndata: b\n\ndata: c\n\n'))
    const seen: string[] = []
    const subscription = user.sse.subscribe('/events', {
      onEvent: ({ data }) => {
        seen.push(data)
        if (data === 'b') subscription.close()
      },
    })
    await expect(subscription.closed).resolves.toMatchObject({ cause: 'client' })
    expect(seen).toEqual(['a', 'b'])
    expect(subscription.isOpen).toBe(false)
    expect(server.requests).toHaveLength(1)
  })

  test('is reopened by the journey, after the last id it has received', async () => {
    const { user, server } = await userAt((response, index) =>
      startEvents(response, index === 0 ? 'id: 1\ndata: a\n\nid: 2\ndata: b\n\n' : 'id: 2\ndata: b\n\n'),
    )
    const { events, onEvent, all } = collect(2)
    const subscription = user.sse.subscribe('/events', {
      onEvent: (event) => {
        onEvent(event)
        if (event.data === 'a') subscription.reopen()
      },
    })
    await all
    subscription.close()
    expect(events.map(({ data }) => data)).toEqual(['a', 'b'])
    expect(server.requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1'])
    expect(user.recorded().metrics['sse_resumes']).toMatchObject({ hits: 1, total: 1 })
  })

  test('ends with its user', async () => {
    const { user } = await userAt((response) => startEvents(response, ''))
    const subscription = user.sse.subscribe('/events')
    await subscription.opened
    await user.leave()
    await expect(subscription.closed).resolves.toMatchObject({ cause: 'client', wasOpen: true })
    expect(user.recorded().metrics['sse_closed']).toMatchObject({ count: 1 })
  })

  test('ends when its request cannot be sent', async () => {
    const { user, server } = await userAt((response) => startEvents(response))
    const subscribe = async (): Promise<void> => await user.sse.subscribe('/events', { headers: { 'x-name': 'a\nb' } }).opened
    await expect(subscribe()).rejects.toThrow(/x-name/)
    expect(server.requests).toHaveLength(0)
  })

  test('sends the cookies of its user, and keeps those of the target', async () => {
    const respond: Respond = (response, index) => {
      response.setHeader('set-cookie', `${index === 0 ? 'session' : 'stream'}=${index}`)
      if (index === 0) response.end()
      else startEvents(response)
    }
    const { user, server } = await userAt(respond)
    await user.http.get('/login')
    await user.sse.subscribe('/events', { reconnect: false }).opened
    expect(server.requests[1]?.headers.cookie).toBe('session=0')
    expect(user.http.cookies.get('stream')).toBe('1')
  })

  test('ends with the error of a callback', async () => {
    const { user } = await userAt((response) => startEvents(response, 'data: a\n\ndata: b\n\n'))
    let calls = 0
    const subscription = user.sse.subscribe('/events', {
      onEvent: () => {
        calls++
        throw new Error('not this one')
      },
    })
    await expect(subscription.closed).rejects.toThrow('not this one')
    expect(calls).toBe(1)
  })
})
