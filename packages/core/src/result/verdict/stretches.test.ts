import { expect, test } from 'vitest'
import { meanOf } from './stretches.ts'

interface Valued {
  readonly at: number
  readonly length: number
  readonly value: number | null
}

const read = ({ value }: Valued): number | null => value

test('a busy moment at the end counts no more than it lasted', () => {
  const seconds = Array.from({ length: 5 }, (_, index) => ({ at: index + 1, length: 1, value: 0.1 }))
  expect(meanOf([...seconds, { at: 5.01, length: 0.01, value: 1 }], read)).toBeCloseTo((5 * 0.1 + 0.01) / 5.01, 9)
})

test('what could not be seen is left out, and nothing has no mean', () => {
  const unseen = { at: 1, length: 1, value: null }
  expect(meanOf<Valued>([unseen, { at: 4, length: 3, value: 2 }], read)).toBe(2)
  expect(meanOf([unseen], read)).toBeNull()
  expect(meanOf([], read)).toBeNull()
})
