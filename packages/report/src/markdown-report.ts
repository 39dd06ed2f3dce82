import type { Reason, ScenarioSummary, SuiteResult, TestResult } from '@benchpress/core'
import { fewMark, figureNotes } from './format/format-figure.ts'
import { escapeMarkdown } from './format/escape-markdown.ts'
import { formatSeconds } from './format/format-seconds.ts'
import { plural } from './format/plural.ts'
import { deliveriesSections } from './deliveries-section.ts'
import { describeLength, describeWorkload } from './describe-workload.ts'
import { drawMarkdownTable } from './draw-markdown-table.ts'
import { fence } from './fence.ts'
import { foundSections, shownSuite } from './found-section.ts'
import { machineLine, toolLine } from './machine-line.ts'
import { markdownRuns } from './markdown-runs.ts'
import { metricsTables } from './metrics-tables.ts'
import { isOfFunctions, microbenchmarkSections } from './microbenchmark-section.ts'
import { nameRun } from './name-run.ts'
import type { ReportExtras } from './report-extras.ts'
import { sectionMarkdown } from './report-section.ts'
import { testedUrl } from './run-heading.ts'
import { hasUsers, scenarioRuns } from './scenario-runs.ts'
import { sweepSections } from './sweep-section.ts'
import { thresholdsTable } from './thresholds.ts'
import { withoutToldRuns } from './told-runs.ts'
import { variantsSections } from './variants-section.ts'
import { verdictByRule } from './verdict-by-rule.ts'

/**
 * Writes the result of a suite as Markdown to be pasted into a README: how it was measured, what, thresholds, figures, the verdict.
 *
 * The verdict stands below the figures of connections, which are short, and above those of users.
 */
export function markdownReport(whole: SuiteResult, options: ReportExtras): string {
  const suite = shownSuite(whole)
  const oneByOne = withoutToldRuns(suite, options)
  const isLong = hasUsers(suite)
  const runs = scenarioRuns(oneByOne).map(markdownRuns)
  const sections = [
    `## ${suite.tests.length > 0 && suite.tests.every(isOfFunctions) ? 'Microbenchmarks' : 'Load test'}: ${escapeMarkdown(suite.name)}`,
    environmentList(suite, oneByOne),
    ...thresholdsSection(suite),
    ...(isLong ? [verdictSection(suite, oneByOne !== suite)] : []),
    ...(options.code ?? []).map(({ file, language, code }) => `\`${file}\`:\n\n${fence(language, code)}`),
    ...runs,
    ...microbenchmarkSections(suite).map(sectionMarkdown),
    ...deliveriesSections(suite).map(sectionMarkdown),
    ...metricsSections(suite),
    ...[...sweepSections(suite), ...variantsSections(oneByOne), ...foundSections(whole)].map(sectionMarkdown),
    ...(options.sections ?? []).map(sectionMarkdown),
    ...(isLong ? [] : [verdictSection(suite, oneByOne !== suite)]),
  ]
  return `${[...sections, ...figureNotes(sections.join('\n').replaceAll('\\~', fewMark), runs.join('\n')).map(escapeMarkdown)].join('\n\n')}\n`
}

function environmentList(suite: SuiteResult, oneByOne: SuiteResult): string {
  const { environment, tests } = suite
  const commit = environment.git === null ? '' : `${environment.git.commit.slice(0, 12)}${environment.git.dirty ? ', with changes' : ''}`
  return [
    ['Tool', toolLine(environment)],
    ['Hardware', machineLine(environment)],
    ...scenarioRuns(oneByOne).map(({ title, runs }) => [
      title === '' ? 'Configuration' : `Configuration of ${title}`,
      configuration(runs[0]),
    ]),
    ['Seed', hasUsers(suite) || tests.some(isOfFunctions) ? [...new Set(tests.map(({ seed }) => seed))].join(', ') : ''],
    ['Date', environment.startedAt],
    ['Commit', commit],
    ['TLS', tests.some((test) => test.target.tls?.verified === false) ? 'TLS certificates were not verified' : ''],
  ]
    .filter(([, value]) => value !== '')
    .map(([name = '', value = '']) => `- **${escapeMarkdown(name)}:** ${escapeMarkdown(value)}`)
    .join('\n')
}

function configuration(run: { readonly test: TestResult; readonly scenario: ScenarioSummary } | undefined): string {
  if (run === undefined) return ''
  const { workload } = run.scenario
  const threads = run.test.generator.threads.length
  return [
    ...(workload.kind === 'connections'
      ? [plural(workload.connections, 'connection'), `pipelining ${workload.pipelining}`]
      : [describeWorkload(workload)]),
    describeLength(workload),
    ...(workload.warmup > 0 ? [`${formatSeconds(workload.warmup)} warm-up`] : []),
    plural(threads, 'load thread'),
    testedUrl(run.test, run.scenario),
  ].join(', ')
}

function thresholdsSection(suite: SuiteResult): readonly string[] {
  const table = thresholdsTable(suite)
  return table === undefined ? [] : [`### Thresholds\n\n${drawMarkdownTable(table)}`]
}

function metricsSections(suite: SuiteResult): readonly string[] {
  return suite.tests.flatMap((test) => {
    const tables = metricsTables(test)
    const title = `### Metrics of journeys and plugins${suite.tests.length > 1 ? `, ${nameRun(test, suite)}` : ''}`
    return tables.length === 0 ? [] : [title, ...tables.map(drawMarkdownTable)]
  })
}

function verdictSection(suite: SuiteResult, isTold: boolean): string {
  const { verdict, tests } = suite
  const heading = `**Verdict: ${verdict.level}**`
  if (isTold)
    return [
      heading,
      verdictByRule(suite)
        .map((line) => `- ${escapeMarkdown(line)}`)
        .join('\n'),
    ].join('\n\n')
  const item = ({ level, rule, text }: Reason): string => `- ${level}, ${rule}: ${escapeMarkdown(text)}`
  const limits = tests.map(
    (test) => `- ${tests.length > 1 ? `${nameRun(test, suite)} was limited by` : 'limited by'} ${escapeMarkdown(test.limitedBy)}`,
  )
  return [heading, [...verdict.reasons.map(item), ...limits].join('\n')].join('\n\n')
}
