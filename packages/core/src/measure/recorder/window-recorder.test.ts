import { describe, expect, test } from 'vitest'
import { drainIndex, WindowRecorder, type WindowSnapshot } from './windows.ts'

const start = 5e6

/** Records one response at each of the times, given from the start of the phase. */
function responseAt(windows: WindowRecorder, times: readonly number[]): void {
  for (const time of times) {
    windows.turn(start + time)
    windows.responded(true)
  }
}

/** Index and responses of each window, its parts added up. */
function countsOf(windows: readonly WindowSnapshot[]): [index: number, responded: number][] {
  const counts = new Map<number, number>()
  for (const { index, responded } of windows) counts.set(index, (counts.get(index) ?? 0) + responded)
  return [...counts]
}

describe('WindowRecorder', () => {
  test('a second belongs to the window that it starts, to the microsecond', () => {
    const windows = new WindowRecorder(start, Infinity)
    responseAt(windows, [0, 999_999.9, 1e6, 1_999_999, 2e6, 2e6 + 1])
    expect(countsOf(windows.take())).toEqual([
      [0, 2],
      [1, 2],
      [2, 2],
    ])
  })

  test('responses after the end of the run phase belong to the drain, however long that lasts', () => {
    const windows = new WindowRecorder(start, start + 2.5e6)
    responseAt(windows, [2_499_999, 2.5e6, 2.9e6, 3e6, 60e6])
    expect(countsOf(windows.take())).toEqual([
      [2, 1],
      [drainIndex, 4],
    ])
  })

  test('an end on the edge of a second makes no window of its own', () => {
    const windows = new WindowRecorder(start, start + 2e6)
    responseAt(windows, [1_999_999, 2e6])
    expect(countsOf(windows.take())).toEqual([
      [1, 1],
      [drainIndex, 1],
    ])
  })

  test('an early end cuts the current second, and a late one changes nothing', () => {
    const [early, late] = [new WindowRecorder(start, start + 10e6), new WindowRecorder(start, start + 1e6)]
    responseAt(early, [0.2e6])
    early.turn(start + 0.3e6)
    early.end(start + 0.3e6)
    late.end(start + 9e6)
    responseAt(early, [0.3e6, 0.4e6, 1.2e6])
    responseAt(late, [0.4e6, 1.2e6])
    expect(countsOf(early.take())).toEqual([
      [0, 1],
      [drainIndex, 3],
    ])
    expect(countsOf(late.take())).toEqual([
      [0, 1],
      [drainIndex, 1],
    ])
  })

  test.each([false, true])(
    'responses that a held-up thread reads after an end that it learns of late belong to the drain (the second before was taken: %s)',
    (isTaken) => {
      const windows = new WindowRecorder(start, Infinity)
      responseAt(windows, [0, 10_000, 20_000, 200_000])
      windows.turn(start + 900_000)
      const told = isTaken ? windows.take() : []
      responseAt(windows, [900_000, 900_010, 1_000_100])
      windows.end(start + 500_000)
      responseAt(windows, [1_000_200])
      expect(countsOf([...told, ...windows.take()])).toEqual([
        [0, 4],
        [drainIndex, 4],
      ])
    },
  )

  test('seconds of silence leave no window, and do not shift those after them', () => {
    const windows = new WindowRecorder(start, Infinity)
    responseAt(windows, [0, 7_300_000, 3_600e6])
    expect(countsOf(windows.take())).toEqual([
      [0, 1],
      [7, 1],
      [3600, 1],
    ])
  })

  test('a window that is taken in the middle follows in parts with the same index', () => {
    const windows = new WindowRecorder(start, Infinity)
    responseAt(windows, [100, 200])
    expect(countsOf(windows.take())).toEqual([[0, 2]])
    expect(windows.take()).toEqual([])
    responseAt(windows, [300, 1e6])
    expect(countsOf(windows.take())).toEqual([
      [0, 1],
      [1, 1],
    ])
  })

  test('a window keeps responses, failures, bytes and times separately', () => {
    const windows = new WindowRecorder(start, Infinity)
    windows.turn(start)
    windows.responded(true)
    windows.responded(false)
    windows.failed()
    windows.received(77)
    windows.timed(1500)
    const [window, ...others] = windows.take()
    expect(window).toMatchObject({ index: 0, responded: 2, ok: 1, failed: 2, bytes: 77 })
    expect(window?.responseTime).toMatchObject({ count: 1, sum: 1500 })
    expect(others).toEqual([])
  })

  test('bytes without a response make a window, too', () => {
    const windows = new WindowRecorder(start, Infinity)
    windows.received(1)
    expect(windows.take()).toMatchObject([{ index: 0, responded: 0, bytes: 1 }])
  })
})
