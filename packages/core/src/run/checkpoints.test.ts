import { expect, test } from 'vitest'
import { ManualClock } from '../base/clock/clock.ts'
import { makeCheckpoints } from './checkpoints.ts'
import { LoadCollector } from './load-collector.ts'
import type { TestRecord } from './summarize-test.ts'

const second = 1e6

/** The seconds in which a test has checkpoints that take `cost` microseconds each; its thread reports each second from `firstReport` on. */
function secondsOf(seconds: number, cost: number, firstReport = 0): number[] {
  const clock = new ManualClock()
  const collector = new LoadCollector(1, 1)
  const told: number[] = []
  let at = 0
  const record = { times: { start: 0, end: Infinity }, interruption: undefined } as unknown as TestRecord
  const checkpoint = makeCheckpoints(clock, collector, ({ interruption, times }) => {
    told.push(at)
    expect(interruption).toMatchObject({ cause: 'checkpoint', at: times.end })
    expect(times.end).toBe(collector.reportedAt)
    clock.advance(cost)
  })
  for (; at < seconds; at++) {
    if (at >= firstReport) collector.add(0, [], clock.now())
    checkpoint(() => record)
    clock.advance(second)
  }
  return told
}

test('a checkpoint is made with the first report, then every five seconds', () => {
  expect(secondsOf(17, 0)).toEqual([0, 5, 10, 15])
  expect(secondsOf(17, 0.1 * second)).toEqual([0, 5, 10, 15])
  expect(secondsOf(17, 0, 3)).toEqual([3, 8, 13])
})

test('a checkpoint that takes long is followed by a rest that is 49 times as long', () => {
  const told = secondsOf(500, second)
  expect(Math.min(...told.slice(1).map((at, index) => at - (told[index] ?? 0)))).toBeGreaterThanOrEqual(49)
  expect(told.length).toBeGreaterThan(5)
})

test('without a listener no checkpoint is made', () => {
  const checkpoint = makeCheckpoints(new ManualClock(), new LoadCollector(1, 1), undefined)
  expect(() =>
    checkpoint(() => {
      throw new Error('was put together')
    }),
  ).not.toThrow()
})
