import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ResourceSample, ThreadSecond } from '../result/summary/generator-summary.ts'
import { meanOf } from '../result/verdict/stretches.ts'
import { mergeResources, mergeThreadSeconds, SampleList } from './sample-list.ts'

const second = (at: number, changes: Partial<ThreadSecond> = {}): ThreadSecond => ({
  at,
  length: 1,
  utilization: 0.5,
  cpu: 0.4,
  loopDelay: { p50: 1, p99: 2, max: 3 },
  ...changes,
})

test('keeps each second of a short test as it is', () => {
  const list = new SampleList(2, mergeThreadSeconds)
  const seconds = Array.from({ length: 600 }, (_, at) => second(at + 1))
  for (const each of seconds) list.add(each)
  expect(list.list()).toEqual(seconds)
  expect(list.last).toBe(seconds[599])
})

test('ten minutes of one of 200 threads are 37 samples of sixteen seconds, and the seconds since the last of them are one', () => {
  const list = new SampleList(200, mergeThreadSeconds)
  for (let at = 1; at <= 603; at++) list.add(second(at, { utilization: at <= 300 ? 0.2 : 0.8 }))
  const samples = list.list()
  expect(samples).toHaveLength(38)
  expect(samples[0]).toEqual(second(16, { length: 16, utilization: 0.2 }))
  expect(samples[18]).toMatchObject({ at: 304, length: 16, utilization: expect.closeTo(0.35) })
  expect(samples.at(-1)).toMatchObject({ at: 603, length: 11, utilization: expect.closeTo(0.8) })
})

test('any number of samples keeps its time, its means and its largest delay, and never becomes too many', () => {
  const value = fc.double({ min: 0, max: 1, noNaN: true })
  const sample = fc.record({ length: fc.integer({ min: 1, max: 2000 }), utilization: value, cpu: fc.option(value), delay: value })
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 1000 }), (given) => {
      const list = new SampleList(1000, mergeThreadSeconds)
      let at = 0
      const added = given.map(({ delay, ...of }) => ({ at: (at += of.length), ...of, loopDelay: { p50: delay, p99: delay, max: delay } }))
      for (const each of added) list.add(each)
      const samples = list.list()
      expect(samples.length).toBeLessThanOrEqual(60)
      expect(samples.reduce((sum, { length }) => sum + length, 0)).toBe(at)
      expect(samples.at(-1)?.at).toBe(at)
      expect(meanOf(samples, ({ utilization }) => utilization)).toBeCloseTo(meanOf(added, ({ utilization }) => utilization) ?? 0, 9)
      expect(Math.max(...samples.map(({ loopDelay }) => loopDelay.max))).toBe(Math.max(...given.map(({ delay }) => delay)))
    }),
  )
})

test('merges samples of a machine by means, largest memory and sums, and leaves unknown what no sample knows', () => {
  const none = { cpu: null, memory: null, io: null }
  const sample = (at: number, length: number, changes: Partial<ResourceSample>): ResourceSample => ({
    at,
    length,
    generatorCpu: 1,
    generatorRss: 100,
    targetCpu: null,
    targetRss: null,
    hostCpu: 2,
    hostInterruptCpu: null,
    disturbance: {
      stolenCpu: null,
      stolen: null,
      throttled: 0,
      pressure: { cpu: 0.1, memory: 0, io: null },
      groupPressure: none,
      involuntarySwitches: 3,
      clockJump: -0.5,
      suspended: 0,
    },
    ...changes,
  })
  const merged = mergeResources([
    sample(1, 1, {}),
    sample(4, 3, { generatorCpu: 3, generatorRss: 300, targetCpu: 0.5, targetRss: 40, hostCpu: 4 }),
  ])
  const figures = { generatorCpu: 2.5, generatorRss: 300, targetCpu: 0.5, targetRss: 40, hostCpu: 3.5 }
  const { disturbance, ...expected } = sample(4, 4, figures)
  expect(merged).toEqual({ ...expected, disturbance: { ...disturbance, involuntarySwitches: 6, clockJump: -1 } })
})
