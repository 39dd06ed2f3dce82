import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { SuiteResult } from '@benchpress/core'
import { brief, document, text } from '@benchpress/report'
import { plainPalette } from '@benchpress/report/format'
import { textWidth } from '@benchpress/report/texts'
import { chooseStyle } from '../src/print-lines.ts'
import { extrasOf } from '@benchpress/report/outputs'
import { recordedPresetRun } from './recorded-extras.ts'
import { markdownReport, textReport } from './render.ts'

// Recorded by record-results.ts; the reports of these results change on purpose only.
const folder = new URL('../../report/test/recorded/', import.meta.url)
const results = readdirSync(folder).filter((file) => /^[\w-]+\.json$/.test(file))
const names = results.map((file) => file.replace(/\.json$/, ''))
const terminal = chooseStyle({ isTTY: true, columns: 100 } as Parameters<typeof chooseStyle>[0], {}, false)

test('results of every kind are recorded', () => {
  expect(names.toSorted()).toEqual([
    'bridge',
    'connections',
    'dead-target',
    'deserve',
    'hypha',
    'interrupted',
    'journeys',
    'nestjs',
    'rate',
    'search',
    'servers',
    'socketio',
    'sse',
    'sweep',
    'toska',
    'variants',
  ])
})

// Rendered with colours, all percentiles and a width too; other results would look much the same.
const inFull = names.filter((name) => ['connections', 'journeys', 'search', 'variants'].includes(name))

describe.each(names)('the recorded result %s', (name) => {
  const suite = read(`${name}.json`) as SuiteResult
  const options = { allPercentiles: false, statusCodes: false, presetRun: recordedPresetRun(name) }

  test('renders as the recorded text', async () => {
    await expect(textReport(suite, options, plainPalette)).toMatchFileSnapshot(pathOf(`${name}.txt`))
  })

  test('renders as the recorded text by default, without the tables of --full', async () => {
    const report = document(suite, { ...extrasOf(suite, options), amount: 'screen' })
    await expect(text(report, terminal)).toMatchFileSnapshot(pathOf(`${name}.screen.txt`))
  })

  test('renders as the recorded Markdown', async () => {
    await expect(markdownReport(suite, options)).toMatchFileSnapshot(pathOf(`${name}.markdown.txt`))
  })
})

test.each(names)('the recorded result %s has no line that is wider than a terminal of 60 to 200 columns, in full or by default', (name) => {
  const suite = read(`${name}.json`) as SuiteResult
  for (const allPercentiles of [false, true]) {
    const extras = extrasOf(suite, { allPercentiles, statusCodes: allPercentiles, presetRun: recordedPresetRun(name) })
    const report = document(suite, { ...extras, amount: allPercentiles ? 'full' : 'screen' })
    for (const columns of [60, 80, 100, 120, 200]) {
      const lines = text(report, { ...plainPalette, columns }).split('\n')
      // No address is broken.
      expect(lines.filter((line) => textWidth(line) > columns && line.trim().includes(' '))).toEqual([])
    }
  }
})

test.each(names)(
  'the recorded result %s, with few thresholds, has at most 60 lines before the verdict on a screen of 80 columns',
  (name) => {
    const suite = read(`${name}.json`) as SuiteResult
    const extras = extrasOf(suite, { allPercentiles: false, statusCodes: false, presetRun: recordedPresetRun(name) })
    const lines = text(document(suite, { ...extras, amount: 'screen' }), { ...plainPalette, columns: 80 }).split('\n')
    const before = lines.findIndex((line) => line.startsWith('Verdict'))
    expect(before).toBeGreaterThan(0)
    // Each threshold of each test takes a line or more.
    const others = suite.tests.flatMap(({ thresholds }) => thresholds).slice(8)
    expect(before).toBeLessThanOrEqual(60 + others.length)
  },
)

describe.each(inFull)('the recorded result %s', (name) => {
  test('renders as the recorded text of a terminal, in full and in brief', async () => {
    const suite = read(`${name}.json`) as SuiteResult
    const full = textReport(suite, { allPercentiles: true, statusCodes: true, presetRun: undefined }, terminal)
    await expect(`${full}\n${text(brief(suite), terminal)}`).toMatchFileSnapshot(pathOf(`${name}.terminal.txt`))
  })
})

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, folder))
}
