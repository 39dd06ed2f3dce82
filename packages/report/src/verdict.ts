import type { Level, SuiteResult, TestResult } from '@benchpress/core'
import type { MarkedText, ReportSection, ReportText } from '@benchpress/core/report'
import { plural } from './format/number.ts'
import { printable } from './format/texts.ts'
import { formatSeconds } from './format/time.ts'
import type { ReportHeadline } from './report-document.ts'
import { nameRun } from './runs.ts'

/** How far a suite can be believed, why, and what it was limited by: run by run, or rule by rule where other sections show its runs. */
export function verdictSections(suite: SuiteResult, isByRule: boolean): readonly ReportSection[] {
  const heading: ReportText = [{ text: `Verdict: ${suite.verdict.level}`, mark: 'strong' }]
  const items = isByRule ? linesByRule(suite) : [...reasonsOf(suite), ...limitsOf(suite)]
  return [
    { title: '', on: 'terminal', parts: [{ lines: verdictLines(suite, isByRule) }] },
    { title: '', kind: 'verdict', on: 'page', parts: [{ lines: [heading], as: 'paragraphs' }, { lines: items }] },
  ]
}

/** The verdict for the head of a page, with what was in the way before the reasons. */
export function verdictHeadline(suite: SuiteResult, isByRule: boolean): Omit<ReportHeadline, 'figures'> {
  const { level } = suite.verdict
  if (!isByRule) return { level, limits: limitsOf(suite), reasons: reasonsOf(suite) }
  const lines = linesByRule(suite)
  return { level, limits: lines.slice(-1), reasons: lines.slice(0, -1) }
}

/** The verdict and its reasons, a line each. */
export function verdictLines(suite: SuiteResult, isByRule: boolean = false): readonly ReportText[] {
  const [only, ...others] = suite.tests
  const level = markedLevel(suite.verdict.level)
  if (only === undefined) return [['Verdict: ', level, ', nothing was run']]
  if (others.length === 0) return [['Verdict: ', level], ...reasonLines(only)]
  const doAgree = others.every(({ verdict }) => verdict.level === only.verdict.level)
  const heading = ['Verdict: ', level, ...(doAgree ? [] : [`, the worst of ${plural(suite.tests.length, 'run')}`])]
  if (isByRule) return [heading, ...linesByRule(suite).map((line) => `  ${line}`)]
  return [
    heading,
    ...suite.tests.flatMap((test): readonly ReportText[] => [
      [`${capitalized(nameRun(test, suite))}: `, markedLevel(test.verdict.level)],
      ...reasonLines(test),
    ]),
  ]
}

/** Says why a test ended before its time; `undefined` where it did not. */
export function interruptionLine({ interrupted }: TestResult): string | undefined {
  if (interrupted === null) return undefined
  const when = interrupted.at < 0 ? 'before the run phase began' : `after ${formatSeconds(interrupted.at)}`
  return printable(`Ended early ${when}, and the figures are those of that time: ${interrupted.reason}`)
}

function reasonsOf({ verdict }: SuiteResult): readonly string[] {
  return verdict.reasons.map(({ level, rule, text }) => `${level}, ${rule}: ${text}`)
}

function limitsOf(suite: SuiteResult): readonly string[] {
  const { tests } = suite
  return tests.map((test) => `${tests.length > 1 ? `${nameRun(test, suite)} was limited by` : 'limited by'} ${test.limitedBy.text}`)
}

// The verdicts of many runs: for each rule the number of runs that broke it, with the first of them as an example.
function linesByRule(suite: SuiteResult): readonly string[] {
  const reasons = suite.tests.flatMap((test) => test.verdict.reasons.map((reason) => ({ test, reason })))
  const levels = ['invalid', 'suspect', 'note'] as const
  const byRule = levels.flatMap((level) =>
    [...Map.groupBy(reasons, ({ reason }) => `${reason.level} ${reason.rule}`)].filter(([rule]) => rule.startsWith(`${level} `)),
  )
  const limits = Map.groupBy(suite.tests, ({ limitedBy }) => limitedBy.by)
  return [
    ...byRule.map(([rule, [first, ...others]]) => {
      if (first === undefined) return rule
      const { test, reason } = first
      return `${rule}, ${plural(others.length + 1, 'run')}, such as ${nameRun(test, suite)}: ${printable(reason.text)}`
    }),
    `Limited by ${[...limits].map(([limit, tests]) => `${printable(limit)} (${plural(tests.length, 'run')})`).join(', ')}`,
  ]
}

function reasonLines({ verdict, limitedBy }: TestResult): readonly ReportText[] {
  return [
    ...verdict.reasons.map(({ level, rule, text }): ReportText => [
      '  ',
      markedLevel(level),
      ' ',
      { text: rule, mark: 'quiet' },
      `: ${text}`,
    ]),
    `  Limited by ${limitedBy.text}`,
  ]
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function markedLevel(level: Level | 'note'): MarkedText | string {
  if (level === 'valid') return { text: level, mark: 'good' }
  if (level === 'suspect') return { text: level, mark: 'warning' }
  return level === 'invalid' ? { text: level, mark: 'bad' } : level
}
