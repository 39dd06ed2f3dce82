import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SuiteResult } from '@benchpress/core'
import type { ReportCell, ReportSection } from '@benchpress/core/report'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChromium } from '../../../test/chromium.ts'
import { chromiumPath } from '../../../test/tools.ts'
import { document } from '../src/document.ts'
import { drawCell } from '../src/format/cell.ts'
import { printable } from '../src/format/texts.ts'
import { html } from '../src/html/html.ts'
import { htmlPages } from '../src/html-pages.ts'
import { sectionsOn } from '../src/report-document.ts'
import { hostileMark, hostileResult } from './hostile-result.ts'
import { longSuite } from './long-suite.ts'

const recorded = new URL('recorded/', import.meta.url)
const results = readdirSync(recorded)
  .filter((file) => /^[\w-]+\.json$/.test(file))
  .map((file) => file.replace(/\.json$/, ''))
const widths = [390, 800, 1400] as const
const schemes = ['light', 'dark'] as const
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
// Where CI keeps what was seen; nowhere without it.
const pictures = process.env['BENCHPRESS_PAGE_PICTURES']

const folder = mkdtempSync(join(tmpdir(), 'benchpress-pages-'))
let browser: Browser

describe.skipIf(chromiumPath === undefined)('in a browser', () => {
  beforeAll(async () => {
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true })
    browser = await startChromium()
  })

  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true })
  })

  describe.each(results)('the page of %s', (name) => {
    const suite = JSON.parse(readFileSync(new URL(`${name}.json`, recorded), 'utf8')) as SuiteResult
    const [index, ...others] = htmlPages(suite)
    const pages = [
      { file: `${name}.html`, text: html(document(suite)) },
      ...(others.length > 0 ? [{ file: `${name}.index.html`, text: index?.text ?? '' }] : []),
    ]

    test('loads nothing, complains of nothing, fits into each width and on paper, light and dark, and has the figures of the result', async () => {
      for (const { file, text } of pages) {
        const { page, faults } = await open(file, text)
        if (file === pages[0]?.file) await expectFigures(page, suite)
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme, media: 'screen' })
          for (const width of widths) {
            await page.setViewportSize({ width, height: 900 })
            expect(await overflow(page), `${file} at ${width}`).toBeLessThanOrEqual(0)
            await picture(page, `${file}-${width}-${colorScheme}`)
            // All that does not depend on colours is looked at once.
            const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
            const isExamined = width === (colorScheme === 'light' ? 390 : 800)
            expect(isExamined ? await violations(page, rules) : [], `${file} at ${width}`).toEqual([])
          }
        }
        await page.emulateMedia({ colorScheme: 'light', media: 'print' })
        await page.setViewportSize({ width: 794, height: 1123 })
        expect(await overflow(page), `${file} on paper`).toBeLessThanOrEqual(0)
        await picture(page, `${file}-print`)
        expect(faults).toEqual([])
        await page.context().close()
      }
    })

    test('has its tables and plots where scripts are off', async () => {
      const [{ file, text } = { file: '', text: '' }] = pages
      const { page } = await open(file, text, { javaScriptEnabled: false })
      // Those of plots are folded up.
      const tables = text.split('<div class="scroll"').length - text.split('<details class="data"').length
      expect(await page.locator('.scroll table:visible').count()).toBe(tables)
      expect(await page.locator('figure > svg:visible').count()).toBe(text.split('<figure').length - 1)
      await page.context().close()
    })
  })

  test('nothing that a hostile target says is carried out', async () => {
    const { page, faults } = await open('hostile.html', html(document(hostileResult())))
    expect(await page.locator('img, svg[onload], script').count()).toBe(1)
    expect(await page.locator('body').innerText()).toContain(hostileMark)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('the pointer over a plot tells the values of that second, in all plots of the run, and paper has the drawing instead', async () => {
    const { page, faults } = await open('live.html', html(document(longSuite(21, { peakAt: 10, gapAt: 7 }))))
    await page.setViewportSize({ width: 1400, height: 1600 })
    const [response, throughput] = [page.locator('.live').nth(0), page.locator('.live').nth(2)]
    // In the middle of 21 seconds.
    await expect
      .poll(async () => {
        await response.locator('.u-over').hover()
        return await response.locator('.u-legend').innerText()
      })
      .toMatch(/10s[^]*23 ms[^]*34\.5 ms[^]*46 ms[^]*988 ms/)
    expect(await throughput.locator('.u-legend').innerText()).toMatch(/10s[^]*1,010[^]*321/)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.live:visible').count()).toBe(0)
    expect(await page.locator('figure > svg:visible').count()).toBeGreaterThan(5)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('a table is sorted by its headings, with the keyboard too, and rows of one endpoint stay together', async () => {
    const row = (name: string, value: number): ReportCell[] => [name, { figure: String(value), value }]
    const rows = [row('b', 3), row('a', 10), row('  2xx', 10), row('c', 1)]
    const section: ReportSection = { title: 'Endpoints', parts: [{ head: ['Endpoint', 'Requests'], isSortable: true, rows }] }
    const { page, faults } = await open('sorted.html', html({ title: 'sorted', sections: [section] }))
    const names = async (): Promise<string[]> => await page.locator('tbody th').allTextContents()
    await page.getByRole('button', { name: 'Requests' }).focus()
    await page.keyboard.press('Enter')
    expect(await names()).toEqual(['a', '2xx', 'b', 'c'])
    expect(await page.locator('thead th').nth(1).getAttribute('aria-sort')).toBe('descending')
    await page.keyboard.press('Enter')
    expect(await names()).toEqual(['c', 'b', 'a', '2xx'])
    await page.getByRole('button', { name: 'Endpoint' }).click()
    expect(await names()).toEqual(['a', '2xx', 'b', 'c'])
    expect(faults).toEqual([])
    await page.context().close()
  })
})

/** Opens a page from disk, and notes what it asks a network for and what the browser complains of. */
async function open(file: string, text: string, options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[] }> {
  const path = join(folder, file)
  writeFileSync(path, text)
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => faults.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    if (!/^(?:file|data|blob):/.test(request.url())) faults.push(`request: ${request.url()}`)
  })
  await page.goto(pathToFileURL(path).href)
  return { page, faults }
}

