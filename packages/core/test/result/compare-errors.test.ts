import { describe, expect, test } from 'vitest'
import { createRandom } from '../../src/model/workload/random.ts'
import { compareRuns, leastRuns } from '../../src/compare/compare-runs.ts'
import { decideRounds } from '../../src/compare/decide-rounds.ts'
import type { Round } from '../../src/compare/evidence.ts'

type Draw = (random: () => number) => number

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** How runs of one test can differ from each other. */
const kinds: Readonly<Record<string, Draw>> = {
  'vary by 5 %': (random) => 100 * Math.exp(0.05 * normal(random)),
  'vary by 5 %, one of ten by 30 %': (random) => 100 * Math.exp((random() < 0.1 ? 0.3 : 0.05) * normal(random)),
  'are slowed down by others now and then': (random) => 100 * Math.exp(0.02 * normal(random) - 0.1 * Math.log(1 - random())),
  'have two speeds': (random) => (random() < 0.5 ? 100 : 130) * Math.exp(0.002 * normal(random)),
  'come out alike': (random) => 100 * Math.exp(0.0001 * normal(random)),
}

const trials = 500

// Of 500 trials with a chance of 5 %, more than 44 are wrong once in 10,000 times; the trials are the same each time.
const most = 44

describe.each(Object.entries(kinds))('equal sides whose runs %s', (_kind, draw) => {
  test.each([leastRuns, 8, 12])(
    'equal sides of %d runs are rarely called different, and the true ratio is rarely outside the interval',
    (runs) => {
      const random = createRandom(7, runs)
      const side = (): number[] => Array.from({ length: runs }, () => draw(random))
      let outside = 0
      let wrong = 0
      for (let trial = 0; trial < trials; trial++) {
        const { answer, interval } = compareRuns(side(), side(), { better: 'high' })
        if (answer === 'better' || answer === 'worse') wrong += 1
        const [low, high] = interval ?? [Number.NaN, Number.NaN]
        if (!(low <= 1 && high >= 1)) outside += 1
      }
      expect(wrong).toBeLessThanOrEqual(most)
      expect(outside).toBeLessThanOrEqual(most)
    },
  )

  test('equal sides in rounds that end early are rarely called different', () => {
    const random = createRandom(8)
    const round = (): Round => ({ base: [draw(random), draw(random)], head: [draw(random), draw(random)] })
    let wrong = 0
    for (let trial = 0; trial < trials; trial++) {
      const rounds: Round[] = []
      for (;;) {
        rounds.push(round())
        const { goesOn, comparison } = decideRounds(rounds, { better: 'low', most: 15, margin: 0.01 })
        if (goesOn) continue
        if (comparison?.answer === 'better' || comparison?.answer === 'worse') wrong += 1
        break
      }
    }
    expect(wrong).toBeLessThanOrEqual(most)
  })
})

test('twelve figures, each of which has two speeds of its own, are rarely wrong with the fewest runs that decide anything', () => {
  const random = createRandom(12)
  const side = (): number[] => Array.from({ length: leastRuns }, () => (random() < 0.5 ? 100 : 115) * Math.exp(0.002 * normal(random)))
  const answers = (): readonly string[] =>
    Array.from({ length: 12 }, () => compareRuns(side(), side(), { better: 'high', figures: 12 }).answer)
  const wrong = Array.from({ length: trials }, answers).filter((all) => all.includes('better') || all.includes('worse'))
  expect(wrong.length).toBeLessThanOrEqual(most)
})

test('four figures together are rarely wrong, though each has a chance of its own', () => {
  const random = createRandom(9)
  const side = (): number[] => Array.from({ length: 5 }, () => 100 * Math.exp(0.05 * normal(random)))
  let wrong = 0
  for (let trial = 0; trial < trials; trial++) {
    const answers = Array.from({ length: 4 }, () => compareRuns(side(), side(), { better: 'high', figures: 4 }).answer)
    if (answers.some((answer) => answer === 'better' || answer === 'worse')) wrong += 1
  }
  expect(wrong).toBeLessThanOrEqual(most)
})

test('a difference of 10 % between runs that vary by 3 % is found 9 of 10 times with 5 runs a side', () => {
  const random = createRandom(10)
  const side = (middle: number): number[] => Array.from({ length: 5 }, () => middle * Math.exp(0.03 * normal(random)))
  let found = 0
  for (let trial = 0; trial < trials; trial++) {
    if (compareRuns(side(100), side(110), { better: 'low' }).answer === 'worse') found += 1
  }
  expect(found).toBeGreaterThanOrEqual(450)
})

test('the number of runs that a comparison asks for decides 7 of 10 times and more', () => {
  const random = createRandom(11)
  const side = (middle: number, runs: number): number[] => Array.from({ length: runs }, () => middle * Math.exp(0.06 * normal(random)))
  let told = 0
  let decided = 0
  for (let trial = 0; trial < trials; trial++) {
    // With 8 runs the spread is known well enough.
    const { runsNeeded } = compareRuns(side(100, 8), side(106, 8), { better: 'low' })
    if (runsNeeded === null) continue
    told += 1
    if (compareRuns(side(100, runsNeeded), side(106, runsNeeded), { better: 'low' }).answer !== 'inconclusive') decided += 1
  }
  expect(told).toBeGreaterThan(150)
  expect(decided / told).toBeGreaterThan(0.6)
})

describe('unequal numbers of runs', () => {
  // 20 of 500 would be 4 %, what equal numbers of so skewed runs have.
  test.each([
    [5, 20, 1],
    [5, 50, 12],
    [10, 40, 4],
    [40, 10, 4],
  ])('equal sides of %i and %i skewed runs in %i figures are rarely called different', (ofBase, ofHead, figures) => {
    const random = createRandom(13, ofBase, ofHead)
    const side = (runs: number): number[] => Array.from({ length: runs }, () => 100 * Math.exp(-0.1 * Math.log(1 - random())))
    let wrong = 0
    for (let trial = 0; trial < trials; trial++) {
      const answers = Array.from({ length: figures }, () => compareRuns(side(ofBase), side(ofHead), { better: 'low', figures }).answer)
      if (answers.some((answer) => answer === 'better' || answer === 'worse')) wrong += 1
    }
    expect(wrong).toBeLessThanOrEqual(most)
  })
})
