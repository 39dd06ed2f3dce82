// Plain JavaScript, because Node's type stripper would count in CPU and memory of this process.
import { run } from '@benchpress/core'
import { socketio } from '@benchpress/plugin-socketio'

/** @type {import('./echo-load.ts').EchoLoad} */
const { url, users, seconds } = JSON.parse(process.argv[2] ?? '')

const result = await run({
  target: url,
  workers: 1,
  plugins: [socketio()],
  scenarios: { all: { journey: socketio.echo({ event: 'echo' }), workload: { users, duration: seconds, gracefulStop: '10s' } } },
})
const { socketio_emits: emits } = result.metrics
const echoes = result.scenario('all').users?.pluginRequests[0]?.endpoints.find(({ name }) => name === 'echo')
if (emits?.type !== 'counter' || echoes === undefined) throw new Error('the figures are missing')
if (result.verdict.level === 'invalid') console.error(result.verdict.reasons.map(({ text }) => text).join('\n'))
const { p50, p99 } = echoes.serviceTime
console.log(JSON.stringify({ sent: emits.count, acked: echoes.counts.outcomes.ok, p50, p99 }))
