import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readNoise } from './recorded-noise.ts'
import { compareOften, rowsOfPage } from './simulated-comparisons.ts'

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

  test('come to what docs/accuracy.md says', () => {
    const page = readFileSync(new URL('../../../../../docs/accuracy.md', import.meta.url), 'utf8')
    const [, table = ''] = /^\| true difference .*\n\|[- |]+\n((?:\|.*\n)+)/m.exec(page) ?? []
    const rows = table
      .trimEnd()
      .split('\n')
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
    expect(rows, 'simulate-entry.ts prints them').toEqual(rowsOfPage(noise))
  })

  test('find a head that is slower by 3 %, where a margin of 1 % is asked for', () => {
    const { wrong, worse } = compareOften(noise, { slower: 0.03, margin: 0.01 }, trials)
    expect(wrong).toBeLessThanOrEqual(0.05)
    expect(worse['throughput']).toBeGreaterThanOrEqual(0.8)
  })
})
