import { run } from '@benchpress/core'
import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { sse } from '../../src/index.ts'

const bridge = fileURLToPath(new URL('../../../../examples/bridge/src/server.ts', import.meta.url))
const [subscribers, ids, messages] = [200, 5, 1200]

let child: ChildProcess | undefined

afterEach(() => child?.kill())

test('200 subscribers for 5 ids each receive 400 messages a second from the bridge, with none lost, repeated or dropped by its counters', async () => {
  const url = await startBridge()
  const recipients = { name: 'id_{index}' }
  const result = await run({
    target: url,
    workers: 2,
    plugins: [sse()],
    scenarios: {
      subscribers: {
        journey: sse.subscribe({
          path: '/events?client_id={recipients}',
          recipients: { ...recipients, count: ids },
          payload: { json: 'message', base64: true },
          heartbeat: { type: 'heartbeat' },
          dataless: true,
          events: ['message', 'heartbeat'],
        }),
        // Polls until all messages have arrived.
        workload: { users: subscribers, duration: '1h', gracefulStop: '100ms' },
      },
      publishers: {
        journey: sse.publish({
          path: '/message?client_id={from}&to={to}&ttl=300',
          body: 'Hello from {from}: {stamp}',
          encode: 'base64',
          recipients: { ...recipients, count: subscribers * ids },
        }),
        // No fewer users than messages, so that none can be dropped; messages before their subscriber are kept for it.
        workload: { rate: '400/s', iterations: messages, maxUsers: messages, reuseUsers: true },
        startAfter: '1s',
      },
    },
    thresholds: { deliveries_received: { threshold: `count < ${messages}`, abortOnFail: true, after: 0 } },
  })
  const counted = { sent: messages, accepted: messages, expected: messages, received: messages, lost: 0, duplicated: 0, outOfOrder: 0 }
  expect(result.deliveries).toMatchObject([{ ...counted, misdelivered: 0, foreign: 0, unstamped: 0, gaps: 0 }])
  const [subscribing, publishing] = [result.scenario('subscribers'), result.scenario('publishers')]
  expect(publishing.counts).toMatchObject({ scheduled: messages, started: messages, dropped: 0, outcomes: { ok: messages } })
  expect(result.metrics['sse_opened']).toMatchObject({ count: subscribers })
  expect(subscribing.users?.checks).toMatchObject([{ name: 'event type', failed: 0 }])
  expect(await readCounters(url)).toMatchObject({ messages_accepted_total: messages, messages_sent_to_clients_total: messages })
})

async function startBridge(): Promise<string> {
  const started = spawn(process.execPath, [bridge, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  child = started
  for await (const line of createInterface(started.stdout)) {
    const url = /listening on ([^\s,]+)/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('the bridge ended without a word')
}

async function readCounters(url: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Object.fromEntries([...text.matchAll(/^(\w+) (\d+)$/gm)].map(([, name = '', count]) => [name, Number(count)]))
}
