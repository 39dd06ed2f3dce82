import { expect, test } from 'vitest'
import type { Delay } from '../servers/message-server-options.ts'
import { runThreads, timesOf } from './run-threads.ts'
import { expectSameTimes, unseenStop } from './same-times.ts'

test.each<{ readonly name: string; readonly delay: Delay }>([
  { name: '20 ms', delay: { constant: 20 } },
  { name: 'anything from 5 to 80 ms', delay: { uniform: [5, 80] } },
  { name: '30 ms on average, exponentially distributed', delay: { exponential: 30 } },
])('the delivery time, from one load thread to another, is that of a server that takes $name', async ({ delay }) => {
  const { result, times } = await runThreads({ server: { delay }, subscribersOfEach: 1, rate: 600 })
  const [deliveries] = result.deliveries
  if (deliveries === undefined) throw new Error('no deliveries')
  const { sent } = deliveries
  // An iteration of the warm-up may send at the begin of the run phase, on each thread: more where one stood still at that moment.
  const stop = Math.max(...result.generator.threads.map(({ loopDelay }) => loopDelay.max)) + unseenStop
  expect(sent).toBeGreaterThanOrEqual(1800)
  expect(sent).toBeLessThanOrEqual(1800 + 2 + 600 * (stop / 1000))
  expect(deliveries).toMatchObject({ accepted: sent, received: sent, duplicated: 0, lost: 0, deliveryTime: { count: sent } })
  // Delays that differ let messages overtake each other.
  const rules = result.verdict.reasons.map(({ rule }) => rule).filter((rule) => rule !== 'deliveries-out-of-order')
  expect(rules.filter((rule) => rule.startsWith('deliveries-'))).toEqual([])
  expectSameTimes({ measured: deliveries.deliveryTime, truth: times.delays, result, lateness: times.lateness })
})

test('the time to open and the reconnect gap are what the server saw', async () => {
  // A connection lives for about 50 ms, and another one is open 150 ms later.
  const server = { endAfter: 5, retry: 100, openDelay: 50 }
  const { result, times } = await runThreads({ server, subscribersOfEach: 10, rate: 200 })
  const { lateness } = times
  // Those at whose time the run ended are not known to both sides.
  const [opens, gaps] = [timesOf(result.metrics['sse_time_to_open']), timesOf(result.metrics['sse_reconnect_gap'])]
  expect(Math.min(opens.count, gaps.count)).toBeGreaterThan(150)
  expectSameTimes({ measured: opens, truth: times.opens, result, lateness })
  expectSameTimes({ measured: gaps, truth: times.reconnectGaps, result, lateness })
})

test('the gap between heartbeats is what the server saw', async () => {
  const { result, times } = await runThreads({ server: { heartbeat: 50 }, subscribersOfEach: 10, rate: 10 })
  const { lateness } = times
  const gaps = timesOf(result.metrics['sse_heartbeat_gap'])
  expect(gaps.count).toBeGreaterThan(1000)
  expectSameTimes({ measured: gaps, truth: times.heartbeatGaps, result, lateness })
})

test('a stall is as long as it was', async () => {
  // In the second second of the run phase.
  const { result, times } = await runThreads({
    server: { stall: { behind: 400, until: 401, length: 1000 } },
    subscribersOfEach: 1,
    rate: 200,
  })
  const [stall, ...others] = result.deliveries[0]?.stalls ?? []
  expect(others).toEqual([])
  // A message comes each 5 ms. What the threads say of their own lateness comes on top: the message that the stall began behind may be late, and so may the first one behind it.
  const late = Math.max(...result.generator.threads.map(({ loopDelay }) => loopDelay.max)) + times.lateness.max + unseenStop
  const length = (stall?.length ?? 0) * 1000
  expect(length, `threads were ${late} ms late`).toBeGreaterThanOrEqual(1000 - 10 - late)
  expect(length, `threads were ${late} ms late`).toBeLessThanOrEqual(1000 + 20 + late)
})
