import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/base/clock/clock.ts'
import { summarizeTimes } from '../../src/model/metrics/time-summary.ts'
import { LoadAgainstSockets, waitUntilTold } from '../servers/load-against-sockets.ts'
import { responseOf } from '../servers/memory-load.ts'

const responsesOfEach = 500

let against: LoadAgainstSockets
beforeAll(async () => {
  against = await LoadAgainstSockets.start()
})
afterAll(async () => await against.end())

/** Responds to a number of requests of each connection, and no more. */
function respondToSome(socket: Socket): void {
  let left = responsesOfEach
  socket.on('data', (bytes) => {
    const asked = Math.min(left, bytes.toString('latin1').split('\r\n\r\n').length - 1)
    left -= asked
    if (asked > 0) socket.write(responseOf().repeat(asked))
  })
}

test('requests to a real server that stands still are in the figures with their age when the test is interrupted', async () => {
  against.serve = respondToSome
  const { load, told, totals } = await against.create({ duration: 60e6, gracefulStop: 100_000 })
  load.start(systemClock.now())
  await vi.waitFor(() => expect(totals().run.outcomes.ok).toBe(2 * responsesOfEach), { timeout: 20_000, interval: 5 })
  load.stop()
  await waitUntilTold(told, 'drained')
  const { run, responseTime } = totals()
  const { max, unfinished } = summarizeTimes(responseTime)
  // Two connections with three requests in flight each, which had waited for the whole graceful stop.
  expect([run.started, run.outcomes.aborted, unfinished?.count]).toEqual([2 * responsesOfEach + 6, 6, 6])
  expect(unfinished?.lowerBounds).toEqual(expect.arrayContaining(['mean', 'stdev', 'max']))
  expect(unfinished?.shortest).toBeGreaterThanOrEqual(100)
  expect(max).toBe(Math.max(unfinished?.longest ?? 0, responseTime.max / 1000))
})
