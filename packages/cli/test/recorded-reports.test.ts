import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { SuiteResult } from '@benchpress/core'
import { document, markdown, text, type ReportExtras } from '@benchpress/report'
import { plainPalette } from '@benchpress/report/format'
import { textWidth } from '@benchpress/report/texts'
import { chooseStyle } from '../src/print-lines.ts'
import { extrasOf } from '@benchpress/report/outputs'
import { recordedPresetRun } from './recorded-extras.ts'

// Recorded by record-results.ts; the reports of these results change on purpose only.
const folder = new URL('../../report/test/recorded/', import.meta.url)
const results = readdirSync(folder).filter((file) => /^[\w-]+\.json$/.test(file))
const names = results.map((file) => file.replace(/\.json$/, ''))
const terminal = chooseStyle({ isTTY: true, columns: 100 } as Parameters<typeof chooseStyle>[0], {}, false)

const screen = (suite: SuiteResult, name: string): string =>
  text(document(suite, { ...extrasFor(suite, name), amount: 'screen' }), terminal)
const inFull = (suite: SuiteResult, name: string): string => text(document(suite, extrasFor(suite, name, true)), terminal)
const asMarkdown = (suite: SuiteResult, name: string): string => markdown(document(suite, extrasFor(suite, name)))

// One rendition for each kind of result. The end, with the verdict, has sentences that all results share: it is kept for a good result and a bad one.
const renditions: Readonly<Record<string, (suite: SuiteResult, name: string) => string>> = {
  bridge: screen,
  connections: inFull,
  'dead-target': screen,
  deserve: asMarkdown,
  hypha: screen,
  interrupted: screen,
  journeys: inFull,
  nestjs: screen,
  rate: screen,
  search: screen,
  servers: asMarkdown,
  socketio: screen,
  sse: screen,
  sweep: screen,
  toska: screen,
  variants: asMarkdown,
}
const withVerdict: ReadonlySet<string> = new Set(['connections', 'dead-target'])

test('every recorded result has a rendition', () => {
  expect(names.toSorted()).toEqual(Object.keys(renditions).toSorted())
})

test.each(names)('the recorded result %s renders as recorded', async (name) => {
  const whole = renditions[name]?.(read(`${name}.json`) as SuiteResult, name) ?? ''
  const [figures = '', ...rest] = whole.split(/^(?=\S*Verdict: )/m)
  expect(rest.length).toBeGreaterThan(0)
  await expect(withVerdict.has(name) ? whole : figures).toMatchFileSnapshot(pathOf(`${name}.txt`))
})

test.each(names)('the recorded result %s has no line that is wider than a terminal of 60 to 200 columns, in full or by default', (name) => {
  const suite = read(`${name}.json`) as SuiteResult
  for (const allPercentiles of [false, true]) {
    const report = document(suite, { ...extrasFor(suite, name, allPercentiles), amount: allPercentiles ? 'full' : 'screen' })
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
    const lines = text(document(suite, { ...extrasFor(suite, name), amount: 'screen' }), { ...plainPalette, columns: 80 }).split('\n')
    const before = lines.findIndex((line) => line.startsWith('Verdict'))
    expect(before).toBeGreaterThan(0)
    // Each threshold of each test takes a line or more.
    const others = suite.tests.flatMap(({ thresholds }) => thresholds).slice(8)
    expect(before).toBeLessThanOrEqual(60 + others.length)
  },
)

function extrasFor(suite: SuiteResult, name: string, isFull: boolean = false): ReportExtras {
  return extrasOf(suite, { allPercentiles: isFull, statusCodes: isFull, presetRun: recordedPresetRun(name) })
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, folder))
}
