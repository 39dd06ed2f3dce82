import type { Level, SuiteResult, TestResult } from '@benchpress/core'
import { formatSeconds } from './format/format-seconds.ts'
import { plural } from './format/plural.ts'
import { printable } from './format/printable.ts'
import { nameRun } from './name-run.ts'
import type { Palette } from './palette.ts'
import { verdictByRule } from './verdict-by-rule.ts'

/** Says how far the result can be believed, why, and what it was limited by; run by run where there are several, or by rule where they are told elsewhere. */
export function verdictLines(suite: SuiteResult, palette: Palette, isTold: boolean = false): readonly string[] {
  const [only, ...others] = suite.tests
  const level = paintLevel(suite.verdict.level, palette)
  if (only === undefined) return [`Verdict: ${level}, nothing was run`]
  if (others.length === 0) return [`Verdict: ${level}`, ...reasonLines(only, palette)]
  const doAgree = others.every(({ verdict }) => verdict.level === only.verdict.level)
  const heading = `Verdict: ${level}${doAgree ? '' : `, the worst of ${plural(suite.tests.length, 'run')}`}`
  if (isTold) return [heading, ...verdictByRule(suite).map((line) => `  ${line}`)]
  return [
    heading,
    ...suite.tests.flatMap((test) => [
      `${capitalized(nameRun(test, suite))}: ${paintLevel(test.verdict.level, palette)}`,
      ...reasonLines(test, palette),
    ]),
  ]
}

/** Says why a test ended before its time; `undefined` where it did not. */
export function interruptionLine({ interrupted }: TestResult): string | undefined {
  if (interrupted === null) return undefined
  const when = interrupted.at < 0 ? 'before the run phase began' : `after ${formatSeconds(interrupted.at)}`
  return printable(`Ended early ${when}, and the figures are those of that time: ${interrupted.reason}`)
}

function reasonLines({ verdict, limitedBy }: TestResult, palette: Palette): readonly string[] {
  return [
    ...verdict.reasons.map(({ level, rule, text }) => `  ${paintLevel(level, palette)} ${palette.quiet(rule)}: ${printable(text)}`),
    `  Limited by ${printable(limitedBy)}`,
  ]
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function paintLevel(level: Level | 'note', palette: Palette): string {
  if (level === 'valid') return palette.good(level)
  if (level === 'suspect') return palette.warning(level)
  return level === 'invalid' ? palette.bad(level) : level
}
