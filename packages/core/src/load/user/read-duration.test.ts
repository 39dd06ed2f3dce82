import { expect, test } from 'vitest'
import { readDuration } from './read-duration.ts'

test('reads texts and seconds, again and again', () => {
  for (let time = 0; time < 2; time++) {
    expect(readDuration('250ms', 'think')).toBe(250_000)
    expect(readDuration(1.5, 'think')).toBe(1_500_000)
    expect(readDuration('1.5', 'think')).toBe(1_500_000)
  }
})

test.each(['soon', '', '-1s', -1, Number.NaN, undefined])('refuses %o, and says who was given it', (input) => {
  expect(() => readDuration(input as string, 'think')).toThrow(
    new TypeError(`think: ${String(input)} is no duration; write it as '500ms', '2s' or '1m30s'`),
  )
})
