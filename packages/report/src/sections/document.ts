import type { Result, SuiteResult } from '@benchpress/core'
import { keepHistograms } from '@benchpress/core/report'
import { headFigures } from './cards.ts'
import { deliveriesSections } from './deliveries.ts'
import { environmentSection, repeatSections } from './environment.ts'
import { forScreen, shownOneByOne, type ReportExtras } from './extras.ts'
import { failureExampleSections } from './failure-examples.ts'
import { areTimesFew, figureNotes } from './figure-notes.ts'
import { machinesSections } from './machines.ts'
import { metricsSections } from './metrics.ts'
import { comparisonSections, runSections } from './run-sections.ts'
import { plotSections } from './plots/plot-sections.ts'
import { toJson } from '../format/texts.ts'
import { hasUsers, scenarioRuns } from './runs.ts'
import { describeValue, foundSections, shownSuite } from './search.ts'
import { type DocumentSection, sectionsOn, type ReportDocument } from '../render/report-document.ts'
import { screenSections } from './screen.ts'
import { sweepSections } from './sweeps.ts'
import { thresholdLines, thresholdSections } from './thresholds.ts'
import { variantsSections } from './variants.ts'
import { verdictHeadline, verdictLines, verdictSections } from './verdict.ts'

/**
 * Makes the report of a result: each run, comparisons, and last the answer, which is the thresholds, the verdict and the limit.
 *
 * On a page the thresholds come first, and so does the verdict on users, whose figures are long.
 */
export function document(result: SuiteResult | Result, extras: ReportExtras = {}): ReportDocument {
  const whole = suiteOf(result)
  const suite = shownSuite(whole)
  const isScreen = extras.amount === 'screen'
  const oneByOne = shownOneByOne(suite, extras)
  const groups = scenarioRuns(oneByOne)
  const { sections = [] } = extras
  // A preset has sections of its own for what was compared.
  const own = (made: readonly DocumentSection[]): readonly DocumentSection[] =>
    sections.length === 0 ? made : made.map((section) => ({ ...section, detail: true }))
  const compared = [...own([...sweepSections(suite), ...variantsSections(oneByOne), ...foundSections(whole, isScreen)]), ...sections]
  const all = [
    ...groups.flatMap((group) => runSections(group, groups.length === 1, extras)),
    ...failureExampleSections(suite, isScreen),
    ...deliveriesSections(suite),
    ...machinesSections(suite),
    ...metricsSections(suite),
    ...comparisonSections(groups),
    ...compared,
  ]
  const summary = isScreen && compared.length === 0 ? screenSections(suite, groups, extras) : []
  const figures = [...summary, ...all].flatMap((section) => (isScreen ? forScreen(section) : section))
  const thresholds = thresholdSections(suite)
  const isByRule = oneByOne !== suite
  const verdict = verdictSections(suite, { isByRule, isShort: isScreen, isFewShown: isScreen && areTimesFew(figures) })
  const isLong = hasUsers(suite)
  const code = (extras.code ?? []).map((file): DocumentSection => ({ title: '', on: 'page', parts: [file] }))
  const before = [environmentSection(suite, oneByOne), ...sectionsOn('page', [...thresholds, ...(isLong ? verdict : [])]), ...code]
  const answer = [...sectionsOn('terminal', [...thresholds, ...verdict]), ...(isLong ? [] : sectionsOn('page', verdict))]
  const against = (extras.against ?? []).flatMap((section) => (isScreen ? forScreen(section) : section))
  const after = [figureNotes('terminal', figures), ...against, ...answer, figureNotes('page', figures)]
  return {
    title: whole.name,
    headline: { ...verdictHeadline(suite, isByRule), figures: headFigures(suite) },
    sections: [...before, ...plotSections(oneByOne), ...figures, ...after, ...repeatSections(whole)],
  }
}

/** Makes a report of thresholds and verdict alone, and of what a search found. */
export function brief(result: SuiteResult | Result): ReportDocument {
  const whole = suiteOf(result)
  const suite = shownSuite(whole)
  const found = whole.found === null ? [] : [describeValue(whole.found)]
  return {
    title: whole.name,
    sections: [
      { title: '', parts: [{ lines: [...found, ...thresholdLines(suite), ...verdictLines(suite, { isByRule: true, isShort: false })] }] },
    ],
  }
}

/** Writes a result as JSON, as `result.schema.json` of `@benchpress/core` describes it, with its histograms: the result of one test becomes a suite. */
export function json(result: SuiteResult | Result): string {
  return `${toJson(result, 2, keepHistograms)}\n`
}

/** Returns a suite as it is, and the result of one test as a suite. */
export function suiteOf(result: SuiteResult | Result): SuiteResult {
  return 'toJSON' in result ? result.toJSON() : result
}
