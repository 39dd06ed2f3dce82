import { describe, expect, test } from 'vitest'
import { readNoise } from './recorded-noise.ts'
import { compareOften } from './simulated-comparisons.ts'

// The same each time: the seconds were recorded, and what is drawn from them has a seed. docs/accuracy.md has the figures of 1,000 trials.
const trials = 200

describe('comparisons by rounds on recorded seconds', () => {
  const noise = readNoise()

  test('find no difference between equal sides, in any of four figures', () => {
    expect(compareOften(noise, { slower: 0, margin: 0.05 }, trials).wrong).toBeLessThanOrEqual(0.05)
    expect(compareOften(noise, { slower: 0, margin: 0.01 }, trials).wrong).toBeLessThanOrEqual(0.05)
  })

  test('find a head that is slower by 10 %', () => {
    const { wrong, worse } = compareOften(noise, { slower: 0.1, margin: 0.05 }, trials)
    expect(wrong).toBeLessThanOrEqual(0.05)
    for (const figure of ['throughput', 'p50', 'p90']) expect(worse[figure], figure).toBeGreaterThanOrEqual(0.9)
  })

  test('find a head that is slower by 3 %, where a margin of 1 % is asked for', () => {
    const { wrong, worse } = compareOften(noise, { slower: 0.03, margin: 0.01 }, trials)
    expect(wrong).toBeLessThanOrEqual(0.05)
    expect(worse['throughput']).toBeGreaterThanOrEqual(0.8)
  })
})
