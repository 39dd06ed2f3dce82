import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { comparedConfidence, comparedMargin } from '../src/compare/compare-runs.ts'
import { type FigureHistory, leastValues } from '../src/compare/change-points.ts'
import type { ResultsHistory } from '../src/compare/history.ts'

const [use, method] = ['compare', 'comparing'].map((name) => readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8'))

// The types see to it that none is missing here.
const fields: Readonly<Record<keyof Omit<ResultsHistory, 'schemaVersion'>, 1>> = { name: 1, machine: 1, points: 1, figures: 1, leftOut: 1 }
const ofFigures: Readonly<Record<keyof FigureHistory, 1>> = {
  part: 1,
  metric: 1,
  aggregate: 1,
  unit: 1,
  better: 1,
  values: 1,
  intervals: 1,
  changes: 1,
  because: 1,
}

test('docs/compare.md lists the fields of the JSON of a history', () => {
  const [, table = ''] = use?.split('## A history') ?? []
  expect([...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(Object.keys(fields))
  for (const name of Object.keys(ofFigures)) expect(table).toContain(`\`${name}\``)
})

test('the numbers of changes in docs/comparing.md are those of the code', () => {
  const error = 1 - comparedConfidence
  const [one, six, twelve] = [1, 6, 12].map((figures) => leastValues(error / figures))
  expect(method).toContain(`It takes at least ${one} points for one figure, ${six} for six and ${twelve} for twelve`)
  expect(use).toContain(`by default ${comparedMargin * 100} %`)
})
