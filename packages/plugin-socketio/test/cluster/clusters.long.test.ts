import { run, type MetricSummary } from '@benchpress/core'
import { auctionsTarget } from '@benchpress/example-nestjs'
import { expect, test } from 'vitest'
import { socketio, type Connection } from '../../src/index.ts'
import { startCluster, type SocketCluster } from '../servers/socket-cluster.ts'
import { broadcastTo } from './broadcasts.ts'

const noStickySessions = 'Session ID unknown: the session has ended, or another server has opened it'
const pingTimeout = 'ping timeout: the target was silent for longer than it had said'

test('a correct cluster reaches all users, whichever worker they are connected to', async () => {
  const cluster = await startCluster({ workers: 3 })
  expect(await broadcastTo(cluster.url, 12, 12)).toMatchObject({
    accepted: 10,
    expected: 120,
    received: 120,
    reach: 1,
    lost: 0,
    duplicated: 0,
    misdelivered: 0,
  })
  expect((await cluster.workers()).map(({ mostSockets }) => mostSockets >= 4)).toEqual([true, true, true])
})

test('a cluster without an adapter reaches only the users of one worker: 1/3 of three', async () => {
  const cluster = await startCluster({ workers: 3, hasAdapter: false })
  expect(await broadcastTo(cluster.url, 12, 4)).toMatchObject({ accepted: 10, expected: 120, received: 40, lost: 80, reach: 1 / 3 })
  expect((await cluster.workers()).map(({ mostSockets }) => mostSockets >= 4)).toEqual([true, true, true])
})

test('a cluster without sticky sessions is reported in the metrics and the failures of users who poll', async () => {
  const { metrics, scenarios } = await run({
    target: auctionsTarget({ workers: 2, break: ['sticky'] }),
    workers: 0,
    plugins: [socketio()],
    scenarios: {
      polling: { journey: socketio.hold({ transports: ['polling'], hold: '100ms' }), workload: { users: 4, iterations: 8 } },
      websocket: { journey: socketio.hold({ hold: '100ms' }), workload: { users: 4, iterations: 8 } },
    },
  })
  expect([...tagsOf(metrics['socketio_refused']), ...tagsOf(metrics['socketio_disconnects'])].join()).toContain(noStickySessions)
  const [polling, websocket] = scenarios
  expect(polling?.users?.failures.map(({ reason }) => reason).join()).toContain(noStickySessions)
  expect(websocket?.users).toMatchObject({ iterations: { completed: 8, failed: 0 } })
})

test('the auction service, whose sessions are sticky, serves its users with all its workers', async () => {
  const users = 8
  const [present, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sockets = new Map<number, number>()
  let [connected, acks] = [0, 0]
  const { metrics, scenarios } = await run({
    target: auctionsTarget({ workers: 2 }),
    workers: 0,
    plugins: [socketio()],
    scenarios: {
      all: {
        journey: async ({ http, socketio: client }) => {
          // The library for sticky sessions sometimes loses data while it hands a connection over.
          await client.connect('/', { timeout: '2s', reconnection: { delay: '10ms' } })
          if (++connected === users) present.resolve()
          await present.promise
          // Each request has a connection of its own, as the workers take turns.
          const health = (await http.get('/api/health')).json<{ readonly worker: number; readonly sockets: number }>()
          sockets.set(health.worker, health.sockets)
          if (++acks === users) asked.resolve()
          await asked.promise
        },
        workload: { users, iterations: users },
      },
    },
  })
  expect(new Set(sockets.keys())).toEqual(new Set([1, 2]))
  expect(Math.min(...sockets.values())).toBeGreaterThan(0)
  expect(metrics['socketio_connects']).toMatchObject({ count: users })
  expect(scenarios[0]?.users).toMatchObject({ iterations: { completed: users, failed: 0 } })
})

test('a cluster that refuses WebSocket is reported by users of WebSocket only, and serves users who poll', async () => {
  const { url } = await startCluster({ workers: 1, server: { transports: ['polling'] } })
  const { metrics, scenarios } = await run({
    target: url,
    workers: 0,
    plugins: [socketio()],
    scenarios: {
      websocket: { journey: socketio.hold(), workload: { users: 2, iterations: 2 } },
      polling: { journey: socketio.hold({ transports: ['polling'], hold: '100ms' }), workload: { users: 2, iterations: 2 } },
    },
  })
  const reason = 'websocket refused: status 400'
  expect(metrics['socketio_refused']).toMatchObject({ by: { series: [{ name: reason, count: 2 }] } })
  expect(scenarios[0]?.users?.failures).toMatchObject([{ reason: expect.stringContaining(reason), count: 2 }])
  expect(scenarios[1]?.users).toMatchObject({ iterations: { completed: 2, failed: 0 } })
})

test('a cluster with a worker that hangs is reported by the users of this worker with a ping timeout', async () => {
  const cluster = await startCluster({ server: { pingInterval: 300, pingTimeout: 700 } })
  const users = 4
  const sockets: Connection[] = []
  let timeouts = 0
  const { metrics, scenarios } = await run({
    target: cluster.url,
    workers: 0,
    plugins: [socketio()],
    scenarios: {
      all: {
        journey: async ({ socketio: client }) => {
          const socket = await client.connect()
          if (sockets.push(socket) === users) await stopOne(cluster)
          const { reason } = await socket.closed
          if (reason !== pingTimeout) return
          // Users of other workers were served all the time.
          if (++timeouts === users / 2) for (const other of sockets) other.close()
          throw new Error(reason)
        },
        workload: { users, iterations: users },
      },
    },
  })
  expect(timeouts).toBeGreaterThanOrEqual(users / 2)
  expect(tagsOf(metrics['socketio_disconnects'])).toContain(pingTimeout)
  expect(scenarios[0]?.users?.failures).toMatchObject([{ reason: expect.stringContaining(pingTimeout), count: timeouts }])
})

async function stopOne(cluster: SocketCluster): Promise<void> {
  const [worker] = await cluster.workers()
  if (worker === undefined) throw new Error('no worker has said who it is')
  process.kill(worker.pid, 'SIGSTOP')
}

function tagsOf(metric: MetricSummary | undefined): readonly string[] {
  return metric?.type === 'counter' ? (metric.by?.series.map(({ name }) => name) ?? []) : []
}
