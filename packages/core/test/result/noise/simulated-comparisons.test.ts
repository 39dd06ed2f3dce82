import { describe, expect, test } from 'vitest'
import { readNoise } from './recorded-noise.ts'
import { compareOften } from './simulated-comparisons.ts'
import { wrongAtTwoSpeeds, wrongOfUnequalRuns } from './two-speeds.ts'

// The same each time: the seconds were recorded, and the draws have a seed.
const trials = 200

describe('comparisons by rounds on recorded seconds', () => {
  const noise = readNoise()

  test('comparisons by rounds find no difference between equal sides, in any of four figures', () => {
    expect(compareOften(noise, { slower: 0, margin: 0.05 }, trials).wrong).toBeLessThanOrEqual(0.05)
    expect(compareOften(noise, { slower: 0, margin: 0.01 }, trials).wrong).toBeLessThanOrEqual(0.05)
  })

  test('comparisons by rounds find a head that is slower by 10 %', () => {
    const { wrong, worse } = compareOften(noise, { slower: 0.1, margin: 0.05 }, trials)
    expect(wrong).toBeLessThanOrEqual(0.05)
    for (const figure of ['throughput', 'p50', 'p90', 'p99']) expect(worse[figure], figure).toBeGreaterThanOrEqual(0.9)
  })

  test('comparisons by rounds find a head that is slower by 3 %, where a margin of 1 % is asked for', () => {
    const { wrong, worse } = compareOften(noise, { slower: 0.03, margin: 0.01 }, trials)
    expect(wrong).toBeLessThanOrEqual(0.05)
    for (const figure of ['throughput', 'p50', 'p90']) expect(worse[figure], figure).toBeGreaterThanOrEqual(0.8)
    // The p99 of this load varies more from run to run: three of four comparisons leave it open.
    expect(worse['p99']).toBeLessThan(0.8)
  })
})

describe('comparisons of a fixed number of runs on recorded seconds', () => {
  const noise = readNoise()

  test.each([5, 8])('comparisons of %i runs a side by turns find no difference between equal sides', (ofSide) => {
    const runs = { ofSide, areByTurns: true }
    expect(compareOften(noise, { slower: 0, margin: 0.05, runs }, trials).wrong).toBeLessThanOrEqual(0.05)
  })

  test('comparisons of 5 runs a side by turns find a head that is slower by 10 %', () => {
    const { wrong, worse } = compareOften(noise, { slower: 0.1, margin: 0.05, runs: { ofSide: 5, areByTurns: true } }, trials)
    expect(wrong).toBeLessThanOrEqual(0.05)
    for (const figure of ['throughput', 'p50', 'p90']) expect(worse[figure], figure).toBeGreaterThanOrEqual(0.9)
  })
})

test.each([
  [0.2, true, 0.01],
  [0.2, false, 0.03],
  [0.5, true, 0.03],
  [0.5, false, 0.1],
])('few comparisons of equal sides name one where a share of runs of %f is slow, as a whole: %s', (slow, isOfRun, most) => {
  for (const runs of [5, 8])
    for (const figures of [4, 12, 40]) expect(wrongAtTwoSpeeds({ slow, isOfRun, runs }, figures)).toBeLessThanOrEqual(most)
})

test.each([5, 10, 20, 50])('5 runs against %i of an uneven machine, equal sides, are hardly ever called different', (runs) => {
  for (const figures of [4, 12, 40]) expect(wrongOfUnequalRuns(runs, figures)).toBeLessThanOrEqual(0.05)
})
