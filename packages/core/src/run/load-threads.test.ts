import { expect, test } from 'vitest'
import { ManualAlarms } from '../../test/servers/manual-alarms.ts'
import { ManualClock } from '../base/clock/clock.ts'
import type { LoadGenerator, ShareEvents } from '../load/worker/load-generator.ts'
import type { ThreadShare } from '../load/worker/thread-messages.ts'
import { LoadCollector } from './load-collector.ts'
import { LoadThreads, ThreadDeadline } from './load-threads.ts'
import { judgeScarcity } from './resource-sampler.ts'
import { watchMachine } from '../target/disturbance.ts'

const second = 1e6

// Threads that are to have ended at 10 s, with when each was heard of last, and when it was ended.
function createThreads() {
  const clock = new ManualClock()
  const alarms = new ManualAlarms(clock)
  const [first, other] = [0, 1].map(() => ({ heardAt: 0, endedAt: undefined as number | undefined }))
  if (first === undefined || other === undefined) throw new Error('two threads')
  const endSilent = (patience: number): number => {
    const left = [first, other].map((thread) => {
      if (thread.endedAt !== undefined) return Infinity
      const silence = clock.now() - thread.heardAt
      if (silence < patience) return patience - silence
      thread.endedAt = clock.now()
      return Infinity
    })
    return Math.min(...left)
  }
  const deadline = new ThreadDeadline({ endSilent }, clock, alarms.create)
  deadline.set(10 * second)
  const hear = (...threads: { heardAt: number }[]): void => {
    for (const thread of threads) thread.heardAt = clock.now()
  }
  return { alarms, clock, first, other, hear, deadline }
}

test('a thread that is silent for five seconds is terminated five seconds after its graceful stop', async () => {
  const { alarms, first, other } = createThreads()
  first.heardAt = 9 * second
  await alarms.pass(60 * second)
  expect([first.endedAt, other.endedAt]).toEqual([15 * second, 15 * second])
})

test('a thread that reports is awaited until it falls silent, whatever other threads do', async () => {
  const { alarms, clock, first, other, hear } = createThreads()
  while (clock.now() < 18 * second) {
    hear(first)
    await alarms.pass(second)
  }
  expect([first.endedAt, other.endedAt]).toEqual([undefined, 15 * second])
  await alarms.pass(60 * second)
  expect(first.endedAt).toBe(22 * second)
})

test('threads that report for ever are terminated half a minute after their graceful stop', async () => {
  const { alarms, clock, first, other, hear } = createThreads()
  while (clock.now() < 60 * second) {
    hear(first, other)
    await alarms.pass(second)
  }
  expect([first.endedAt, other.endedAt]).toEqual([40 * second, 40 * second])
})

test('a report that came while the calling thread was held up counts', async () => {
  const { alarms, clock, first, other, hear } = createThreads()
  // Read in the turn of the event loop that follows the timers.
  const held = alarms.block(20 * second)
  hear(first, other)
  await held
  expect([clock.now(), first.endedAt, other.endedAt]).toEqual([20 * second, undefined, undefined])
})

test('an interruption moves the deadline of threads forward, and after the end nothing is left to do', async () => {
  const { alarms, first, other, deadline } = createThreads()
  deadline.set(2 * second)
  await alarms.pass(8 * second)
  expect(first.endedAt).toBe(7 * second)
  for (const thread of [first, other]) thread.endedAt = undefined
  deadline.set(20 * second)
  deadline.clear()
  await alarms.pass(60 * second)
  expect(first.endedAt).toBeUndefined()
})

/** Load threads with a generator that only notes which of them are terminated. */
function createLoad() {
  const terminated: number[] = []
  let events: ShareEvents | undefined
  const generator: LoadGenerator = {
    threads: 2,
    start: (_, heard) => {
      events = heard
      return { order: () => {}, terminate: (worker) => terminated.push(worker), end: async () => {} }
    },
  }
  const shares = [0, 1].map((worker): ThreadShare => ({ worker, run: 'abc', secrets: [], plugins: [], scenarios: [], maxHeaderSize: 1 }))
  const lost = { onLost: () => {}, onBailout: () => {}, onStray: () => {} }
  const threads = new LoadThreads([{ generator, shares }], new LoadCollector(0, 2), lost)
  const report = (worker: number): void => events?.onReport(worker, { type: 'started', at: 0 })
  return { threads, terminated, report, exit: (worker: number) => events?.onExit(worker, 'gone') }
}

test('a thread that does not report for a minute is terminated, once, whatever the others do', () => {
  const { threads, terminated, report } = createLoad()
  for (const worker of [0, 1]) report(worker)
  for (let calls = 0; calls < 60; calls++) {
    threads.endStuck()
    report(1)
  }
  expect(terminated).toEqual([])
  for (let calls = 0; calls < 60; calls++) threads.endStuck()
  expect(terminated).toEqual([0])
})

test('a thread that has not started, or has ended, is not stuck', () => {
  const { threads, terminated, report, exit } = createLoad()
  report(1)
  exit(1)
  for (let calls = 0; calls < 200; calls++) threads.endStuck()
  expect(terminated).toEqual([])
})

const disturbance = { ...watchMachine()(), throttled: null }

test('CPU is scarce from when the machine is full until a good part of it is idle', () => {
  const isScarce = judgeScarcity(4)
  const judged = [3.7, 3.9, 3.7, 2.9, 2.7, 3.7].map((hostCpu) => isScarce({ hostCpu, disturbance }))
  expect(judged).toEqual([false, true, true, true, false, false])
})

test('CPU is scarce while a quota is used up', () => {
  const isScarce = judgeScarcity(4)
  expect(isScarce({ hostCpu: 1, disturbance: { ...disturbance, throttled: 0.1 } })).toBe(true)
  expect(isScarce({ hostCpu: 1, disturbance: { ...disturbance, throttled: 0 } })).toBe(false)
})
