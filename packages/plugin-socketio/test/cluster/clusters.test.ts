import { run, type MetricSummary } from '@benchpress/core'
import { auctionsTarget } from '@benchpress/example-nestjs'
import { expect, onTestFinished, test } from 'vitest'
import { socketio } from '../../src/index.ts'
import { startCluster } from '../servers/socket-cluster.ts'

const noStickySessions = 'Session ID unknown: the target is clustered without sticky sessions'

test('a cluster without sticky sessions is named, in the metrics and in the failures of users who poll', async () => {
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

test('a cluster without an adapter reaches those of one worker: 1/2 of two', async () => {
  const sockets: (readonly number[])[] = []
  const cluster = await startCluster(2, (socket, io) => {
    socket.on('say', (said: unknown, answer: () => void) => {
      sockets.push(cluster.sockets())
      io.emit('said', said)
      answer()
    })
  })
  onTestFinished(() => cluster.close())
  const { deliveries } = await run({
    target: cluster.url,
    workers: 0,
    plugins: [socketio()],
    scenarios: {
      audience: { journey: socketio.hold({ messages: ['said'] }), workload: { users: 10, duration: '4s', gracefulStop: '200ms' } },
      speaker: {
        journey: socketio.broadcast({ event: 'say', expected: 10 }),
        workload: { rate: '20/s', duration: '500ms' },
        startAfter: '1s',
      },
    },
  })
  // Both have users.
  for (const each of sockets) expect(Math.min(...each)).toBeGreaterThanOrEqual(5)
  expect(deliveries).toMatchObject([{ accepted: 10, expected: 100, received: 50, lost: 50, reach: 0.5 }])
})

function tagsOf(metric: MetricSummary | undefined): readonly string[] {
  return metric?.type === 'counter' ? (metric.by?.series.map(({ name }) => name) ?? []) : []
}
