import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ArrivalFlow, ArrivalTimeline } from './arrival-timeline.ts'

const ms = 1000

/** Has arrivals counted on two threads, in turn; times in milliseconds from the start of the run phase. */
function timelineOf(arrivals: readonly (readonly [sentAt: number, at: number, buffered?: number])[], mostSpans?: number): ArrivalTimeline {
  const runStart = 5_000_000
  const threads = [new ArrivalFlow(), new ArrivalFlow()]
  for (const thread of threads) thread.begin(runStart)
  arrivals.forEach(([sentAt, at, buffered = 0], index) => threads[index % 2]?.add(runStart + sentAt * ms, runStart + at * ms, buffered))
  const timeline = new ArrivalTimeline(mostSpans)
  for (const thread of threads) timeline.add(thread.take())
  return timeline
}

/** A message each 10 ms that takes 2 ms, except that none arrives for a while, and those held back come at its end. */
function steadyBut(from: number, to: number, until = 5000): [number, number][] {
  return Array.from({ length: until / 10 }, (_, index) => {
    const at = index * 10 + 2
    return [index * 10, at >= from && at < to ? to : at]
  })
}

describe('a stall', () => {
  test('a stall is a time without arrivals, from the last before it to the first after it', () => {
    expect(timelineOf(steadyBut(2000, 3000)).stalls()).toEqual([{ from: 2000 * ms, to: 3000 * ms, underWay: 90 }])
  })

  test('a stall is at least half a second long', () => {
    expect(timelineOf(steadyBut(2000, 2480)).stalls()).toEqual([])
    expect(timelineOf(steadyBut(2000, 2500)).stalls()).toMatchObject([{ from: 2000 * ms, to: 2500 * ms }])
  })

  test('a time in which nothing was under way is not a stall', () => {
    expect(
      timelineOf([
        [0, 2],
        [10, 12],
        [3000, 3002],
        [3010, 3012],
      ]).stalls(),
    ).toEqual([])
  })

  test('a stall begins with the first message that is under way, if there was none before', () => {
    expect(
      timelineOf([
        [0, 2],
        [1000, 2500],
      ]).stalls(),
    ).toEqual([{ from: 1000 * ms, to: 2500 * ms, underWay: 1 }])
  })

  test('a stall can come before anything has arrived', () => {
    expect(
      timelineOf([
        [0, 900],
        [100, 901],
      ]).stalls(),
    ).toMatchObject([{ from: 0, to: 900 * ms }])
  })

  test('a stall begins with the last arrival if something was under way already', () => {
    expect(
      timelineOf([
        [0, 350],
        [100, 900],
        [200, 900],
      ]).stalls(),
    ).toEqual([{ from: 350 * ms, to: 900 * ms, underWay: 2 }])
  })

  test('the least length of a stall can be given', () => {
    const slow = timelineOf(Array.from({ length: 100 }, (_, index) => [index * 50, index * 50 + 2000] as const))
    expect(slow.stalls()).toMatchObject([{ from: 0, to: 2000 * ms }])
    expect(slow.stalls(2001 * ms)).toEqual([])
  })

  test('the ten longest stalls are listed', () => {
    const arrivals = Array.from({ length: 12 }, (_, index) => [index * 2000, index * 2000 + 600 + index * 50] as const)
    const stalls = timelineOf(arrivals).stalls()
    expect(stalls).toHaveLength(10)
    expect(stalls[0]).toMatchObject({ to: (22_000 + 600 + 550) * ms })
  })
})

test('a long test is kept in longer spans, and its stalls are found to within a span', () => {
  const arrivals = [...steadyBut(2000, 3000), ...steadyBut(5000, 10_000, 20_000).slice(500)]
  expect(timelineOf(arrivals, 64).stalls()).toMatchObject([
    { from: 4992 * ms, to: 10_000 * ms },
    { from: 2000 * ms, to: 3000 * ms },
  ])
})

test('nothing that was counted is lost with few spans', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(100_000), fc.nat(5000), fc.nat(3))), fc.integer({ min: 2, max: 64 }), (messages, mostSpans) => {
      const arrivals = messages.map(([sentAt, takes, buffered]) => [sentAt, sentAt + takes, buffered] as const)
      const timeline = timelineOf(arrivals, mostSpans)
      expect(timeline.buffered).toBe(messages.reduce((sum, [, , buffered]) => sum + buffered, 0))
    }),
  )
})

test('the seconds with arrivals that had been held back are counted', () => {
  const timeline = timelineOf([
    [0, 1, 1],
    [0, 999],
    [0, 1000],
    [0, 5500, 2],
    [0, 5600, 1],
  ])
  expect([timeline.activeSeconds, timeline.bufferedSeconds, timeline.buffered]).toEqual([3, 2, 4])
})
