import { expect, test } from 'vitest'
import { ManualAlarms } from '../../test/servers/manual-alarms.ts'
import { ManualClock } from '../base/clock/manual-clock.ts'
import { ThreadDeadline } from './load-threads.ts'

const second = 1e6

// Threads that are to have ended at 10 s; `heardAt` is when they were heard of last.
function createThreads() {
  const clock = new ManualClock()
  const alarms = new ManualAlarms(clock)
  const threads = {
    heardAt: 0,
    endedAt: undefined as number | undefined,
    silence: () => clock.now() - threads.heardAt,
    terminate: async () => {
      threads.endedAt ??= clock.now()
    },
  }
  const deadline = new ThreadDeadline(threads, clock, alarms.create)
  deadline.set(10 * second)
  return { alarms, clock, threads, deadline }
}

test('a thread that is silent for five seconds is ended five seconds behind its graceful stop', async () => {
  const { alarms, threads } = createThreads()
  threads.heardAt = 9 * second
  await alarms.pass(60 * second)
  expect(threads.endedAt).toBe(15 * second)
})

test('a thread that reports is waited for until it falls silent', async () => {
  const { alarms, clock, threads } = createThreads()
  while (clock.now() < 18 * second) {
    threads.heardAt = clock.now()
    await alarms.pass(second)
  }
  expect(threads.endedAt).toBeUndefined()
  await alarms.pass(60 * second)
  expect(threads.endedAt).toBe(22 * second)
})

test('a thread that reports for ever is ended half a minute behind its graceful stop', async () => {
  const { alarms, clock, threads } = createThreads()
  while (clock.now() < 60 * second) {
    threads.heardAt = clock.now()
    await alarms.pass(second)
  }
  expect(threads.endedAt).toBe(40 * second)
})

test('a report that came while the calling thread was held up counts', async () => {
  const { alarms, clock, threads } = createThreads()
  // Read in the turn of the event loop that follows the timers.
  const held = alarms.block(20 * second)
  threads.heardAt = 20 * second
  await held
  expect([clock.now(), threads.endedAt]).toEqual([20 * second, undefined])
})

test('an interruption brings the end forward, and an end leaves nothing to be done', async () => {
  const { alarms, threads, deadline } = createThreads()
  deadline.set(2 * second)
  await alarms.pass(8 * second)
  expect(threads.endedAt).toBe(7 * second)
  threads.endedAt = undefined
  deadline.set(20 * second)
  deadline.clear()
  await alarms.pass(60 * second)
  expect(threads.endedAt).toBeUndefined()
})
