import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bracketOf, nextRate, type TriedRate, type SearchBounds } from './next-rate.ts'

const bounds: SearchBounds = { start: 100, least: 1, most: 1e6, tolerance: 0.05, mostSteps: 60 }

/** Searches until the end; `passes` decides whether a run at a level passes, given the number of runs before it, and whether it confirms the level. */
function search(at: SearchBounds, passes: (level: number, run: number, confirms: boolean) => boolean): TriedRate[] {
  const attempts: TriedRate[] = []
  for (let next = nextRate(attempts, at); next !== undefined; next = nextRate(attempts, at)) {
    const { value, confirms } = next
    attempts.push({ value, passed: passes(value, attempts.length, confirms), ...(confirms && { confirming: 25 }) })
  }
  return attempts
}

const anyBounds = fc
  .record({
    least: fc.integer({ min: 1, max: 1000 }),
    factors: fc.tuple(fc.double({ min: 1, max: 1000, noNaN: true }), fc.double({ min: 1, max: 1000, noNaN: true })),
    tolerance: fc.double({ min: 0.01, max: 0.5, noNaN: true }),
  })
  .map(({ least, factors: [a, b], tolerance }): SearchBounds => {
    const start = Math.round(least * a)
    return { least, start, most: Math.round(start * b), tolerance, mostSteps: 100 }
  })

function endsOf(attempts: readonly TriedRate[]): readonly (number | undefined)[] {
  const { good, bad } = bracketOf(attempts)
  return [good?.value, bad?.value]
}

/** Expects that what was found is the knee, within the tolerance; the highest level of the search where that is below it. */
function expectKnee(attempts: readonly TriedRate[], knee: number, { most, tolerance }: SearchBounds): void {
  const [good = 0, bad = Infinity] = endsOf(attempts)
  expect(good).toBeLessThanOrEqual(knee)
  expect(bad).toBeGreaterThan(knee)
  expect(good === most || bad / good - 1 <= tolerance + 1e-9).toBe(true)
}

describe('a search', () => {
  test('a search finds any limit between its bounds, within its tolerance, and confirms it', () => {
    fc.assert(
      fc.property(anyBounds, fc.double({ min: 0, max: 1, noNaN: true }), (at, share) => {
        const knee = at.least * (at.most / at.least) ** share
        const attempts = search(at, (level) => level <= knee)
        expectKnee(attempts, knee, at)
        const { good, bad } = bracketOf(attempts)
        expect([good, bad].map((runs) => runs === undefined || runs.isConfirmed)).toEqual([true, true])
      }),
    )
  })

  test('a search finds the limit even if any one run was disturbed', () => {
    fc.assert(
      fc.property(anyBounds, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(30), (at, share, disturbed) => {
        const knee = at.least * (at.most / at.least) ** share
        const attempts = search(at, (level, run) => level <= knee && run !== disturbed)
        expectKnee(attempts, knee, at)
      }),
    )
  })

  test('a search goes on below levels that pass only short runs, and what it finds passed a run that confirms it, even if any one run was disturbed', () => {
    const anyShare = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(anyBounds, anyShare, fc.double({ min: 1, max: 1.5, noNaN: true }), fc.nat(60), (at, share, short, disturbed) => {
        const knee = at.least * (at.most / at.least) ** share
        const attempts = search(at, (level, run, confirms) => run !== disturbed && level <= (confirms ? knee : knee * short))
        const { good } = bracketOf(attempts)
        expect(good === undefined || good.isConfirmed).toBe(true)
        expectKnee(attempts, knee, at)
      }),
    )
  })

  test('a search never leaves its bounds, nor makes more than its most runs, whatever runs do', () => {
    fc.assert(
      fc.property(anyBounds, fc.infiniteStream(fc.boolean()), fc.integer({ min: 1, max: 50 }), (at, outcomes, mostSteps) => {
        const attempts = search({ ...at, mostSteps }, () => outcomes.next().value as boolean)
        expect(attempts.length).toBeLessThanOrEqual(mostSteps)
        for (const { value } of attempts) {
          expect(value).toBeGreaterThanOrEqual(at.least)
          expect(value).toBeLessThanOrEqual(at.most)
        }
      }),
    )
  })

  test('a search goes up by a factor of 2, halves the distance, repeats the end that fails, and confirms the other', () => {
    const levels = search(bounds, (level) => level <= 500).map(({ value }) => value)
    expect(levels).toEqual([100, 200, 400, 800, 566, 476, 519, 497, 519, 497])
  })

  test('a search goes down from a start that fails', () => {
    const levels = search({ ...bounds, start: 800 }, (level) => level <= 150).map(({ value }) => value)
    expect(levels.slice(0, 4)).toEqual([800, 400, 200, 100])
    expect(endsOf(search({ ...bounds, start: 800 }, (level) => level <= 150))[0]).toBeLessThanOrEqual(150)
  })

  test('a search ends at the highest level when it passes twice, and at the lowest when it fails twice', () => {
    expect(search({ ...bounds, most: 300 }, () => true).map(({ value }) => value)).toEqual([100, 200, 300, 300])
    expect(search({ ...bounds, least: 30 }, () => false).map(({ value }) => value)).toEqual([100, 50, 30, 30])
  })

  test('a search makes a third run when two disagree', () => {
    const [confirming, order] = [
      { value: 100, confirming: 25 },
      { value: 100, confirms: true },
    ]
    const before = [
      { value: 100, passed: true },
      { value: 104, passed: false },
    ]
    expect(nextRate(before, bounds)).toEqual({ value: 104, confirms: false })
    const disagreeing = [...before, { value: 104, passed: true }]
    expect(nextRate(disagreeing, bounds)).toMatchObject({ value: 104 })
    const closed = [...before, { value: 104, passed: false }]
    expect(nextRate(closed, bounds)).toEqual(order)
    const doubted = [...closed, { ...confirming, passed: false }]
    expect(nextRate(doubted, bounds)).toEqual(order)
    expect(nextRate([...doubted, { ...confirming, passed: true }], bounds)).toEqual(order)
    expect(endsOf([...doubted, { ...confirming, passed: true }, { ...confirming, passed: true }])).toEqual([100, 104])
    const refuted = [...doubted, { ...confirming, passed: false }]
    expect(endsOf(refuted)).toEqual([undefined, 100])
    expect(nextRate(refuted, bounds)).toEqual({ value: 90.9, confirms: true })
  })
})
