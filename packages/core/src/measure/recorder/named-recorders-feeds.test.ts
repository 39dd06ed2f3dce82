import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FeedRecorder } from './named-recorders.ts'
import { FeedTotal } from './users-totals.ts'

/** The total of what some threads handed out of a feed of a thousand rows. */
function totalOf(threads: readonly (readonly number[])[]): FeedTotal {
  const total = new FeedTotal('users.csv')
  for (const rows of threads) {
    const recorder = new FeedRecorder()
    for (const row of rows) recorder.used('users.csv', 1000, row)
    for (const feed of recorder.take()) total.add(feed)
  }
  return total
}

test('every row that was handed out is counted once, and again as a duplicate, on any thread', () => {
  const row = fc.integer({ min: 0, max: 999 })
  fc.assert(
    fc.property(fc.array(fc.array(row, { maxLength: 200 }), { maxLength: 4 }), (threads) => {
      const all = threads.flat()
      const different = new Set(all).size
      for (const order of [threads, threads.toReversed()]) {
        const { rows, used, duplicates } = totalOf(order)
        expect([rows, used, duplicates]).toEqual([all.length === 0 ? 0 : 1000, different, all.length - different])
      }
    }),
  )
})

test('no row is lost when rows are taken in parts, or are beyond the length of the feed', () => {
  const recorder = new FeedRecorder()
  const total = new FeedTotal('users.csv')
  for (let row = 0; row < 5000; row++) {
    recorder.used('users.csv', 3, row)
    if (row % 700 === 0) for (const feed of recorder.take()) total.add(feed)
  }
  for (const feed of recorder.take()) total.add(feed)
  expect([total.used, total.duplicates]).toEqual([5000, 0])
  expect(recorder.take()).toEqual([{ name: 'users.csv', rows: 3, used: new Uint32Array(0) }])
})

test('rows are counted by the name of their feed', () => {
  const recorder = new FeedRecorder()
  recorder.used('a', 10, 1)
  recorder.used('b', 20, 2)
  expect(recorder.take()).toEqual([
    { name: 'a', rows: 10, used: Uint32Array.of(1) },
    { name: 'b', rows: 20, used: Uint32Array.of(2) },
  ])
})
