import { expect, test } from 'vitest'
import { measureOffset, offsetBetween, ManualClock } from './clock.ts'

/** A clock that is ahead of `own`, asked in exchanges that take these times there and back, in microseconds. */
function ask(own: ManualClock, ahead: number, ...exchanges: readonly (readonly [there: number, back: number])[]): () => Promise<number> {
  const left = [...exchanges]
  return async () => {
    const [there, back] = left.shift() ?? [1e6, 1e6]
    own.advance(there)
    const at = own.now() + ahead
    own.advance(back)
    return at
  }
}

test('the shortest exchange gives the offset, to within half of its time', async () => {
  const own = new ManualClock(1000)
  const measured = await measureOffset(ask(own, 7e9, [400, 4000], [30, 10], [9000, 0]), own, 3)
  expect(measured).toEqual({ offset: 7e9 + 10, error: 20 })
})

test('the true offset is within the error, however a line is delayed', async () => {
  for (const line of [
    [0, 5000],
    [5000, 0],
    [1, 1],
    [700, 200],
  ] as const) {
    const own = new ManualClock()
    const { offset, error } = await measureOffset(ask(own, -3e6, line), own, 1)
    expect(Math.abs(offset - -3e6)).toBeLessThanOrEqual(error)
  }
})

test('the offset of two clocks follows from a third one, with the errors of both', () => {
  expect(offsetBetween({ offset: 500, error: 3 }, { offset: -200, error: 4 })).toEqual({ offset: 700, error: 7 })
})
