import { expect, test } from 'vitest'
import { placeInSuite } from './perform-suite.ts'

const lengths = { runs: [10, 10, 30], pause: 5 }
const running = { phase: 'run', left: 4 } as const

test('the time left is that of the current run, and of all later ones with the pauses before them', () => {
  expect(placeInSuite(running, 1, lengths)).toEqual({ run: 1, runs: 3, left: 4 + 5 + 10 + 5 + 30 })
  expect(placeInSuite(running, 2, lengths)).toEqual({ run: 2, runs: 3, left: 4 + 5 + 30 })
})

test('the whole run is left while the target starts, and nothing of it while the target stops', () => {
  expect(placeInSuite({ phase: 'setup', left: null }, 2, lengths)).toMatchObject({ run: 2, left: 10 + 5 + 30 })
  expect(placeInSuite({ phase: 'teardown', left: null }, 1, lengths)).toMatchObject({ run: 1, left: 5 + 10 + 5 + 30 })
})

test('the time left is unknown if the length of any later run is not planned', () => {
  expect(placeInSuite({ ...running, left: null }, 1, lengths).left).toBeNull()
  expect(placeInSuite(running, 1, { runs: [10, Infinity], pause: 0 }).left).toBeNull()
  expect(placeInSuite({ ...running, left: 3 }, 2, { runs: [Infinity, 10], pause: 0 }).left).toBe(3)
})