/** Holds all figures of a page against the report, and those of the throughput against the result itself. */
async function expectFigures(page: Page, suite: SuiteResult): Promise<void> {
  const cells = await page.evaluate<string[]>(`[...document.querySelectorAll('main > .scroll td.figure')].map((cell) => cell.textContent)`)
  expect(cells.toSorted()).toEqual(figuresOf(sectionsOn('browser', document(suite).sections)).toSorted())
  const values = await page.evaluate<number[]>(`[...document.querySelectorAll('td[data-value]')].map((cell) => Number(cell.dataset.value))`)
  const started = suite.found === null ? suite.tests.flatMap(({ scenarios }) => scenarios.filter(({ counts }) => counts.started > 0)) : []
  expect(values).toEqual(expect.arrayContaining(started.map(({ throughput }) => throughput.requestsPerSecond)))
}

/** How many pixels a page is wider than the window. */
async function overflow(page: Page): Promise<number> {
  return await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

async function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(axe)
  const found = await page.evaluate<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>(
    `axe.run(document, ${JSON.stringify({ preload: false, resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) })})`,
  )
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}

/** The figures of all tables, as they are written. */
function figuresOf(sections: readonly ReportSection[]): readonly string[] {
  return sections.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (!('head' in part)) return []
      const { head, names = 1, texts = [] } = part
      return part.rows.flatMap((row) =>
        row.filter((_, column) => column >= names && !texts.includes(head[column] ?? '')).map((cell) => printable(drawCell(cell))),
      )
    }),
  )
}
