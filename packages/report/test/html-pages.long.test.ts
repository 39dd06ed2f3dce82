import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compareResults, historyOf, type SuiteResult } from '@benchpress/core'
import type { DocumentSection } from '../src/render/report-document.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChromium } from '../../../test/chromium.ts'
import { recordedExtras } from '../../cli/test/recorded-extras.ts'
import { chromiumPath } from '../../../test/tools.ts'
import { comparisonDocument } from '../src/sections/compared-results.ts'
import { document } from '../src/sections/document.ts'
import { drawCell } from '../src/format/cell.ts'
import { printable } from '../src/format/texts.ts'
import { html } from '../src/render/html/html.ts'
import { htmlPages } from '../src/formats/html-pages.ts'
import { sectionsOn, type ReportDocument } from '../src/render/report-document.ts'
import { historyDocument } from '../src/sections/results-history.ts'
import { hostileMark, hostileResult } from './hostile-result.ts'
import { longSuite } from './long-suite.ts'
import { recorded, recordedResult } from './recorded-results.ts'

const widths = [390, 800, 1400] as const
const schemes = ['light', 'dark'] as const
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
// The folder in which CI keeps pictures; without it none are kept.
const pictures = process.env['TESTS_PAGE_PICTURES']

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

  describe.each(recorded)('the pages of %s', (name, suite) => {
    const extras = recordedExtras(name)
    const whole = { file: `${name}.html`, text: html(document(suite, extras)) }
    const pages = htmlPages(suite, extras).map((page) => ({ file: `${name}-${page.name}`, text: page.text }))

    test('load nothing, log no errors, fit into each width and on paper, light and dark, and have the figures of the result', async () => {
      // The first page is examined closely: the index, or the only page.
      const each = pages.length === 1 ? [whole] : [...pages, whole]
      for (const [index, page] of each.entries()) await examine(page, index < 1)
      const figures = await figuresOn(whole)
      expect(figures.texts.toSorted()).toEqual(figuresOf(sectionsOn('browser', document(suite, extras).sections)).toSorted())
      // Where sections of a preset show all runs, each run has a page of its own.
      const ofPages = await Promise.all((extras.showsRuns === true ? pages : [whole]).map(figuresOn))
      expect(ofPages.flatMap(({ values }) => values)).toEqual(expect.arrayContaining(measuredIn(suite)))
    })

    test('have their tables and plots where scripts are off', async () => {
      const { file, text } = whole
      const { page } = await open(file, text, { javaScriptEnabled: false })
      // The tables of plots are folded up.
      const tables = text.split('<div class="scroll"').length - text.split('<details class="data"').length
      expect(await page.locator('.scroll table:visible').count()).toBe(tables)
      expect(await page.locator('figure > svg:visible').count()).toBe(text.split('<figure').length - 1)
      await page.context().close()
    })
  })

  test.each<[string, ReportDocument]>([
    [
      'comparison',
      comparisonDocument(
        compareResults([recordedResult('connections')], [structuredClone(recordedResult('connections'))], { failOn: ['p99 > +5%'] }),
      ),
    ],
    ['history', historyDocument(historyOf(commits(longSuite(30, { peakAt: 10, gapAt: 7 }), 8)))],
  ])('the page of a %s does so, too', async (name, report) => {
    const page = { file: `${name}.html`, text: html(report) }
    await examine(page)
    const { texts } = await figuresOn(page)
    expect(texts.length).toBeGreaterThan(10)
    expect(texts.toSorted()).toEqual(figuresOf(sectionsOn('browser', report.sections)).toSorted())
  })

  test('no text of a hostile target is executed', async () => {
    const { page, faults } = await open('hostile.html', html(document(hostileResult())))
    expect(await page.locator('img, svg[onload], script').count()).toBe(1)
    expect(await page.locator('body').innerText()).toContain(hostileMark)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('the pointer over a plot shows the values of that second in all plots of the run, and paper has none of them', async () => {
    const { page, faults } = await open('moments.html', html(document(longSuite(21, { peakAt: 10, gapAt: 7 }))))
    const plots = page.locator('figure[data-plot]')
    const [response, throughput] = [plots.nth(0), plots.nth(2)]
    const names = response.locator('figcaption')
    expect(await names.innerText()).toMatch(/^Response time\s+50%\s+90%\s+99%\s+Max\s*$/)
    // Readers who see no colours distinguish the lines by their dashes.
    const dashes = await page.evaluate<string[]>(
      `[...document.querySelector('figure[data-plot] .legend').querySelectorAll('path')].map((line) => getComputedStyle(line).strokeDasharray)`,
    )
    expect(new Set(dashes).size).toBe(4)
    const drawing = response.locator(':scope > svg')
    await drawing.scrollIntoViewIfNeeded()
    const { width, height } = (await drawing.boundingBox()) ?? { width: 0, height: 0 }
    // The tenth of 21 seconds, between the margins of the drawing.
    await drawing.hover({ position: { x: (width * (84 + (10 / 21) * 540)) / 640, y: height / 2 } })
    expect(await names.innerText()).toMatch(/at 10s[^]*23 ms[^]*34\.5 ms[^]*46 ms[^]*988 ms/)
    expect(await throughput.locator('figcaption').innerText()).toMatch(/at 10s[^]*1,010[^]*321/)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.value:visible').count()).toBe(0)
    expect(await page.locator('figure > svg:visible').count()).toBeGreaterThan(5)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

/** Opens a page from disk, and records its network requests and the errors of the browser. */
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

interface NamedPage {
  readonly file: string
  readonly text: string
}

/** Checks a page at each width, in light and dark and on paper; with `isClose`, also by the rules of accessibility. */
async function examine({ file, text }: NamedPage, isClose = true): Promise<void> {
  const { page, faults } = await open(file, text)
  if (isClose) await page.evaluate(axe)
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, media: 'screen' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflow(page), `${file} at ${width}`).toBeLessThanOrEqual(0)
      await picture(page, `${file}-${width}-${colorScheme}`)
      if (!isClose) continue
      // Checks that do not depend on colours are made once.
      expect(await violations(page, colorScheme === 'dark' ? ['color-contrast'] : undefined), `${file} at ${width}`).toEqual([])
      // The folded parts were checked before, and are most of a page.
      await page.evaluate(`for (const table of document.querySelectorAll('details.data .scroll')) table.remove()`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light', media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
  expect(await overflow(page), `${file} on paper`).toBeLessThanOrEqual(0)
  await picture(page, `${file}-print`)
  expect(faults).toEqual([])
  await page.context().close()
}

/** The figures of all tables of a page, as texts, and as the numbers beside these. */
async function figuresOn({ file, text }: NamedPage): Promise<{ texts: string[]; values: number[] }> {
  const { page } = await open(file, text)
  const texts = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main > .scroll td.figure')].map((cell) => cell.textContent.trim())`,
  )
  const values = await page.evaluate<number[]>(`[...document.querySelectorAll('td[data-value]')].map((cell) => Number(cell.dataset.value))`)
  await page.context().close()
  return { texts, values }
}

/** The throughput, counts and response times in a result of each scenario that sent anything; fewer for a search. */
function measuredIn({ tests, found }: SuiteResult): number[] {
  const started = found === null ? tests.flatMap(({ scenarios }) => scenarios.filter(({ counts }) => counts.started > 0)) : []
  return started.flatMap(({ throughput, counts, responseTime: { p50, p90, p99, max } }) => {
    const { ok: _ok, ...failures } = counts.outcomes
    const shown = [
      throughput.requestsPerSecond,
      counts.started,
      ...Object.values(failures).filter((count) => count > 0),
      p50,
      p90,
      p99,
      max,
    ]
    return shown.filter((figure) => figure !== null)
  })
}

/** Copies of a result, each of another commit. */
function commits(suite: SuiteResult, count: number): readonly { source: string; suite: SuiteResult }[] {
  return Array.from({ length: count }, (_, day) => {
    const git = { commit: `${day}`.repeat(40), dirty: false }
    const environment = { ...suite.environment, git, startedAt: `2026-01-0${day + 1}T00:00:00.000Z` }
    return { source: `${day}.json`, suite: { ...suite, environment } }
  })
}

/** The number of pixels by which a page is wider than the window. */
async function overflow(page: Page): Promise<number> {
  return await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

async function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
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
function figuresOf(sections: readonly DocumentSection[]): readonly string[] {
  return sections.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (!('head' in part)) return []
      const { head, names = 1, texts = [] } = part
      return part.rows.flatMap((row) =>
        row.filter((_, column) => column >= names && !texts.includes(head[column] ?? '')).map((cell) => printable(drawCell(cell)).trim()),
      )
    }),
  )
}
