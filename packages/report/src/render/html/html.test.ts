import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { longSuite } from '../../../test/long-suite.ts'
import { failedThreshold, limitLine, scenario, suiteResult, testResult } from '../../../test/suite-fixture.ts'
import { endpoint, openScenario } from '../../../test/users-fixture.ts'
import { document } from '../../sections/document.ts'
import type { DocumentSection, Plot } from '../report-document.ts'
import { html } from './html.ts'

const page = html(document(suiteResult([testResult({ thresholds: [failedThreshold] })], { config: { name: 'deserve' } })))
const hostile = `"><script>alert('1')</script><img src=x onerror=alert(1)>\u202e\u001b[2J`

/** A page of sections alone. */
function pageOf(parts: DocumentSection['parts']): string {
  return html({ title: 'sections', sections: [{ title: 'Section', parts }] })
}

/** The texts of the headings of a page, in order. */
function headingsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/<h[1-3][^>]*>([^<]*)</g), ([, heading = '']) => heading)
}

describe('a page', () => {
  test('begins with the verdict and the limits, then has thresholds, plots, tables, and the machine', () => {
    expect(headingsOf(page)).toEqual([
      'Load test: deserve',
      'Thresholds',
      'Over time',
      'Percentiles',
      'Status codes',
      'Results',
      'Environment',
      'Run it again',
    ])
    const places = ['Verdict: valid', limitLine.trim(), '1 note', 'note, queue-depth', '<h2'].map((text) => page.indexOf(text))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
  })

  test('what was published and measured comes right after the verdict, before thresholds and cards', () => {
    const sections = [{ title: 'What the document says', kind: 'published' as const, parts: [['x']] }]
    const text = html(document(suiteResult([testResult({ thresholds: [failedThreshold] })]), { sections }))
    expect(headingsOf(text).slice(1, 3)).toEqual(['What the document says', 'Thresholds'])
    const cards = [{ test: 'load', variant: '', href: 'load.html', level: 'valid' as const, limits: [], figures: [] }]
    const index = html({ title: 'all', cards, sections })
    expect(index.indexOf('What the document says')).toBeLessThan(index.indexOf('href="load.html"'))
  })

  test('a page shows the first figures as they are in the tables', () => {
    const figures = Array.from(page.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g), ([, name, figure]) => [name, figure])
    expect(figures).toEqual([
      ['Requests/s', '199,249'],
      ['50%', '24 ms'],
      ['99%', '42 ms'],
      ['Failed', '0 %'],
    ])
  })

  test('shows the config, and the command that makes the same run again where it is given', () => {
    expect(page).toContain('{\n  &quot;name&quot;: &quot;deserve&quot;\n}')
    expect(page).not.toContain('npx benchpress')
    const repeated = html(document(suiteResult(undefined, { command: 'npx benchpress http://localhost:8000/test -c 500' })))
    expect(repeated).toContain('<code>npx benchpress http://localhost:8000/test -c 500</code>')
  })

  test('allows nothing but its own style sheet and its own script, each by its hash', () => {
    const hashOf = (element: string): string => {
      const text = new RegExp(`<${element}>([^]*?)</${element}>`).exec(page)?.[1] ?? ''
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    }
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${hashOf('style')}`,
      `script-src ${hashOf('script')}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ])
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page).not.toMatch(/ style="| on\w+="|(?:src|href)="(?!#|data:)|@import|url\(/)
  })
})

