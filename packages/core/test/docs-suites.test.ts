import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type SuiteConfig, orderOfRuns } from '../src/config/config.ts'
import { comparedMargin, leastRuns } from '../src/compare/compare-runs.ts'
import type { ComparedFigureName } from '../src/compare/compare-variants.ts'
import { leastComparedSeconds } from '../src/compare/doubtful-run.ts'

const page = readFileSync(new URL('../../../docs/suites.md', import.meta.url), 'utf8')

// The types see to it that none is missing here.
const keys: Readonly<Record<keyof SuiteConfig, 1>> = { name: 1, tests: 1, variants: 1, repeats: 1, pause: 1 }
const figures: Readonly<Record<ComparedFigureName, 1>> = { okPerSecond: 1, mean: 1, p50: 1, p99: 1 }

test.each([
  ['Keys of a suite', keys],
  ['Which variant is better', figures],
])('docs/suites.md lists what there is under "%s", and nothing else', (title, known) => {
  const [, section = ''] = page.split(`## ${title}\n`)
  const [own = ''] = section.split('\n## ')
  expect([...own.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(Object.keys(known))
})

test('the order of runs and the cut-offs of docs/suites.md are those of the code', () => {
  const runs = orderOfRuns(['A', 'B'], 4).map(({ variant }) => variant)
  expect(page).toContain(`${runs.join(' ').replaceAll(/(\w \w) (?=\w)/g, '$1, ')}. What drifts`)
  expect(page).toContain(`at least ${leastRuns} runs on each side`)
  expect(page).toContain(`within ${comparedMargin * 100} %`)
  expect(page).toContain(`shorter than ${leastComparedSeconds} s`)
})
