import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseThreshold } from '../../../src/result/threshold/parse-threshold.ts'
import { busyTotals } from './busy-totals.ts'
import { evaluate, source } from './evaluate-fixture.ts'
import { totalsOf } from './totals-fixture.ts'

const page = readFileSync(new URL('../../../../../docs/thresholds.md', import.meta.url), 'utf8')

/** The cells of the rows of the table under a heading, without the table's own heading. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  const rows = own.split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(2).map((row) => row.split(' | ').map((cell) => cell.replaceAll(/^\|? *| *\|?$/g, '')))
}

/** The texts in backticks. */
function codeIn(cell: string): readonly string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code)
}

/** A selector and a condition, as the page writes them in one. */
function split(threshold: string): readonly [selector: string, condition: string] {
  const at = threshold.lastIndexOf(': ')
  return [threshold.slice(0, at), threshold.slice(at + 2)]
}

function parse(selector: string, condition: string): ReturnType<typeof parseThreshold> {
  return parseThreshold(
    selector,
    condition,
    { abortOnFail: false, after: 0 },
    {
      metrics: { size: { type: 'trend', unit: 'bytes' }, level: { type: 'gauge' } },
      scenarios: ['a'],
      journeys: ['buy', 'bid', 'browse', 'a'],
    },
  )
}

describe('docs/thresholds.md', () => {
  test('docs/thresholds.md lists figures and limits that are understood', () => {
    const metrics = ['http_response_time', 'size', 'size', 'http_failed', 'data_sent', 'data_sent', 'level']
    const figures = ['max', 'max', 'count', 'rate', 'count', 'rate', 'value']
    const rows = rowsUnder('Conditions')
    expect(rows).toHaveLength(metrics.length)
    rows.forEach(([, names = '', limits = ''], index) => {
      const metric = metrics[index] ?? ''
      const [limit = '1'] = codeIn(limits)
      for (const figure of codeIn(names)) expect(parse(metric, `${figure} < ${limit}`), figure).toHaveProperty('threshold')
      for (const each of codeIn(limits)) expect(parse(metric, `${figures[index]} < ${each}`), each).toHaveProperty('threshold')
    })
  })

  test('docs/thresholds.md quotes the texts of results', () => {
    const rows = rowsUnder('How it came out')
    const slow = totalsOf({ responseTime: Array.from({ length: 4812 }, () => 231_000) })
    const texts = rows.map(([threshold = '']) => {
      const [selector, condition] = split(codeIn(threshold)[0] ?? '')
      return evaluate(selector, condition, [source(selector === 'http_response_time' ? slow : busyTotals())]).text
    })
    expect(rows).toHaveLength(5)
    expect(rows.map(([, text = '']) => codeIn(text)[0])).toEqual(texts)
  })

  test('docs/thresholds.md quotes the messages for mistakes', () => {
    const rows = rowsUnder('Mistakes')
    const answers = rows.map(([written = '']) => {
      const parsed = parse(...split(codeIn(written)[0] ?? ''))
      return 'problem' in parsed ? `${parsed.problem}; ${parsed.hint}` : 'none'
    })
    expect(rows).toHaveLength(5)
    expect(rows.map(([, answer]) => answer)).toEqual(answers)
  })
})