test('no text of a target or a config is read as HTML, wherever it stands', () => {
  const errors = [{ outcome: 'http_error' as const, reason: hostile, endpoint: hostile, count: 1, first: 0, last: 0 }]
  const open = openScenario({
    name: hostile,
    request: hostile,
    errors,
    endpoints: [endpoint({ name: hostile }), endpoint({ name: 'other' })],
  })
  const test1 = testResult({
    name: hostile,
    variant: hostile,
    scenarios: [open, scenario({ name: 'second' })],
    thresholds: [{ ...failedThreshold, selector: hostile, text: hostile }],
    verdict: { level: 'invalid', reasons: [{ rule: 'errors', level: 'invalid', text: hostile }] },
    limitedBy: { by: 'errors', text: hostile },
    interrupted: { cause: 'target', reason: hostile, at: 3 },
  })
  const suite = suiteResult([test1], { name: hostile, command: hostile, config: { [hostile]: hostile } })
  const code = [{ file: hostile, language: hostile, code: hostile }]
  const text = html(document(suite, { code, sections: [{ title: hostile, intro: hostile, parts: [[hostile], { lines: [hostile] }] }] }))
  expect(text.match(/<script/g)).toHaveLength(1)
  expect(text).not.toMatch(/<img|\p{Cf}/u)
  expect(text.includes('\u001b')).toBe(false)
  expect(text).toContain('&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;')
})

test('a plot over time has its values as they are written, for the script of the page', () => {
  expect(page).toMatch(/<figure data-plot="\{&quot;at&quot;:\[0,1,2,[^"]*&quot;moments&quot;:\[&quot;0&quot;,&quot;1s&quot;/)
})

describe('a table', () => {
  const rows = [
    ['GET /a', { figure: '~42 ms', value: 42, caveat: 'few' as const }],
    ['  2xx', { figure: '40 ms', value: 40 }],
    ['GET /b', { figure: '4.02 s', value: 4020, caveat: 'lower-bound' as const }],
  ]

  test('has the number of each figure beside its text, marks its caveat, and indents what belongs to the row above', () => {
    const table = pageOf([{ head: ['Endpoint', '99%'], rows }])
    expect(table).toContain('<td class="figure" data-value="4020">&gt;= 4.02 s</td>')
    expect(table).toContain('<th scope="row" class="indented">2xx</th>')
  })

  test('a table has a word for whether a condition holds', () => {
    const table = pageOf([{ head: ['Check', 'Failed'], rows: [[{ condition: 'accepted', holds: 'no' }, '12']] }])
    expect(table).toContain('aria-hidden="true">✗</span>&nbsp;accepted<span class="unseen"> (does not hold)</span>')
  })

  test('a table of thresholds has the run of each as a text, at the left', () => {
    const runs = [1, 2].map((repeat) => testResult({ repeat, thresholds: [failedThreshold] }))
    expect(html(document(suiteResult(runs)))).toMatch(/<th scope="col">Threshold<\/th><th scope="col">Run<\/th>[^]*<td>2<\/td>/)
  })

  test('a table without rows is left out', () => {
    expect(pageOf([{ head: ['Check', 'Failed'], rows: [] }])).not.toContain('<table')
  })
})

