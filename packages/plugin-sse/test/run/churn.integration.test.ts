import { setTimeout as sleep } from 'node:timers/promises'
import { run, type Result } from '@benchpress/core'
import { expect, test, type TestContext } from 'vitest'
import { sse } from '../../src/index.ts'
import type { MessageServerOptions } from '../servers/message-server-options.ts'
import { MessageServer } from '../servers/message-server.ts'

const recipients = { count: 2, name: 'id_{index}' }

async function startServer({ onTestFinished }: TestContext, options: MessageServerOptions): Promise<MessageServer> {
  const server = await MessageServer.start(options)
  onTestFinished(() => server.close())
  return server
}

// Subscribers are there before the first message, and outlast the last one by more than the longest transit.
async function churn(server: MessageServer, resume: false | 'header'): Promise<Result> {
  const over = new AbortController()
  const start = performance.now()
  const running = run(
    {
      target: server.url,
      workers: 2,
      plugins: [sse()],
      scenarios: {
        subscribers: {
          journey: sse.subscribe({
            path: '/events?ids={recipients}',
            recipients,
            payload: { json: 'message' },
            dataless: true,
            heartbeat: { type: 'heartbeat' },
            churn: 0.1,
            resume,
            // Without an initial id, a connection that ends before its first message has no id to resume after.
            ...(resume === false ? {} : { lastEventId: '0' }),
          }),
          workload: { users: 20, duration: '1h', gracefulStop: '100ms' },
        },
        publishers: {
          journey: sse.publish({ path: '/message?to={to}', body: '{stamp}', recipients: { ...recipients, count: 40 } }),
          // No fewer users than messages, so that none can be dropped.
          workload: { rate: '400/s', iterations: 600, maxUsers: 600 },
        },
      },
      timeout: '1h',
    },
    { signal: over.signal },
  )
  // The race ends where the run fails before all messages were posted.
  await Promise.race([fetch(`${server.url}/when?posted=600`), running])
  // More than the longest transit; on a slow machine, twice the time that all messages took.
  await sleep(Math.max(2500, 2 * (performance.now() - start)))
  over.abort()
  return await running
}

// Both tests run at a time, and are judged only by their counts.
test.concurrent('with churn every missing message is missing because of a gap', async (context) => {
  const server = await startServer(context, { heartbeat: 50, waitsFor: { opened: 20 } })
  const result = await churn(server, false)
  const { deliveries, metrics } = result
  const [counts] = deliveries
  expect(counts).toMatchObject({ sent: 600, accepted: 600, expected: 600, duplicated: 0, lostByTarget: 0, lostAfterLeaving: 0 })
  expect(counts?.lost).toBe(counts?.lostInGap)
  expect((counts?.received ?? 0) + (counts?.lost ?? 0)).toBe(600)
  const counted = metrics['sse_opened']
  if (counted?.type !== 'counter') throw new Error('no counter')
  const opened = counted.count
  expect(opened).toBeGreaterThan(40)
  // Connections that were being opened at the end of the test count as open only at the server.
  const onTheirWay = server.counters.opened - opened
  expect(onTheirWay).toBeGreaterThanOrEqual(0)
  expect(onTheirWay).toBeLessThanOrEqual(result.scenario('subscribers').counts.outcomes.aborted)
  expect(metrics).toMatchObject({
    sse_closed: { count: opened },
    sse_reconnect_gap: { values: { count: opened - 20 } },
  })
})

test.concurrent('with churn and the last id nothing is lost, and nothing comes twice', async (context) => {
  const server = await startServer(context, { heartbeat: 50, keeps: true, waitsFor: { opened: 20 } })
  const { deliveries, metrics } = await churn(server, 'header')
  expect(deliveries).toMatchObject([{ sent: 600, accepted: 600, received: 600, lost: 0, duplicated: 0 }])
  const resumes = metrics['sse_resumes']
  if (resumes?.type !== 'rate') throw new Error('no rate')
  expect(resumes.total).toBeGreaterThan(0)
  expect(resumes.hits).toBe(resumes.total)
})
