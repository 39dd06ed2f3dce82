import type { Result, SuiteResult } from '@benchpress/core'
import type { ReportSection } from '@benchpress/core/report'
import { deliveriesSections } from './deliveries.ts'
import { environmentSection, repeatSections } from './environment.ts'
import { shownOneByOne } from './extras.ts'
import type { ReportExtras } from './extras.ts'
import { failureExampleSections } from './failure-examples.ts'
import { figureNotes } from './figure-notes.ts'
import { headlineOf } from './headline.ts'
import { metricsSections } from './metrics.ts'
import { microbenchmarkSections } from './microbenchmarks.ts'
import { comparisonSections, runSections } from './run-sections.ts'
import { plotSections } from './plots/plot-sections.ts'
import { hasUsers, scenarioRuns } from './runs.ts'
import { describeValue, foundSections, shownSuite } from './search.ts'
import type { ReportDocument } from './report-document.ts'
import { sweepSections } from './sweeps.ts'
import { thresholdLines, thresholdSections } from './thresholds.ts'
import { variantsSections } from './variants.ts'
import { verdictLines, verdictSections } from './verdict.ts'

/**
 * Makes the report of a result: thresholds, each run, what was compared, the verdict.
 *
 * The verdict stands below the figures of connections, which are short, and above those of users.
 */
export function document(result: SuiteResult | Result, extras: ReportExtras = {}): ReportDocument {
  const whole = suiteOf(result)
  const suite = shownSuite(whole)
  const oneByOne = shownOneByOne(suite, extras)
  const groups = scenarioRuns(oneByOne)
  const figures = [
    ...groups.flatMap((group) => runSections(group, extras)),
    ...failureExampleSections(oneByOne),
    ...microbenchmarkSections(suite),
    ...deliveriesSections(suite),
    ...metricsSections(suite),
    ...comparisonSections(groups),
    ...sweepSections(suite),
    ...variantsSections(oneByOne),
    ...foundSections(whole),
    ...(extras.sections ?? []),
  ]
  const isByRule = oneByOne !== suite
  const verdict = verdictSections(suite, isByRule)
  const isLong = hasUsers(suite)
  const before = [environmentSection(suite, oneByOne), ...thresholdSections(suite), ...(isLong ? verdict : [])]
  const code = (extras.code ?? []).map((file): ReportSection => ({ title: '', on: 'page', parts: [file] }))
  const after = isLong ? [] : verdict
  const notes = [figureNotes('terminal', figures), ...after, figureNotes('page', figures)]
  return {
    title: whole.name,
    headline: headlineOf(suite, isByRule),
    sections: [...before, ...code, ...plotSections(oneByOne), ...figures, ...notes, ...repeatSections(whole, extras)],
  }
}

/** Makes a report of thresholds and verdict alone, and of what a search found. */
export function brief(result: SuiteResult | Result): ReportDocument {
  const whole = suiteOf(result)
  const suite = shownSuite(whole)
  const found = whole.found === null ? [] : [describeValue(whole.found)]
  return { title: whole.name, sections: [{ title: '', parts: [{ lines: [...found, ...thresholdLines(suite), ...verdictLines(suite)] }] }] }
}

/** Writes a result as JSON, as `result.schema.json` of `@benchpress/core` describes it: of one test, as a suite of it. */
export function json(result: SuiteResult | Result): string {
  return `${JSON.stringify(result, undefined, 2)}\n`
}

/** The suite that a result is, or the one it is all of. */
export function suiteOf(result: SuiteResult | Result): SuiteResult {
  return 'toJSON' in result ? result.toJSON() : result
}
