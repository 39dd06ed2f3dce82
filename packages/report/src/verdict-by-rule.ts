import type { SuiteResult } from '@benchpress/core'
import { plural } from './format/plural.ts'
import { printable } from './format/printable.ts'
import { nameRun } from './name-run.ts'

/** What the verdicts of many runs say, rule by rule: how many runs each of them is about, with the first of them as an example. */
export function verdictByRule(suite: SuiteResult): readonly string[] {
  const reasons = suite.tests.flatMap((test) => test.verdict.reasons.map((reason) => ({ test, reason })))
  const levels = ['invalid', 'suspect', 'note'] as const
  const byRule = levels.flatMap((level) =>
    [...Map.groupBy(reasons, ({ reason }) => `${reason.level} ${reason.rule}`)].filter(([rule]) => rule.startsWith(`${level} `)),
  )
  const limits = Map.groupBy(suite.tests, ({ limitedBy }) => limitedBy.split(/:| \(/)[0] ?? '')
  return [
    ...byRule.map(([rule, [first, ...others]]) => {
      if (first === undefined) return rule
      const { test, reason } = first
      return `${rule}, ${plural(others.length + 1, 'run')}, such as ${nameRun(test, suite)}: ${printable(reason.text)}`
    }),
    `Limited by ${[...limits].map(([limit, tests]) => `${printable(limit)} (${plural(tests.length, 'run')})`).join(', ')}`,
  ]
}
