import type { SuiteResult } from '@benchpress/core'
import { plural, type ReportCell, type ReportText } from '@benchpress/core/report'
import { cardFigures, figuresOf } from '../sections/cards.ts'
import type { DocumentSection, ReportCard, ReportDocument } from '../render/report-document.ts'
import { scenarioRuns } from '../sections/runs.ts'
import { verdictHeadline } from '../sections/verdict.ts'
import { nameLoadTests, type LoadTestName } from './name-load-tests.ts'

/** A load test whose result was asserted by tests of Vitest. */
export interface ShownLoadTest {
  readonly suite: SuiteResult
  /** The tests that asserted something about the result, by their full names, and whether they passed. */
  readonly tests: readonly AssertingTest[]
  /** Path of the page with its report, relative to the folder of all pages. */
  readonly page: string
}

/** A test, or one attempt of it. */
export interface AssertingTest {
  /** The file and the name of the test, such as `load/auctions.test.ts > bids stay fast`. */
  readonly name: string
  readonly state: TestState
}

/** The outcome of an attempt of a test: `retried` for an attempt that failed and was made again, `unknown` where Vitest names no test. */
export type TestState = 'failed' | 'passed' | 'skipped' | 'not ended' | 'retried' | 'unknown'

/** Stands for an unknown test that asserted something. */
export const unknownTest: AssertingTest = { name: 'a test that is not known', state: 'unknown' }

const unknownHint =
  'unknown: asserted outside of a test, after its end, or by one of several tests that run at the same time without isolation (isolate: false)'

// The first outcome in this list that occurs is named first.
const states: readonly TestState[] = ['failed', 'passed', 'skipped', 'not ended', 'retried', 'unknown']

const figureNames = ['Requests/s', '50%', '99%', 'Failed'] as const

/**
 * Makes the report of all load tests of a run of Vitest: a row for each scenario on a terminal, and a card for each load test on a page.
 *
 * @param folder path of the pages, as printed on the terminal
 */
export function overview(loadTests: readonly ShownLoadTest[], folder: string): ReportDocument {
  const named = nameLoadTests(loadTests)
  const rows = named.flatMap(rowsOf)
  const isUnsure = loadTests.some(({ tests }) => tests.includes(unknownTest))
  return {
    title: 'Load tests',
    cards: named.map(cardOf),
    sections: [
      {
        title: 'Load tests',
        on: 'terminal',
        parts: [
          { head: ['Load test', ...figureNames, 'Verdict', 'Tests'], texts: ['Verdict', 'Tests'], isDense: rows.length >= 3, rows },
          { lines: [...doubts(named), ...(isUnsure ? [`  ${unknownHint}`] : []), `  their pages: ${folder}`] },
        ],
      },
      testsSection(named),
    ],
  }
}

type NamedLoadTest = ShownLoadTest & { readonly name: LoadTestName }

function rowsOf({ suite, tests, name: { label } }: NamedLoadTest): readonly (readonly ReportCell[])[] {
  const { level } = suite.verdict
  const outcome = outcomeOf(tests)
  const groups = scenarioRuns(suite)
  if (groups.length === 0) return [[label, ...figureNames.map(() => ''), level, outcome]]
  return groups.map(({ title, runs }, index): readonly ReportCell[] => {
    const figures = new Map(figuresOf(runs).map(({ name, figure }) => [name, figure]))
    const name = title === '' ? label : `${label}, ${title}`
    const ofAll = index === 0 ? [level, outcome] : ['', '']
    return [name, ...figureNames.map((figure) => figures.get(figure) ?? 'n/a'), ...ofAll]
  })
}

/** Writes the outcome of tests, such as `5 passed`, `1 of 2 failed` or `1 of 2 passed, 1 not ended`; where some failed, the passed ones are not mentioned. */
function outcomeOf(tests: readonly AssertingTest[]): string {
  const counts = states
    .map((state) => ({ state, count: tests.filter((test) => test.state === state).length }))
    .filter(({ count }) => count > 0)
  const [first, ...others] = counts
  if (first === undefined || first.state === 'unknown') return 'unknown'
  const lead = `${first.count}${others.length === 0 ? '' : ` of ${tests.length}`} ${first.state}`
  return [lead, ...others.filter(({ state }) => state !== 'passed').map(({ state, count }) => `${count} ${state}`)].join(', ')
}

type Doubt = SuiteResult['verdict']['reasons'][number] & Pick<LoadTestName, 'name' | 'run'>

// Why results are doubted: one line for a rule that several runs of the same load broke, with the figures of the first.
function doubts(loadTests: readonly NamedLoadTest[]): readonly ReportText[] {
  const all = loadTests.flatMap(({ suite, name: { name, run } }) =>
    suite.verdict.reasons.filter(({ level }) => level !== 'note').map((reason): Doubt => ({ ...reason, name, run })),
  )
  const alike = Map.groupBy(all, ({ name, run, level, rule, text }) => JSON.stringify([name, level, rule, ...(run === null ? [text] : [])]))
  return [...alike.values()].flatMap((group) => group.slice(0, 1).map((first) => doubtLine(first, group)))
}

function doubtLine({ name, run, level, text }: Doubt, alike: readonly Doubt[]): ReportText {
  const numbers = [...new Set(alike.map((each) => each.run))]
  const runs = run === null ? '' : `, run${numbers.length === 1 ? '' : 's'} ${numbers.join(', ')}`
  const example = alike.every((each) => each.text === text) ? '' : `, such as run ${run}`
  return [{ text: level, mark: level === 'invalid' ? 'bad' : 'warning' }, ` ${name}${runs}${example}: ${text}`]
}

function cardOf({ suite, page, name: { label } }: NamedLoadTest): ReportCard {
  const { level, limits } = verdictHeadline(suite, false)
  return { test: label, variant: '', href: page, level, limits, figures: cardFigures(suite) }
}

function testsSection(loadTests: readonly NamedLoadTest[]): DocumentSection {
  const rows = loadTests.flatMap(({ name: { label }, tests }) =>
    tests.map(({ name, state }): readonly ReportCell[] => [name, state, label]),
  )
  return {
    title: 'Tests',
    intro: `${plural(new Set(loadTests.flatMap(({ tests }) => tests.map(({ name }) => name))).size, 'test')} asserted something of ${plural(loadTests.length, 'load test')}`,
    on: 'page',
    parts: [{ head: ['Test', 'Outcome', 'Load test'], names: 1, texts: ['Outcome', 'Load test'], rows }],
  }
}
