import { describe, expect, test } from 'vitest'
import { hostileResult } from '../../test/hostile-result.ts'
import { forbidden, hostileSuite } from '../../test/hostile-suite.ts'
import { recorded, recordedResult } from '../../test/recorded-results.ts'
import { findFormat, formats, render } from './formats.ts'

test.each([
  ['result.json', 'json'],
  ['REPORT.MD', 'markdown'],
  ['report.html', 'html'],
  ['run.csv', 'csv'],
  ['run.series.csv', 'csv-series'],
  ['junit.xml', 'junit'],
  ['bench.prom', 'openmetrics'],
  ['bench.om', 'openmetrics'],
])('%s is a file of the format %s', (file, name) => {
  expect(findFormat({ file })?.name).toBe(name)
  expect(findFormat({ name })?.name).toBe(name)
})

test('a name that is only an ending, or has an unknown ending, has no format', () => {
  expect([findFormat({ file: '.csv' }), findFormat({ file: 'report.xlsx' }), findFormat({ name: 'xlsx' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('no two formats have a name or an ending in common', () => {
  const all = formats.flatMap(({ name, extensions }) => [name, ...extensions])
  expect(new Set(all).size).toBe(all.length)
})

test('an unknown format is refused with a list of the known ones', async () => {
  await expect(render(recordedResult('rate'), 'report.xlsx')).rejects.toThrow(
    /^there is no format of report\.xlsx: there are json, markdown/,
  )
  await expect(render(recordedResult('rate'), 'x', { format: 'excel' })).rejects.toThrow(/^there is no format excel: /)
})

describe.each(formats.map(({ name }) => name))('the format %s', (format) => {
  test.each(recorded)('writes the recorded result %s', async (_name, suite) => {
    const text = await render(suite, 'out.txt', { format })
    expect(text).toMatch(/\n$/)
    // The script of a page contains such words.
    const wrong = format === 'html' ? /\[object Object\]/ : /\bundefined\b|\bNaN\b|\[object Object\]/
    expect(wrong.exec(text)).toBeNull()
  })

  test.each([
    ['a test', hostileSuite()] as const,
    ...['journeys', 'sse', 'search', 'sweep'].map((name) => [name, hostileResult(name)] as const),
  ])('escapes every text that a hostile target puts into %s', async (_name, suite) => {
    const text = await render(suite, 'out.txt', { format })
    // A parser of JSON returns the original text, whose line breaks and control characters JSON escapes.
    const isForbidden = (character: string): boolean =>
      format === 'json' ? character < ' ' && character !== '\n' : forbidden.test(character)
    expect(Array.from(text.replaceAll('\r\n', '\n')).filter(isForbidden)).toEqual([])
  })
})
