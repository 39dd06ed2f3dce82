import type { Result, SuiteResult, TestResult } from '@benchpress/core'
import { nameless, worstVerdict } from '@benchpress/core/report'
import { cardFigures } from '../sections/cards.ts'
import { document, suiteOf } from '../sections/document.ts'
import { environmentSection, repeatSections } from '../sections/environment.ts'
import type { ReportExtras } from '../sections/extras.ts'
import { html } from '../render/html/html.ts'
import type { ReportCard, ReportDocument } from '../render/report-document.ts'
import { nameRun } from '../sections/runs.ts'
import { sweepSections } from '../sections/sweeps.ts'
import { thresholdSections } from '../sections/thresholds.ts'
import { variantsSections } from '../sections/variants.ts'
import { verdictHeadline } from '../sections/verdict.ts'

/** A page of a report that is a folder. */
export interface HtmlPage {
  /** Name of its file, such as `index.html`. */
  readonly name: string
  readonly text: string
}

/**
 * Makes the pages of a result: only `index.html` for one test on one target, and otherwise an index with the comparisons, and a page for each test on each
 * variant. The points of a sweep share one page, and so do the steps of a search.
 */
export function htmlPages(result: SuiteResult | Result, extras: ReportExtras = {}): readonly HtmlPage[] {
  const suite = suiteOf(result)
  const parts = suite.found === null ? partsOf(suite, extras.pages) : []
  if (parts.length < 2) return [{ name: 'index.html', text: html(document(suite, extras)) }]
  const { sections: _sections, showsRuns: _showsRuns, code: _code, ...ofEach } = extras
  return [
    { name: 'index.html', text: html(indexOf(suite, parts, extras)) },
    ...parts.map(({ file, own }) => ({
      name: file,
      text: html(document(own, ofEach), { name: suite.name === nameless ? 'All tests' : `All tests of ${suite.name}`, href: 'index.html' }),
    })),
  ]
}

interface Part {
  readonly test: string
  readonly variant: string
  readonly file: string
  readonly own: SuiteResult
}

function partsOf(suite: SuiteResult, pages: ReportExtras['pages'] = {}): readonly Part[] {
  const groups = Map.groupBy(suite.tests, (test) => JSON.stringify([nameOf(test), test.variant]))
  const taken = new Set(['index.html'])
  return [...groups.values()].flatMap((tests) => {
    const [first] = tests
    if (first === undefined) return []
    const [test, variant] = [nameOf(first), first.variant === 'default' ? '' : first.variant]
    const name = variant === '' ? test : `${test}, ${variant}`
    const verdict = worstVerdict(tests, (each) => nameRun(each, { tests }))
    const { command: _command, ...same } = suite
    const own = { ...same, name: suite.name === nameless ? name : `${suite.name}, ${name}`, config: null, verdict, tests }
    const page = (Object.hasOwn(pages, test) ? pages[test] : undefined) ?? test
    return [{ test, variant, file: fileOf([variant, page], taken), own }]
  })
}

// The page of a sweep has the name of the test that was swept.
function nameOf({ name, sweep }: TestResult): string {
  return sweep?.of ?? name
}

const longestName = 80

/** Makes a free file name for a page from names with any characters. */
export function fileOf(names: readonly string[], taken: Set<string>): string {
  const stem =
    names
      .filter((name) => name !== '')
      .join('-')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, longestName)
      .replaceAll(/^-+|-+$/g, '') || 'test'
  let file = `${stem}.html`
  for (let number = 2; taken.has(file); number += 1) file = `${stem}-${number}.html`
  taken.add(file)
  return file
}

// The index compares the tests and names the machine; the figures of each test are on a page of its own.
function indexOf(suite: SuiteResult, parts: readonly Part[], extras: ReportExtras): ReportDocument {
  const cards = parts.map(({ test, variant, file, own }): ReportCard => {
    const { level, limits } = verdictHeadline(own, false)
    return { test, variant, href: file, level, limits, figures: cardFigures(own) }
  })
  return {
    title: suite.name,
    headline: { ...verdictHeadline(suite, true), figures: [] },
    cards,
    sections: [
      environmentSection(suite, { ...suite, tests: [] }),
      ...thresholdSections(suite),
      ...(extras.sections ?? []),
      ...sweepSections(suite),
      ...variantsSections(suite),
      ...(extras.code ?? []).map((file) => ({ title: '', parts: [file] })),
      ...repeatSections(suite),
    ],
  }
}
