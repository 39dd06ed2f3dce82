import type { ResultsComparison, RunsComparison, SuiteResult, TestResult } from '@benchpress/core'
import { causeNotRun, compareVariants, formatShare } from '@benchpress/core/report'
import { inOneLine } from '../format/texts.ts'
import { comparedSections } from './compared-results.ts'
import { runsTable } from './runs-tables.ts'
import { nameRun } from './runs.ts'
import type { DocumentSection } from '../render/report-document.ts'

/** Compares the variants of a target, and names the better one where the runs decide it; no section for a single variant. */
export function variantsSections(suite: SuiteResult): readonly DocumentSection[] {
  const byTest = Map.groupBy(compareVariants(suite), ({ name }) => name)
  return [...byTest].flatMap(([test, comparisons]) => {
    const runs = suite.tests.filter(({ name }) => name === test)
    const of = runs.length < suite.tests.length ? `, ${test}` : ''
    return [
      ...runsByVariant(runs, of),
      ...comparisons.flatMap((comparison) => (comparison.base.runs * comparison.head.runs === 0 ? [] : sectionsOf(comparison, of))),
      ...notRunSections(runs, suite),
    ]
  })
}

function runsByVariant(tests: readonly TestResult[], of: string): readonly DocumentSection[] {
  const runs = tests.flatMap((test) => test.scenarios.map((scenario) => ({ test, scenario })))
  const byScenario = [...Map.groupBy(runs, ({ scenario }) => scenario.name)]
  return byScenario.map(([scenario, own]) => ({
    title: `Runs by variant${of}${byScenario.length > 1 ? `, ${scenario}` : ''}`,
    detail: true,
    parts: [runsTable([...Map.groupBy(own, ({ test }) => test.variant).values()].flat(), true)],
  }))
}

// The answer is below the table of its variants, also on a page.
function sectionsOf(comparison: ResultsComparison, of: string): readonly DocumentSection[] {
  return comparedSections(comparison, 'full').flatMap(({ on, ...section }) => {
    if (on === 'page') return []
    return [section.title === '' ? section : { ...section, title: `${section.title}${of}` }]
  })
}

/** Writes why neither side is better, as the end of a sentence. */
export function whyNone({ answer, because, margin }: Pick<RunsComparison, 'answer' | 'because' | 'margin'>): string {
  return answer === 'equivalent' ? `the same within ${formatShare(margin)}` : (because ?? '')
}

function notRunSections(tests: readonly TestResult[], suite: SuiteResult): readonly DocumentSection[] {
  const lines = tests.flatMap((run) => {
    const cause = causeNotRun(run)
    return cause === undefined ? [] : [`n/a: ${nameRun(run, suite)} is invalid, and sent nothing: ${inOneLine(cause)}`]
  })
  return lines.length === 0 ? [] : [{ title: '', parts: [{ lines }] }]
}
