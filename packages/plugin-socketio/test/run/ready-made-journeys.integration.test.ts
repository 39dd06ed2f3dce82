import { run, type Config } from '@benchpress/core'
import { afterEach, describe, expect, test } from 'vitest'
import { socketio } from '../../src/index.ts'
import { startSocketServer, type SocketServer } from '../servers/socket-server.ts'

let server: SocketServer

afterEach(() => server.close())

type Ack = (value?: unknown) => void

describe.each([0, 1, 2])('with %d workers, questions', (workers) => {
  test('an echo gets a reply for each event that the server received', async () => {
    server = await startSocketServer((socket) => {
      socket.on('echo', (value: unknown, ack: Ack) => ack(value))
      socket.on('ask', (value: unknown) => socket.emit('reply', value))
    })
    const { metrics, scenarios } = await run({
      target: server.url,
      workers,
      plugins: [socketio()],
      scenarios: {
        acks: { journey: socketio.echo(), workload: { users: 5, iterations: 100 } },
        replies: {
          journey: socketio.echo({ event: 'ask', payload: { id: '{iteration}' }, reply: 'reply', match: 'id' }),
          workload: { users: 5, iterations: 50 },
        },
      },
    })
    expect(Object.fromEntries(server.received)).toEqual({ echo: 100, ask: 50 })
    expect(server.connected()).toBe(10)
    const counts = [
      { name: 'echo', count: 100 },
      { name: 'ask', count: 50 },
    ]
    expect(metrics).toMatchObject({
      socketio_connects: { count: 10 },
      socketio_emits: { count: 150, by: { series: expect.arrayContaining(counts.map((each) => expect.objectContaining(each))) } },
      plugin_requests: { count: 160 },
      plugin_response_time: { values: { count: 160 } },
      socketio_acks_missing: { count: 0 },
      socketio_replies_missing: { count: 0 },
      socketio_disconnects: { count: 10, by: { series: [{ name: 'io client disconnect', count: 10 }] } },
    })
    for (const { users } of scenarios) expect(users).toMatchObject({ iterations: { failed: 0 } })
    await server.whenEnded(10)
  })
})

// All tests run at a time, and are judged only by their counts.
describe.concurrent.each([0, 1, 2])('with %d workers, broadcasts', (workers) => {
  test('a broadcast reaches all users in the room, by the counts of the server', async ({ onTestFinished }) => {
    const sizes: number[] = []
    const complete = Promise.withResolvers<void>()
    const hall = await startSocketServer((socket, io) => {
      const present = (): number => io.sockets.adapter.rooms.get('room')?.size ?? 0
      socket.on('join', async (room: string, ack: Ack) => {
        await socket.join(room)
        ack()
        if (present() === 8) complete.resolve()
      })
      socket.on('say', async (said: unknown, ack: Ack) => {
        await complete.promise
        sizes.push(present())
        io.to('room').emit('said', said)
        ack()
      })
    })
    onTestFinished(() => hall.close())
    const result = await run(broadcasts(hall.url, workers))
    expect(sizes).toEqual(Array.from({ length: 20 }, () => 8))
    expect(result.deliveries).toMatchObject([
      {
        name: 'socketio',
        sent: 20,
        accepted: 20,
        expected: 160,
        received: 160,
        reach: 1,
        lost: 0,
        duplicated: 0,
        unstamped: 0,
        misdelivered: 0,
      },
    ])
    expect(result.deliveries[0]?.fanOutTime).toMatchObject({ count: 20 })
    expect(result.metrics).toMatchObject({ socketio_events: { count: 160, by: { series: [{ name: 'said', count: 160 }] } } })
    expect(result.scenarios.find(({ name }) => name === 'audience')?.users).toMatchObject({ iterations: { failed: 0 }, failures: [] })
  })
})

function broadcasts(target: string, workers: number): Config {
  return {
    target,
    workers,
    plugins: [socketio()],
    scenarios: {
      audience: {
        journey: socketio.hold({ join: [{ event: 'join', payload: 'room' }], messages: ['said'] }),
        // Polls until all messages were received.
        workload: { users: 8, duration: '1h', gracefulStop: '100ms' },
      },
      speakers: {
        journey: socketio.broadcast({ event: 'say', payload: { text: 'Hello {stamp}' }, expected: 8 }),
        // No fewer users than messages, so that none can be dropped.
        workload: { rate: '40/s', iterations: 20, maxUsers: 20 },
      },
    },
    thresholds: { deliveries_received: { threshold: 'count < 160', abortOnFail: true, after: 0 } },
  }
}

test('a server that never replies gives missing acks and long times', async () => {
  server = await startSocketServer((socket) => socket.on('echo', () => {}))
  const { metrics, scenarios } = await run({
    target: server.url,
    workers: 0,
    plugins: [socketio()],
    scenarios: { acks: { journey: socketio.echo({ replyTimeout: '100ms' }), workload: { users: 2, iterations: 4 } } },
  })
  expect(metrics).toMatchObject({
    socketio_emits: { count: 4 },
    socketio_acks_missing: { count: 4, by: { series: [{ name: 'echo', count: 4 }] } },
  })
  const [requests] = scenarios[0]?.users?.pluginRequests ?? []
  const echoes = requests?.endpoints.find(({ name }) => name === 'echo')
  expect(echoes).toMatchObject({ counts: { outcomes: { ok: 0, timeout: 4 } }, responseTime: { count: 4 } })
  expect(echoes?.responseTime.min).toBeGreaterThanOrEqual(100)
  expect(scenarios[0]?.users).toMatchObject({
    iterations: { failed: 4 },
    failures: [{ reason: expect.stringContaining('no ack within 100ms (event "echo")'), count: 4 }],
  })
  // Users keep their connection, as only a reply failed.
  expect(server.connected()).toBe(2)
})

test('refused users fail with the reason, and do not retry as fast as they can', async () => {
  server = await startSocketServer()
  server.io.use((_socket, next) => next(new Error('full')))
  const { metrics, scenarios } = await run({
    target: server.url,
    workers: 0,
    plugins: [socketio()],
    scenarios: { all: { journey: socketio.hold(), workload: { users: 2, iterations: 2 } } },
  })
  expect(metrics).toMatchObject({ socketio_refused: { count: 2, by: { series: [{ name: 'refused by the target: full', count: 2 }] } } })
  expect(scenarios[0]?.users?.failures).toMatchObject([{ reason: expect.stringContaining('/: refused by the target: full'), count: 2 }])
  expect(scenarios[0]?.users?.iterationDuration.min).toBeGreaterThanOrEqual(1000)
})

test('a connection that the target ends too early fails the iteration, and one that was held long enough does not', async () => {
  server = await startSocketServer((socket) => {
    if (socket.handshake.auth['user'] === '0') socket.disconnect()
  })
  const { scenarios } = await run({
    target: server.url,
    workers: 0,
    plugins: [socketio()],
    scenarios: { all: { journey: socketio.hold({ auth: { user: '{user}' }, hold: '200ms' }), workload: { users: 2, iterations: 2 } } },
  })
  expect(scenarios[0]?.users).toMatchObject({ iterations: { started: 2 } })
  expect(scenarios[0]?.users?.failures).toMatchObject([
    { reason: expect.stringContaining('/: the connection ended: io server disconnect') },
  ])
})
