import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readNoise } from './recorded-noise.ts'
import { compareOften, rowsOfRounds, rowsOfRuns } from './simulated-comparisons.ts'
import { rowsOfTwoSpeeds, rowsOfUnequalRuns } from './two-speeds.ts'

// The same each time: the seconds were recorded, and the draws have a seed. docs/accuracy.md has the figures of 1,000 trials.
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
  ['rounds', 'accuracy.md', '| true difference | margin ', rowsOfRounds],
  ['runs', 'accuracy.md', '| true difference | runs a side ', rowsOfRuns],
  ['runs with two speeds', 'comparing.md', '| slow runs ', rowsOfTwoSpeeds],
  ['unequal numbers of runs', 'comparing.md', '| runs of the base ', rowsOfUnequalRuns],
] as const)('the table of %s in docs/%s has the answers of simulated comparisons', (_of, name, head, rows) => {
  const page = readFileSync(new URL(`../../../../../docs/${name}`, import.meta.url), 'utf8')
  const [, table = ''] = page.slice(page.indexOf(head)).split(/^\|[- |]+\n/m)
  const [lines = ''] = table.trimEnd().split('\n\n')
  const cells = lines.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  expect(cells, 'simulate-entry.ts prints them').toEqual(rows(readNoise()))
})
