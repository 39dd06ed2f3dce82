import { expect, test } from 'vitest'
import { Histogram } from '../../model/metrics/histogram.ts'
import { ScenarioRecorder } from '../../measure/recorder/scenario-recorder.ts'
import type { ScenarioSnapshot } from '../../measure/recorder/snapshot.ts'
import { busyThread, Timing, unhurriedService } from './timing.ts'
import { createWakerMemory, reportScarcity, WakerSeat } from './waker.ts'

function snapshot(...serviceTimes: readonly number[]): ScenarioSnapshot {
  const times = new Histogram()
  for (const time of serviceTimes) times.record(time)
  const window = { index: 0, responded: 0, ok: 0, failed: 0, bytes: 0, responseTime: times.snapshot(), serviceTime: times.snapshot() }
  return { ...new ScenarioRecorder().take(0), windows: [window] }
}

test('auto timing is precise until the target is slow, and again when it is fast', () => {
  const timing = new Timing(new WakerSeat(createWakerMemory(1), 0), 'auto', () => 0.1)
  const after = (...times: number[]): boolean => {
    timing.learn(snapshot(...times))
    return timing.isPrecise
  }
  expect(timing.isPrecise).toBe(true)
  expect(after()).toBe(true)
  expect(after(100, unhurriedService - 1, 90_000)).toBe(true)
  expect(after(100, unhurriedService + 10, 90_000)).toBe(false)
  expect(after()).toBe(false)
  expect(after(100)).toBe(true)
})

test('auto timing is coarse from when the thread is busy until it has much more time than being woken takes', () => {
  let utilization = busyThread.above
  const timing = new Timing(new WakerSeat(createWakerMemory(1), 0), 'auto', () => utilization)
  const judged = [0, 0.01, -0.1, -0.44, -0.46, -0.1].map((more) => {
    utilization = busyThread.above + more
    timing.learn(snapshot())
    return timing.isPrecise
  })
  expect(judged).toEqual([true, false, false, false, true, true])
})

test('the times of wakers and timers add up from the start of the run phase on', () => {
  const timing = new Timing(new WakerSeat(createWakerMemory(1), 0), 'auto')
  timing.used(true, 500)
  timing.begin(1000)
  for (const [isPrecise, now] of [
    [true, 900],
    [true, 1010],
    [false, 1050],
    [true, 1051],
  ] as const) {
    timing.used(isPrecise, now)
  }
  expect(timing.takeUse()).toEqual({ precise: 11, coarse: 40 })
  timing.used(false, 2051)
  expect(timing.takeUse()).toEqual({ precise: 0, coarse: 1000 })
})

test('auto timing is coarse while CPU is scarce', () => {
  const memory = createWakerMemory(1)
  const timing = new Timing(new WakerSeat(memory, 0), 'auto')
  reportScarcity(memory, true)
  expect(timing.isPrecise).toBe(false)
  reportScarcity(memory, false)
  expect(timing.isPrecise).toBe(true)
})

test.each([
  ['precise', true],
  ['coarse', false],
] as const)('%s timing never changes, whatever the target and the machine do', (mode, isPrecise) => {
  const memory = createWakerMemory(1)
  const timing = new Timing(new WakerSeat(memory, 0), mode, () => 1)
  reportScarcity(memory, true)
  timing.learn(snapshot(90_000))
  expect(timing.isPrecise).toBe(isPrecise)
})
