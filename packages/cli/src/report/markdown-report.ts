import type { Reason, ScenarioSummary, SuiteResult, TestResult } from '@benchpress/core'
import { escapeMarkdown } from '../format/escape-markdown.ts'
import { formatSeconds } from '../format/format-seconds.ts'
import { plural } from '../format/plural.ts'
import { comparisonLines } from './documented-section.ts'
import { documentedTable } from './documented-table.ts'
import { drawMarkdownTable } from './draw-markdown-table.ts'
import { errorsTable } from './errors-table.ts'
import { failuresLine } from './failures-line.ts'
import { fence } from './fence.ts'
import { machineLine, toolLine } from './machine-line.ts'
import type { PresetRun, ReportOptions } from './report-options.ts'
import { testedUrl } from './run-heading.ts'
import { runsTable } from './runs-table.ts'
import { isStarted, scenarioRuns } from './scenario-runs.ts'
import type { ScenarioRuns } from './scenario-runs.ts'
import { interruptionLine } from './verdict-lines.ts'

/** Writes the result of a suite as Markdown to be pasted into a README: how it was measured, what, the figures, the verdict. */
export function markdownReport(suite: SuiteResult, options: ReportOptions): string {
  const { presetRun } = options
  const sections = [
    `## Load test: ${escapeMarkdown(suite.name)}`,
    environmentList(suite),
    ...(presetRun === undefined ? [] : presetRun.code.map(({ file, language, code }) => `\`${file}\`:\n\n${fence(language, code)}`)),
    ...scenarioRuns(suite).map(groupSection),
    ...(presetRun === undefined ? [] : [documented(suite, presetRun)]),
    verdictSection(suite),
  ]
  return `${sections.join('\n\n')}\n`
}

function environmentList(suite: SuiteResult): string {
  const { environment, tests } = suite
  const commit = environment.git === null ? '' : `${environment.git.commit.slice(0, 12)}${environment.git.dirty ? ', with changes' : ''}`
  return [
    ['Tool', toolLine(environment)],
    ['Hardware', machineLine(environment)],
    ...scenarioRuns(suite).map(({ title, runs }) => [title === '' ? 'Configuration' : `Configuration of ${title}`, configuration(runs[0])]),
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
  const { connections, pipelining, duration, requests, warmup } = run.scenario.workload
  const threads = run.test.generator.threads.length
  return [
    plural(connections, 'connection'),
    `pipelining ${pipelining}`,
    requests === null ? formatSeconds(duration ?? 0) : plural(requests, 'request'),
    ...(warmup > 0 ? [`${formatSeconds(warmup)} warm-up`] : []),
    plural(threads, 'load thread'),
    testedUrl(run.test, run.scenario),
  ].join(', ')
}

function groupSection(group: ScenarioRuns): string {
  const notes = group.runs.flatMap(({ test, scenario }) => {
    const idle = isStarted(scenario) ? undefined : 'no request was started'
    const lines = [idle, failuresLine(scenario), interruptionLine(test)].filter((line) => line !== undefined)
    const errors = scenario.errors.length === 0 ? [] : [drawMarkdownTable(errorsTable(scenario))]
    return [...lines.map((line) => escapeMarkdown(`Run ${test.repeat}: ${line}`)), ...errors]
  })
  const title = group.title === '' ? 'Results' : escapeMarkdown(group.title)
  return [`### ${title}`, drawMarkdownTable(runsTable(group)), ...notes].join('\n\n')
}

function documented(suite: SuiteResult, presetRun: PresetRun): string {
  const { documented: published, columns } = presetRun.preset
  return [
    '### Documented and measured',
    'Mean (lowest to highest) of the runs.',
    ...scenarioRuns(suite).map((group) => drawMarkdownTable(documentedTable(published.runs, columns, group))),
    comparisonLines(suite, presetRun)
      .map((line) => `- ${escapeMarkdown(line.replace(/: +/, ': '))}`)
      .join('\n'),
  ].join('\n\n')
}

function verdictSection({ verdict, tests }: SuiteResult): string {
  const item = ({ level, rule, text }: Reason): string => `- ${level}, ${rule}: ${escapeMarkdown(text)}`
  const limits = tests.map(
    (test) => `- ${tests.length > 1 ? `run ${test.repeat} was limited by` : 'limited by'} ${escapeMarkdown(test.limitedBy)}`,
  )
  return [`**Verdict: ${verdict.level}**`, [...verdict.reasons.map(item), ...limits].join('\n')].join('\n\n')
}
