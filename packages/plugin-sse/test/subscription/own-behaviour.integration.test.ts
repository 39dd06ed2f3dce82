import { gzipSync } from 'node:zlib'
import { createGzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startEvents } from '../servers/loopback-server.ts'
import { closings, collect, userAt } from './fixture.ts'

describe('events', () => {
  test('events without data are reported where they are asked for', async () => {
    const { user } = await userAt((response) => startEvents(response, 'event: heartbeat\n\nevent: end\ndata: a\n\n'))
    const { events, onEvent, all } = collect(2)
    user.sse.subscribe('/events', { dataless: true, onEvent })
    await all
    expect(events).toMatchObject([
      { type: 'heartbeat', data: '' },
      { type: 'end', data: 'a' },
    ])
    const { events: standard, onEvent: onStandard, all: end } = collect(1)
    user.sse.subscribe('/events', { onEvent: onStandard })
    await end
    expect(standard).toMatchObject([{ type: 'end' }])
  })

  test('events of one read have the same time', async () => {
    const { user } = await userAt((response) => startEvents(response, 'data: a\n\ndata: b\n\n'))
    const { events, onEvent, all } = collect(2)
    user.sse.subscribe('/events', { onEvent })
    await all
    expect(events[0]?.at).toBe(events[1]?.at)
  })

  test('an event without an end ends the subscription, and is not asked for again', async () => {
    const chunk = 'x'.repeat(2 ** 20)
    const { user, server } = await userAt((response) => {
      startEvents(response, 'retry: 1\ndata: ')
      const more = (): void => {
        while (response.write(chunk));
        response.once('drain', more)
      }
      more()
    })
    const subscription = user.sse.subscribe('/events')
    const reason = 'an event of more than 33554432 characters'
    expect(await subscription.closed).toMatchObject({ cause: 'error', reason, wasOpen: true })
    expect(user.recorded().metrics).toMatchObject({
      sse_refused: { count: 1, by: { series: [{ name: reason, count: 1 }] } },
      sse_closed: { count: 1, by: { series: [{ name: 'error', count: 1 }] } },
    })
    expect(server.requests).toHaveLength(1)
  })

  test('events are counted by type, heartbeats apart', async () => {
    const { user } = await userAt((response) =>
      startEvents(response, 'event: heartbeat\n\ndata: a\n\nevent: heartbeat\n\nevent: bid\ndata: b\n\n'),
    )
    const { onEvent, all } = collect(4)
    user.sse.subscribe('/events', { dataless: true, heartbeat: { type: 'heartbeat' }, onEvent })
    await all
    const { metrics } = user.recorded()
    expect(metrics['sse_events']).toMatchObject({
      count: 4,
      by: {
        series: expect.arrayContaining([
          expect.objectContaining({ name: 'heartbeat', count: 2 }),
          expect.objectContaining({ name: 'bid', count: 1 }),
        ]),
      },
    })
    expect(metrics['sse_heartbeats']).toMatchObject({ count: 2 })
    expect(metrics['sse_heartbeat_gap']).toMatchObject({ values: { count: 1 } })
    expect(metrics['sse_event_gap']).toMatchObject({ values: { count: 3 } })
    expect(metrics['sse_time_to_first_event']).toMatchObject({ values: { count: 1 } })
  })

  test('events are recognised as heartbeats by their data, too', async () => {
    const { user } = await userAt((response) => startEvents(response, 'event: message\r\ndata: heartbeat\r\n\r\ndata: a\n\n'))
    const { onEvent, all } = collect(2)
    user.sse.subscribe('/events', { heartbeat: { data: 'heartbeat' }, onEvent })
    await all
    expect(user.recorded().metrics['sse_heartbeats']).toMatchObject({ count: 1 })
  })

  test('compressed events are received as soon as each is flushed', async () => {
    const { user, server } = await userAt((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
      const gzip = createGzip()
      gzip.pipe(response)
      gzip.write('data: a\n\n')
      gzip.flush()
    })
    const { events, onEvent, all } = collect(1)
    user.sse.subscribe('/events', { gzip: true, onEvent })
    await all
    expect(events).toMatchObject([{ data: 'a' }])
    expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip')
  })

  test('a body that is compressed as a whole is received', async () => {
    const { user } = await userAt((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
      response.end(gzipSync('data: a\n\ndata: b\n\n'))
    })
    const subscription = user.sse.subscribe('/events', { gzip: true, reconnect: false })
    const seen: string[] = []
    for await (const { data } of subscription) seen.push(data)
    expect(seen).toEqual(['a', 'b'])
  })
})

describe('an error in place of events', () => {
  test('ends the subscription for good, and is passed to onClose', async () => {
    const { user, server } = await userAt((response) =>
      startEvents(response).end('\n{"message":"param \\"client_id\\" not present","statusCode":400}\n'),
    )
    const { list, onClose } = closings()
    const subscription = user.sse.subscribe('/events', { onClose })
    await expect(subscription.closed).resolves.toMatchObject({
      cause: 'error',
      reason: 'error in place of events: 400 param "client_id" not present',
      status: 200,
      wasOpen: true,
    })
    expect(list).toHaveLength(1)
    expect(server.requests).toHaveLength(1)
    const { metrics } = user.recorded()
    expect(metrics['sse_refused']).toMatchObject({
      count: 1,
      by: { series: [{ name: 'error in place of events: 400 param "client_id" not present' }] },
    })
    expect(metrics['sse_closed']).toMatchObject({ count: 1, by: { series: [{ name: 'error' }] } })
  })
})

