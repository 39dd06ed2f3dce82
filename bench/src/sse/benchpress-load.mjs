// Plain JavaScript, because Node's type stripper would count in CPU and memory of this process.
import { fileURLToPath } from 'node:url'
import { run } from '@benchpress/core'
import { sse } from '@benchpress/plugin-sse'

/** @type {{ url: string, subscribers: number, ids: number, rate: number, seconds: number }} */
const { url, subscribers, ids, rate, seconds } = JSON.parse(process.argv[2] ?? '')
/** @type {(file: string) => string} */
const journeyAt = (file) => fileURLToPath(new URL(file, import.meta.url))

const result = await run({
  target: url,
  workers: 1,
  plugins: [sse()],
  env: { subscribers: String(subscribers), ids: String(ids) },
  scenarios: {
    subscribers: { journey: journeyAt('subscriber.mjs'), workload: { users: subscribers, duration: seconds + 3, gracefulStop: 0 } },
    senders: {
      journey: journeyAt('sender.mjs'),
      connections: { pool: 20 },
      startAfter: 2,
      workload: { rate, duration: seconds, maxUsers: 2000, reuseUsers: true },
    },
  },
})
const [delivery] = result.deliveries
const dropped = result.scenario('senders').users?.iterations.dropped ?? 0
const { sent = 0, accepted = 0, received = 0, duplicated = 0, deliveryTime } = delivery ?? {}
const { p50 = null, p99 = null } = deliveryTime ?? {}
if (result.verdict.level === 'invalid') console.error(result.verdict.reasons.map(({ text }) => text).join('\n'))
console.log(JSON.stringify({ sent, accepted, received, duplicated, dropped, p50, p99 }))
