import { run } from '@benchpress/core'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { socketio } from '../../src/index.ts'

const entry = fileURLToPath(new URL('../servers/slow-server-entry.ts', import.meta.url))

test.each([20, 100])('the round-trip time is that of a server that answers after %d ms', async (delay) => {
  const child = fork(entry, [String(delay)])
  onTestFinished(() => void child.kill())
  const [target] = (await once(child, 'message')) as [string]
  const { metrics, generator } = await run({
    target,
    workers: 1,
    plugins: [socketio()],
    scenarios: {
      acks: { journey: socketio.echo({ event: 'ack' }), workload: { users: 5, iterations: 100 } },
      replies: { journey: socketio.echo({ event: 'ask', reply: 'answer' }), workload: { users: 5, iterations: 100 } },
    },
  })
  child.send('delays')
  const [delays] = (await once(child, 'message')) as [readonly number[]]
  const truth = delays.toSorted((a, b) => a - b)
  const measured = metrics['socketio_round_trip_time']
  if (measured?.type !== 'trend') throw new Error('no trend')
  expect(measured.values.count).toBe(200)
  expect(truth.length).toBe(200)
  // A thread that gets no CPU sees an answer only when it runs again.
  const lateness = Math.max(...generator.threads.map(({ loopDelay }) => loopDelay.p99))
  const tolerance = Math.max(2, delay * 0.02) + lateness
  expect(Math.abs((measured.values.p50 ?? Number.NaN) - (truth[99] ?? Number.NaN))).toBeLessThanOrEqual(tolerance)
  // No answer can be there before it was sent.
  expect(measured.values.min).toBeGreaterThanOrEqual((truth[0] ?? Number.NaN) - 0.01)
})
