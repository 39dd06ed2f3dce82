import type { Level, SuiteResult, TestResult } from '@benchpress/core'
import { formatSeconds, type MarkedText, plural, type ReportText } from '@benchpress/core/report'
import { capitalized, printable } from '../format/texts.ts'
import type { DocumentSection, ReportHeadline } from '../render/report-document.ts'
import { nameRun } from './runs.ts'

// The most notes on a screen; the others are counted.
const mostNotes = 2

/** How a verdict is written. */
interface Telling {
  /** Whether reasons are grouped rule by rule rather than run by run, as where other sections show the runs. */
  readonly isByRule: boolean
  /** Whether only a few notes are shown, as on a terminal. */
  readonly isShort: boolean
  /** Whether the same terminal explains that figures have too few samples, so that the note about these is left out. */
  readonly isFewShown?: boolean
}

/** The sections of the verdict: its level, its reasons, and the limits. */
export function verdictSections(suite: SuiteResult, { isByRule, isShort, isFewShown }: Telling): readonly DocumentSection[] {
  const heading: ReportText = [{ text: `Verdict: ${suite.verdict.level}`, mark: 'strong' }]
  const items = isByRule ? linesByRule(suite) : [...reasonsOf(suite, everyLevel), ...limitsOf(suite)]
  const told = isFewShown === true ? withoutFewSamples(suite) : suite
  return [
    {
      title: '',
      on: 'terminal',
      parts: [{ lines: verdictLines(told, { isByRule: isByRule || (isShort && suite.tests.length > 1), isShort }) }],
    },
    { title: '', kind: 'verdict', on: 'page', parts: [{ lines: [heading], as: 'paragraphs' }, { lines: items }] },
  ]
}

/** The verdict for the head of a page, with the limits before the reasons. */
export function verdictHeadline(suite: SuiteResult, isByRule: boolean): Omit<ReportHeadline, 'figures'> {
  const reasonsOn = isByRule ? reasonsByRule : reasonsOf
  return {
    level: suite.verdict.level,
    limits: isByRule ? limitsInOne(suite) : limitsOf(suite),
    reasons: reasonsOn(suite, ['invalid', 'suspect']),
    notes: reasonsOn(suite, ['note']),
  }
}

/** The verdict and its reasons, a line each. */
export function verdictLines(suite: SuiteResult, { isByRule, isShort }: Telling): readonly ReportText[] {
  const [only, ...others] = suite.tests
  const level = markedLevel(suite.verdict.level)
  if (only === undefined) return [['Verdict: ', level, ', nothing was run']]
  if (others.length === 0) return [['Verdict: ', level], ...reasonLines(only, isShort ? mostNotes : Infinity)]
  const doAgree = others.every(({ verdict }) => verdict.level === only.verdict.level)
  const heading = ['Verdict: ', level, ...(doAgree ? [] : [`, the worst of ${plural(suite.tests.length, 'run')}`])]
  if (isByRule) return [heading, ...linesByRule(suite, isShort ? mostNotes : Infinity).map((line) => `  ${line}`)]
  return [
    heading,
    ...suite.tests.flatMap((test): readonly ReportText[] => [
      [`${capitalized(nameRun(test, suite))}: `, markedLevel(test.verdict.level)],
      ...reasonLines(test),
    ]),
  ]
}

/** Writes why a test ended early; `undefined` where it did not. */
export function interruptionLine({ interrupted }: TestResult): string | undefined {
  if (interrupted === null) return undefined
  const when = interrupted.at < 0 ? 'before the run phase began' : `after ${formatSeconds(interrupted.at)}`
  return printable(`Ended early ${when}, and the figures are those of that time: ${interrupted.reason}`)
}

function withoutFewSamples(suite: SuiteResult): SuiteResult {
  const tests = suite.tests.map((test) => {
    const reasons = test.verdict.reasons.filter(({ rule }) => rule !== 'few-samples')
    return { ...test, verdict: { ...test.verdict, reasons } }
  })
  return { ...suite, tests }
}

type ReasonLevel = Level | 'note'

const everyLevel = ['invalid', 'suspect', 'note'] as const

function reasonsOf({ verdict }: SuiteResult, levels: readonly ReasonLevel[]): readonly string[] {
  return verdict.reasons.filter(({ level }) => levels.includes(level)).map(({ level, rule, text }) => `${level}, ${rule}: ${text}`)
}

function limitsOf(suite: SuiteResult): readonly string[] {
  const { tests } = suite
  return tests.map((test) => `${tests.length > 1 ? `${nameRun(test, suite)} was limited by` : 'limited by'} ${test.limitedBy.text}`)
}

function linesByRule(suite: SuiteResult, most: number = Infinity): readonly string[] {
  const notes = reasonsByRule(suite, ['note'])
  const left = Math.max(0, notes.length - most)
  return [
    ...reasonsByRule(suite, ['invalid', 'suspect']),
    ...notes.slice(0, notes.length - left),
    ...moreNotes(left),
    ...limitsInOne(suite),
  ]
}

// The verdicts of many runs: for each rule the number of runs that broke it, with the first of them as an example.
function reasonsByRule(suite: SuiteResult, levels: readonly ReasonLevel[]): readonly string[] {
  const reasons = suite.tests.flatMap((test) => test.verdict.reasons.map((reason) => ({ test, reason })))
  return levels.flatMap((level) => {
    const byRule = Map.groupBy(
      reasons.filter(({ reason }) => reason.level === level),
      ({ reason }) => reason.rule,
    )
    return [...byRule].map(([rule, [first, ...others]]) => {
      if (first === undefined) return `${level} ${rule}`
      const { test, reason } = first
      const runs = others.length === 0 ? nameRun(test, suite) : `${plural(others.length + 1, 'run')}, such as ${nameRun(test, suite)}`
      return `${level} ${rule}, ${runs}: ${printable(reason.text)}`
    })
  })
}

function limitsInOne({ tests }: SuiteResult): readonly string[] {
  if (tests.length === 0) return []
  const limits = Map.groupBy(tests, ({ limitedBy }) => limitedBy.by)
  return [`Limited by ${[...limits].map(([limit, limited]) => `${printable(limit)} (${plural(limited.length, 'run')})`).join(', ')}`]
}

function reasonLines({ verdict, limitedBy }: TestResult, most: number = Infinity): readonly ReportText[] {
  const notes = verdict.reasons.filter(({ level }) => level === 'note')
  const left = notes.slice(most)
  return [
    ...verdict.reasons
      .filter((reason) => !left.includes(reason))
      .map(({ level, rule, text }): ReportText => ['  ', markedLevel(level), ' ', { text: rule, mark: 'quiet' }, `: ${text}`]),
    ...moreNotes(left.length).map((line) => `  ${line}`),
    `  Limited by ${limitedBy.text}`,
  ]
}

function moreNotes(count: number): readonly string[] {
  return count === 0 ? [] : [`and ${plural(count, 'more note')}`]
}

function markedLevel(level: Level | 'note'): MarkedText | string {
  if (level === 'valid') return { text: level, mark: 'good' }
  if (level === 'suspect') return { text: level, mark: 'warning' }
  return level === 'invalid' ? { text: level, mark: 'bad' } : level
}