describe('a plot', () => {
  const users = { label: 'users', unit: 'number', values: [2, 4, 8] } as const
  const chart: Omit<Plot, 'series'> = { title: 'Requests/s', caption: '', x: users, y: { label: 'Requests/s', unit: 'per second' } }
  const series = [{ name: 'requests/s', as: 'points' as const, values: [10, null, 30] }]

  test('a plot is drawn without a script, and has its figures as a table', () => {
    const text = pageOf([{ plot: { ...chart, series } }])
    expect(text).toMatch(/<svg viewBox="[^"]*" role="img" aria-label="Requests\/s: Requests\/s by users">/)
    expect(text.match(/<circle class="s0"/g)).toHaveLength(2)
    expect(text).toContain('<th scope="row">8</th><td class="figure" data-value="30">30</td>')
  })

  test('a legend names only the series that have a value', () => {
    const never = { name: '99%', values: [null, null, null] }
    const text = pageOf([{ plot: { ...chart, series: [never, ...series] } }])
    const shown = Array.from(text.matchAll(/<li( hidden)?><svg class="swatch"/g), ([, hidden]) => hidden === undefined)
    expect(shown).toEqual([false, true])
  })

  test('writes no two values of its axis over each other', () => {
    const values = [100, 200, 400, 418, 436, 476, 800]
    const text = pageOf([{ plot: { ...chart, x: { ...users, values }, series: [{ name: 'requests/s', values }] } }])
    const written = Array.from(text.matchAll(/class="tick (?:middle|end)" x="[\d.]+" y="242">([^<]+)</g), ([, value]) => Number(value))
    expect(written).toEqual([100, 200, 400, 476, 800])
  })

  test('a plot against names has each of them at its place', () => {
    const text = pageOf([{ plot: { ...chart, x: { ...users, values: [0, 1, 2], names: ['get', 'put', hostile] }, series } }])
    expect(text).toContain('>get</text>')
    expect(text.match(/<circle/g)).toHaveLength(2)
    expect(text.match(/<script/g)).toHaveLength(1)
  })

  test('a plot without values is left out', () => {
    expect(pageOf([{ plot: { ...chart, series: [{ name: 'requests/s', values: [null, null, null] }] } }])).not.toContain('<figure')
  })

  test('has another look for each of eight series, and shades the area between two where it is asked to', () => {
    const many = Array.from({ length: 8 }, (_, index) => ({
      name: `series ${index}`,
      values: [index, index + 1],
      ...(index === 1 && { isShaded: true }),
    }))
    const y = { label: 'p99', unit: 'ms' as const }
    const text = pageOf([{ plot: { title: 'p99', caption: '', x: { label: 'time', unit: 'number', values: [0, 1] }, y, series: many } }])
    const [, colours = ''] = /:root \{[^}]*?(--s0[^\n]*?) --plan/.exec(text) ?? []
    const values = Array.from(colours.matchAll(/--s\d: (#\w{6});/g), ([, colour]) => colour)
    expect([values.length, new Set(values).size]).toEqual([8, 8])
    const dashes = Array.from(text.matchAll(/\.line\.s\d \{ stroke: var\(--s\d\);([^}]*)\}/g), ([, dash]) => dash)
    expect(new Set(dashes).size).toBe(8)
    for (const [index] of many.entries()) expect(text).toContain(`class="line line s${index}"`)
    expect(text.match(/class="interval s\d"/g)).toEqual(['class="interval s1"'])
  })

  test('labels places of its axis', () => {
    const marks = [{ at: 4, name: 'knee' }]
    const text = pageOf([{ plot: { ...chart, marks, series } }])
    expect(text.match(/<path class="mark"/g)).toHaveLength(2)
    expect(text).toMatch(/<\/svg>knee<\/li>/)
  })

  test('a plot of steps ends the last one at its edge, also on a logarithmic axis', () => {
    const x = { label: 'time', unit: 'ms' as const, scale: 'log' as const, values: [1, 10, 100] }
    const y = { label: 'share', unit: 'share' as const }
    const log = {
      title: 'Distribution',
      caption: '',
      x: { ...x, values: [1, 10, 50] },
      y,
      series: [{ name: 'steps', as: 'steps' as const, values: [0.5, 0.5, null] }],
    }
    const endOf = (plot: typeof log): number => Number(/class="area s0" d="[^"]*H([\d.]+)V[\d.]+Z"/.exec(pageOf([{ plot }]))?.[1])
    expect(endOf({ ...log, x })).toBe(624)
    expect(endOf(log)).toBeLessThan(624)
  })

  test('has a gap where there is no value, and a dot for a value that stands alone', () => {
    const x = { label: 'time', unit: 's' as const, values: [0, 1, 2, 3, 4] }
    const plot = {
      title: 'p99',
      caption: '',
      x,
      y: { label: 'p99', unit: 'ms' as const },
      series: [{ name: 'p99', values: [1, 1, null, 1, null] }],
    }
    const [, path = ''] = /class="line line s0" d="([^"]*)"\/>\n/.exec(pageOf([{ plot }])) ?? []
    expect(path.match(/M/g)).toHaveLength(2)
    expect(path).toMatch(/h0$/)
  })
})

describe('the size of a page', () => {
  test('the page of ten minutes is smaller than 1 MB', () => {
    expect(html(document(longSuite(600, { peakAt: 5, gapAt: 7 }))).length).toBeLessThan(1e6)
  })

  test('the page of a day is smaller than 3 MB', () => {
    expect(html(document(longSuite(86_400, { peakAt: 5, gapAt: 7 }))).length).toBeLessThan(3e6)
  })
})
