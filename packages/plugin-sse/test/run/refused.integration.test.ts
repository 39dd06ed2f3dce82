import { setTimeout as sleep } from 'node:timers/promises'
import { journey as journeyOf, run, type Config } from '@benchpress/core'
import { afterEach, describe, expect, test } from 'vitest'
import { sse, type Subscription, type PublishOptions, type SubscribeJourneyOptions } from '../../src/index.ts'
import { startEvents, startServer, type LoopbackServer, type Respond } from '../servers/loopback-server.ts'

let server: LoopbackServer

afterEach(() => server.close())

async function config(respond: Respond, journey: SubscribeJourneyOptions | PublishOptions, workload: object): Promise<Config> {
  server = await startServer(respond)
  const reference = 'body' in journey ? sse.publish(journey) : sse.subscribe(journey)
  return { target: server.url, workers: 1, plugins: [sse()], scenarios: { all: { journey: reference, workload } } } as Config
}

describe('subscribers that are refused', () => {
  test('refused subscribers are counted by reason, fail, and do not retry as fast as they can', async () => {
    const given = await config(
      (response) => response.writeHead(401).end(),
      { path: '/events', retry: '300ms' },
      { users: 3, iterations: 6 },
    )
    const { metrics, scenarios } = await run(given)
    expect(metrics).toMatchObject({
      sse_opened: { count: 0 },
      sse_refused: { count: 6, by: { series: [{ name: 'status 401', count: 6 }] } },
      iteration_duration: { values: { min: expect.any(Number) } },
    })
    expect(scenarios[0]?.users?.iterations).toMatchObject({ started: 6, completed: 0, failed: 6 })
    expect(scenarios[0]?.users?.failures).toMatchObject([{ reason: expect.stringContaining('/events: status 401'), count: 6 }])
    expect(scenarios[0]?.users?.iterationDuration.min).toBeGreaterThanOrEqual(300)
    expect(server.requests.length).toBe(6)
  })
})

test('subscribers that all wait in vain for an event make the test invalid, although they waited for the target', async () => {
  server = await startServer((response) => startEvents(response))
  const journey = journeyOf(async ({ sse: events }) => {
    const subscription = events.subscribe('/events')
    await subscription.opened
    await Promise.race([once(subscription), sleep(50).then(() => Promise.reject(new Error('no event came')))])
  })
  const { verdict, scenarios } = await run({
    target: server.url,
    plugins: [sse()],
    scenarios: { all: { journey, workload: { users: 2, iterations: 6 } } },
  })
  expect(scenarios[0]?.users?.iterations).toMatchObject({ started: 6, failed: 6 })
  expect([verdict.level, verdict.reasons[0]?.rule]).toEqual(['invalid', 'no-success'])
})

async function once(subscription: Subscription): Promise<void> {
  for await (const _ of subscription) return
}

test('messages that the target does not accept count as refused', async () => {
  const options = { path: '/message?to={to}', query: { from: '{from}' }, body: '{"text":"{stamp}"}', recipients: { count: 3 } }
  const given = await config((response, index) => response.writeHead(index % 2 === 0 ? 200 : 400).end(), options, {
    users: 1,
    iterations: 10,
  })
  const { deliveries } = await run(given)
  expect(deliveries).toMatchObject([{ sent: 10, accepted: 5, refused: 5, unanswered: 0 }])
  for (const { url } of server.requests) expect(url).toMatch(/^\/message\?to=[012]&from=[012]$/)
})
