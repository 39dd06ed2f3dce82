import { run, type Config } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { sse } from '../../src/index.ts'
import { MessageServer } from '../servers/message-server.ts'

const recipients = { count: 2, name: 'id_{index}' }

function messages(target: string, workers: number): Config {
  return {
    target,
    workers,
    plugins: [sse()],
    scenarios: {
      subscribers: {
        journey: sse.subscribe({
          path: '/events?ids={recipients}',
          recipients,
          payload: { json: 'message', base64: true },
          dataless: true,
          heartbeat: { type: 'heartbeat' },
          events: ['message', 'heartbeat'],
        }),
        // Polls until all messages have arrived.
        workload: { users: 10, duration: '1h', gracefulStop: '100ms' },
      },
      publishers: {
        journey: sse.publish({
          path: '/message?to={to}',
          body: 'Hello from {from} to {to}: {stamp}',
          encode: 'base64',
          recipients: { ...recipients, count: 20 },
        }),
        // No fewer users than messages, so that none can be dropped.
        workload: { rate: '100/s', iterations: 100, maxUsers: 100 },
      },
    },
    timeout: '1h',
    thresholds: { deliveries_received: { threshold: 'count < 100', abortOnFail: true, after: 0 } },
  }
}

// All tests run at a time, and are judged only by their counts.
describe.concurrent.each([0, 1, 2])('with %d workers', (workers) => {
  test('every message that is sent is received, as the server counted', async ({ onTestFinished }) => {
    // All subscribers are there, and have received a heartbeat, before the first message.
    const server = await MessageServer.start({ heartbeat: 100, waitsFor: { opened: 10, heartbeats: 20 } })
    onTestFinished(() => server.close())
    const result = await run(messages(server.url, workers))
    const { counters } = server
    expect(result.interrupted).toMatchObject({ cause: 'threshold' })
    expect(result.deliveries).toMatchObject([
      { name: 'sse', sent: 100, accepted: 100, refused: 0, expected: 100, received: 100, lost: 0, duplicated: 0, unstamped: 0, foreign: 0 },
    ])
    expect(counters).toMatchObject({ posted: 100, written: 100, opened: 10 })
    const { metrics, scenarios } = result
    expect(metrics).toMatchObject({
      sse_opened: { count: 10 },
      sse_closed: { count: 10, by: { series: [{ name: 'client', count: 10 }] } },
      sse_refused: { count: 0 },
    })
    const events = metrics['sse_events']
    const heartbeats = metrics['sse_heartbeats']
    if (events?.type !== 'counter' || heartbeats?.type !== 'counter') throw new Error('no counters')
    expect(events.count - heartbeats.count).toBe(100)
    expect(heartbeats.count).toBeGreaterThan(0)
    expect(heartbeats.count).toBeLessThanOrEqual(counters.heartbeats)
    const subscribers = scenarios.find(({ name }) => name === 'subscribers')
    expect(subscribers?.users?.checks).toMatchObject([{ name: 'event type', passed: events.count, failed: 0 }])
    expect(subscribers?.endpoints.map(({ name }) => name)).toEqual(['GET /events'])
  })
})