describe('a resume', () => {
  test('a resume that repeats an event is counted as wrong', async () => {
    const bodies = [
      'retry: 1\nid: 1\ndata: a\n\nid: 2\ndata: b\n\n',
      'id: 2\ndata: b\n\nid: 3\ndata: c\n\n',
      'id: 4\ndata: d\n\n',
      'event: end\ndata: e\n\n',
    ]
    const { user } = await userAt((response, index) => {
      if (index === 3) startEvents(response, bodies[index])
      else startEvents(response).end(bodies[index])
    })
    const { onEvent, all } = collect(6)
    user.sse.subscribe('/events', { onEvent })
    await all
    expect(user.recorded().metrics['sse_resumes']).toMatchObject({ hits: 1, total: 2 })
  })

  test('a resume is not asked for where it is switched off', async () => {
    const { user, server } = await userAt((response, index) =>
      index === 0 ? startEvents(response).end('retry: 1\nid: 1\ndata: a\n\n') : startEvents(response, 'id: 1\ndata: a\n\n'),
    )
    const { onEvent, all } = collect(2)
    user.sse.subscribe('/events', { onEvent, resume: false })
    await all
    expect(server.requests[1]?.headers).not.toHaveProperty('last-event-id')
    expect(user.recorded().metrics['sse_resumes']).toMatchObject({ total: 0 })
  })

  test('sends an id as UTF-8', async () => {
    const { user, server } = await userAt((response, index) =>
      index === 0 ? startEvents(response).end('retry: 1\nid: é1\ndata: a\n\n') : startEvents(response, 'data: b\n\n'),
    )
    const { onEvent, all } = collect(2)
    user.sse.subscribe('/events', { onEvent })
    await all
    expect(Buffer.from(String(server.requests[1]?.headers['last-event-id']), 'latin1').toString('utf8')).toBe('é1')
  })

  test('an id that fits into no header ends the subscription, with the reason', async () => {
    const { user } = await userAt((response) => startEvents(response).end('retry: 1\nid: a\u0001b\ndata: a\n\n'))
    const subscription = user.sse.subscribe('/events', { onEvent: () => {} })
    await expect(subscription.closed).resolves.toMatchObject({ cause: 'error', reason: expect.stringContaining('last-event-id') })
  })
})

describe('deliveries', () => {
  test('deliveries are counted by the stamps of messages', async () => {
    const { promise: stamped, resolve } = Promise.withResolvers<string>()
    const { user } = await userAt((response) => {
      const events = startEvents(response)
      void stamped.then((stamp) => {
        const message = Buffer.from(`Hello ${stamp}`).toString('base64')
        events.write(`event: message\nid: 1\ndata: {"from":"a","message":"${message}"}\n\nevent: heartbeat\n\n`)
      })
    })
    const { onEvent, all } = collect(2)
    const subscription = user.sse.subscribe('/events', {
      onEvent,
      dataless: true,
      heartbeat: { type: 'heartbeat' },
      recipients: ['a', 'b'],
      payload: { json: 'message', base64: true },
    })
    await subscription.opened
    const message = user.sse.send('b')
    message.accepted()
    resolve(message.stamp)
    await all
    expect(user.recorded().deliveries).toMatchObject({
      name: 'sse',
      sent: 1,
      accepted: 1,
      expected: 1,
      received: 1,
      lost: 0,
      unstamped: 0,
      deliveryTime: { count: 1 },
    })
  })
})

test('a message to several is expected by each of them', async () => {
  const { user } = await userAt((response) => startEvents(response))
  for (const name of ['a', 'b', 'c']) await user.sse.subscribe('/events', { recipients: name }).opened
  user.sse.send({ expected: 3 }).accepted()
  expect(user.recorded().deliveries).toMatchObject({ sent: 1, accepted: 1, expected: 3, received: 0 })
})

describe('a wrong option or call', () => {
  test('every wrong option is named before anything is sent', async () => {
    const { user, server } = await userAt((response) => startEvents(response))
    const wrong = { datales: true, retry: 'soon', resume: 'query', recipients: [], heartbeat: { kind: 'x' } }
    expect(() => user.sse.subscribe('/events', wrong as never)).toThrow(
      /^sse\.subscribe: .*retry: must be a time.*\(was "soon"\).*unknown option "datales"; did you mean "dataless"\?/s,
    )
    expect(() => user.sse.subscribe('/events', { reconect: false } as never)).toThrow(
      'unknown option "reconect"; did you mean "reconnect"?',
    )
    expect(() => user.sse.subscribe('no path')).toThrow(TypeError)
    expect(server.requests).toHaveLength(0)
  })

  test('iterating over a subscription with onEvent is refused', async () => {
    const { user } = await userAt((response) => startEvents(response))
    const subscription = user.sse.subscribe('/events', { onEvent: () => {} })
    expect(() => subscription[Symbol.asyncIterator]()).toThrow('go either to onEvent or to an iteration')
  })
})
