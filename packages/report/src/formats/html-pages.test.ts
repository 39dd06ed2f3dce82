import type { TestResult } from '@benchpress/core'
import { expect, test } from 'vitest'
import { suiteResult, testResult } from '../../test/suite-fixture.ts'
import { htmlPages } from './html-pages.ts'

const variants = ['single-core', 'multi-core']

function runs(names: readonly string[], changes: Partial<TestResult> = {}): readonly TestResult[] {
  return [1, 2].flatMap((repeat) => names.flatMap((name) => variants.map((variant) => testResult({ name, variant, repeat, ...changes }))))
}

function linksOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/href="([^"#:]*)"/g), ([, href = '']) => href)
}

test('a result of one test on one target is one page', () => {
  const pages = htmlPages(suiteResult())
  expect(pages.map(({ name }) => name)).toEqual(['index.html'])
  expect(pages[0]?.text).toContain('199,249')
})

test('a suite has an index, and a page for each test on each variant with all its repeats', () => {
  const pages = htmlPages(suiteResult(runs(['load', 'websocket'])))
  expect(pages.map(({ name }) => name)).toEqual([
    'index.html',
    'single-core-load.html',
    'multi-core-load.html',
    'single-core-websocket.html',
    'multi-core-websocket.html',
  ])
  const [index, ...others] = pages
  expect(linksOf(index?.text ?? '')).toEqual(others.map(({ name }) => name))
  for (const { text } of others) {
    expect(linksOf(text)).toEqual(['index.html'])
    expect(text).toContain('run 2')
  }
})

test('the pages of a suite without a name are given none', () => {
  const [, page] = htmlPages(suiteResult(runs(['load', 'websocket']), { name: 'test' }))
  expect(page?.text).toContain('>All tests</a>')
  expect(page?.text).toContain('<h1>Load test: load, single-core</h1>')
})

test('a page has the name that its preset gives it, after the name of the variant', () => {
  const pages = htmlPages(suiteResult(runs(['load', 'max'])), { pages: { load: 'load-test', other: 'of no test' } })
  expect(pages.map(({ name }) => name)).toEqual([
    'index.html',
    'single-core-load-test.html',
    'multi-core-load-test.html',
    'single-core-max.html',
    'multi-core-max.html',
  ])
})

test('the index has a card for each test and variant with its own verdict, and the comparison of them', () => {
  const verdict = { level: 'invalid', reasons: [{ rule: 'no-success', level: 'invalid', text: 'nothing went well' }] } as const
  const [good, bad] = [runs(['load']), runs(['websocket'], { verdict })]
  const [index] = htmlPages(suiteResult([...good, ...bad], { verdict }))
  const levels = Array.from((index?.text ?? '').matchAll(/Verdict: (\w+)<\/strong>/g), ([, level]) => level)
  expect(levels).toEqual(['invalid', 'valid', 'valid', 'invalid', 'invalid'])
  expect(index?.text).toContain('single-core and multi-core, load')
})

test('extra sections of a suite are on its index alone', () => {
  const pages = htmlPages(suiteResult(runs(['load']), { command: 'npx benchpress run' }), {
    sections: [{ title: 'Documented and measured', parts: [['a line']] }],
  })
  expect(pages.map(({ text }) => [text.includes('Documented and measured'), text.includes('npx benchpress run')])).toEqual([
    [true, true],
    [false, false],
    [false, false],
  ])
})

test('the points of a sweep have one page', () => {
  const points = [2, 4].map((value) =>
    testResult({ name: `browsing users=${value}`, sweep: { of: 'browsing', parameter: 'users', value } }),
  )
  expect(htmlPages(suiteResult(points)).map(({ name }) => name)).toEqual(['index.html'])
})

test('any name becomes a file name that stays in the folder, and no two names share one', () => {
  const names = ['../../etc/passwd', 'a b', 'a/b', '<script>', '界', 'index', 'x'.repeat(300), 'constructor']
  const files = htmlPages(suiteResult(names.map((name) => testResult({ name })))).map(({ name }) => name)
  expect(files.slice(0, 7)).toEqual(['index.html', 'etc-passwd.html', 'a-b.html', 'a-b-2.html', 'script.html', 'test.html', 'index-2.html'])
  expect(files.slice(7)).toEqual([`${'x'.repeat(80)}.html`, 'constructor.html'])
})
