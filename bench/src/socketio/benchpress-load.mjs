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
const { socketio_emits: emits, socketio_round_trip_time: times } = result.metrics
if (emits?.type !== 'counter' || times?.type !== 'trend') throw new Error('the metrics are missing')
if (result.verdict.level === 'invalid') console.error(result.verdict.reasons.map(({ text }) => text).join('\n'))
const { count, p50, p99 } = times.values
console.log(JSON.stringify({ sent: emits.count, acked: count, p50, p99 }))
