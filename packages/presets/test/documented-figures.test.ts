import type { DocumentedTable } from '@benchpress/core/preset'
import { describe, expect, test } from 'vitest'
import { suiteResult, testResult } from '../../report/test/suite-fixture.ts'
import { presets } from '../src/index.ts'
import { documentedFigures, figuresElsewhere } from './documented-figures.ts'

// The tests whose rows depend on what was run.
const run = suiteResult(['load', 'websocket', 'max'].map((name) => testResult({ name })))

function numbersIn(text: string): readonly number[] {
  return (text.replaceAll(',', '').match(/\d+(?:\.\d+)?(?:e\d+)?/g) ?? []).map(Number)
}

// The published figures of a table, and its names, in which the requests of a load are.
function publishedIn({ columns, rows }: DocumentedTable): ReadonlySet<number> {
  const shown = typeof rows === 'function' ? rows(run) : rows
  const words = shown.flatMap(({ name, documented = {} }) => [name, ...Object.values(documented).flat().map(String)])
  return new Set([...columns.map(({ head }) => head), ...words].flatMap(numbersIn))
}

const cases = Object.entries(documentedFigures).flatMap(([name, tables]) =>
  Object.entries(tables).map(([title, figures]) => ({ name, title, figures })),
)

describe('each figure of a document has its counterpart in the preset', () => {
  test.each(cases)('$name: $title', ({ name, title, figures }) => {
    const table = presets.get(name)?.documented?.find((one) => one.title === title)
    if (table === undefined) throw new Error(`preset ${name} has no table "${title}"`)
    const published = publishedIn(table)
    const missing = figures.split(/\s+/).filter((word) => numbersIn(word).some((number) => !published.has(number)))
    expect(missing).toEqual([])
  })

  test.each(Object.entries(figuresElsewhere))('%s: what is in no table is said, or has its reason', (name, said) => {
    const preset = presets.get(name)
    const texts = `${JSON.stringify(preset)} ${preset?.claims?.map(({ says }) => says).join('; ')}`
    const lost = said.filter(([, where]) => where instanceof RegExp && !where.test(texts))
    expect(lost.map(([figure]) => figure)).toEqual([])
  })

  test('every preset has its document', () => {
    const names = [...presets.keys()].toSorted()
    expect([documentedFigures, figuresElsewhere].map((data) => Object.keys(data).toSorted())).toEqual([names, names])
  })
})
