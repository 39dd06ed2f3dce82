import { run, type SeriesSummary, type TestResult } from '@benchpress/core'
import { expect, onTestFinished, test } from 'vitest'
import { socketio } from '../../src/index.ts'
import { startSocketServer, type SocketServer } from '../servers/socket-server.ts'

const closingFrame = 4

type Ack = (value?: unknown) => void

test.each([
  { workers: 0, transports: ['websocket'] },
  { workers: 2, transports: ['polling', 'websocket'] },
] as const)('requests, outcomes, connections and bytes are those that the server counted: %o', async ({ workers, transports }) => {
  const server = await startSocketServer((socket) => {
    socket.on('echo', (value: unknown, ack: Ack) => ack(value))
    socket.on('ask', (value: unknown) => socket.emit('reply', value))
  })
  onTestFinished(() => server.close())
  const result = await run({
    target: server.url,
    workers,
    plugins: [socketio()],
    scenarios: {
      acks: { journey: socketio.echo({ transports }), workload: { users: 5, iterations: 100 } },
      replies: {
        journey: socketio.echo({ transports, event: 'ask', payload: { id: '{iteration}' }, reply: 'reply', match: 'id' }),
        workload: { users: 3, iterations: 50 },
      },
      unanswered: {
        journey: socketio.echo({ transports, event: 'mute', replyTimeout: '20ms' }),
        workload: { users: 4, iterations: 8 },
      },
    },
    thresholds: {
      'plugin_requests{plugin:socketio}': 'count == 170',
      'plugin_response_time{plugin:socketio,endpoint:!connect}': 'count == 158',
      'plugin_failed{plugin:socketio,endpoint:echo}': 'rate == 0%',
      // Limits that even a busy machine keeps.
      'plugin_response_time{endpoint:echo}': ['max < 1h', 'p99 < 1h'],
    },
  })
  // Messages that were not awaited any more have arrived by then, too.
  await allClosed(server)
  expect(countsOf(result)).toEqual({
    acks: { connect: { started: 5, ok: 5, timeout: 0 }, echo: { started: server.received.get('echo'), ok: 100, timeout: 0 } },
    replies: { connect: { started: 3, ok: 3, timeout: 0 }, ask: { started: server.received.get('ask'), ok: 50, timeout: 0 } },
    unanswered: { connect: { started: 4, ok: 4, timeout: 0 }, mute: { started: server.received.get('mute'), ok: 0, timeout: 8 } },
  })
  expect(result.metric('plugin_requests')).toMatchObject({ count: server.connected() + 158 })
  expect(result.metric('plugin_response_time{endpoint:mute}')).toMatchObject({ values: { count: 8 } })
  expect(result.metric('plugin_response_time{plugin:socketio,endpoint:!connect}')).toMatchObject({ values: { count: 158 } })
  expect(result.thresholds.map(({ passed, inconclusive }) => inconclusive?.cause ?? passed)).toEqual([true, true, true, true, true])
  expect(sumOf(result, ({ connections }) => connections.opened)).toBe(server.connected())
  expect(sumOf(result, ({ dataSent }) => dataSent)).toBe(server.carried.read)
  // After sending a close frame, a client need not read that of the server: only the last frame of each connection may be missing.
  const unread = server.carried.written - sumOf(result, ({ dataReceived }) => dataReceived)
  expect(unread).toBeGreaterThanOrEqual(0)
  expect(unread).toBeLessThanOrEqual(closingFrame * server.connected())
})

type Requests = NonNullable<TestResult['scenarios'][number]['users']>['pluginRequests'][number]

function requestsOf({ scenarios }: TestResult): readonly Requests[] {
  return scenarios.flatMap(({ users }) => users?.pluginRequests ?? [])
}

function sumOf(result: TestResult, read: (requests: Requests) => number): number {
  return requestsOf(result).reduce((sum, requests) => sum + read(requests), 0)
}

/** Counts the requests to each endpoint of each scenario. */
function countsOf({ scenarios }: TestResult): object {
  const ofEndpoint = ({ name, counts: { started, outcomes } }: SeriesSummary): [string, object] => [
    name,
    { started, ok: outcomes.ok, timeout: outcomes.timeout },
  ]
  return Object.fromEntries(
    scenarios.map(({ name, users }) => [
      name,
      Object.fromEntries((users?.pluginRequests ?? []).flatMap(({ endpoints }) => endpoints.map(ofEndpoint))),
    ]),
  )
}

async function allClosed(server: SocketServer): Promise<void> {
  await expect.poll(() => server.connections(), { timeout: 10_000 }).toBe(0)
}
