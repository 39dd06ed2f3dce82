import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type SuiteConfig, orderOfRuns } from '../src/config/config.ts'
import { comparedMargin, leastRuns } from '../src/compare/compare-runs.ts'
import { leastComparedSeconds } from '../src/compare/doubtful-run.ts'

const page = readFileSync(new URL('../../../docs/suites.md', import.meta.url), 'utf8')

// The types see to it that none is missing here.
const keys: Readonly<Record<keyof SuiteConfig, 1>> = { name: 1, tests: 1, variants: 1, repeats: 1, pause: 1 }

test('docs/suites.md lists the keys of a suite, and nothing else', () => {
  const [, section = ''] = page.split('## Keys of a suite\n')
  const [own = ''] = section.split('\n## ')
  expect([...own.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(Object.keys(keys))
})

test('the order of runs and the cut-offs of docs/suites.md are those of the code', () => {
  const runs = orderOfRuns(['A', 'B'], 4).map(({ variant }) => variant)
  expect(page).toContain(`${runs.join(' ').replaceAll(/(\w \w) (?=\w)/g, '$1, ')}. What drifts`)
  expect(page).toContain(`at least ${leastRuns} runs on each side`)
  expect(page).toContain(`within ${comparedMargin * 100} %`)
  expect(page).toContain(`shorter than ${leastComparedSeconds} s`)
})
