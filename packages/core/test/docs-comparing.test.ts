import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { comparedMargin, leastRuns, type Answer, type ComparisonSettings } from '../src/compare/compare-runs.ts'
import { plannedLooks } from '../src/compare/decide-rounds.ts'
import { leastComparedSeconds } from '../src/compare/doubtful-run.ts'
import { leastSpread } from '../src/compare/evidence.ts'

const page = readFileSync(new URL('../../../docs/comparing.md', import.meta.url), 'utf8')

// The types see to it that none is missing here.
const settings: Readonly<Record<keyof ComparisonSettings, 1>> = { better: 1, figures: 1, margin: 1, paired: 1, scale: 1 }
const answers: Readonly<Record<Answer, 1>> = { better: 1, worse: 1, equivalent: 1, inconclusive: 1 }

test.each([
  ['settings', /\| setting [^]*?\n\n/, settings],
  ['answers', /\| answer [^]*?\n\n/, answers],
])('docs/comparing.md lists all %s, and nothing else', (_what, table, known) => {
  const [rows = ''] = table.exec(page) ?? []
  expect([...rows.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(Object.keys(known))
})

test('the numbers of docs/comparing.md are those of the code', () => {
  expect(page).toContain(`at least ${leastRuns} runs a side`)
  expect(page).toContain(`shorter than ${leastComparedSeconds} s`)
  expect(page).toContain(`| \`margin\`  | \`${comparedMargin}\``)
  expect(leastSpread).toBe(0.005)
  expect(page).toContain('half a percent at least')
  // One side above the other, in as many ways as the runs can be dealt to the sides.
  const comparisonsByChance = [3, leastRuns].map((runs) => combinations(2 * runs, runs) / 2)
  expect(page).toContain(
    `with 3 runs of equal sides in one of ${comparisonsByChance[0]} comparisons, with 5 in one of ${comparisonsByChance[1]}`,
  )
  expect(page).toContain(
    `down to ${leastRuns}, such as ${plannedLooks(20)
      .join(', ')
      .replace(/, (?=\d+$)/, ' and ')} of 20`,
  )
})

function combinations(of: number, chosen: number): number {
  return Array.from({ length: chosen }, (_, taken) => (of - taken) / (taken + 1)).reduce((count, factor) => count * factor, 1)
}
