import type { MicrobenchmarkSummary, SuiteResult, TestResult } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'
import { formatSeconds } from './format/format-seconds.ts'
import { plural } from './format/plural.ts'
import { microbenchmarkTable } from './microbenchmark-table.ts'
import { nameRun } from './name-run.ts'
import type { ReportSection } from './report-section.ts'
import { interruptionLine } from './verdict-lines.ts'

/** Whether a test measured functions, or should have. */
export function isOfFunctions({ target }: Pick<TestResult, 'target'>): boolean {
  return target.kind === 'none'
}

/** What was measured of functions: a table for each scenario of each run, with what failed below it. */
export function microbenchmarkSections(suite: SuiteResult): readonly ReportSection[] {
  return suite.tests.filter(isOfFunctions).flatMap((test): readonly ReportSection[] => {
    const interruption = interruptionLine(test)
    const notes = interruption === undefined ? [] : [interruption]
    const run = suite.tests.length > 1 ? `, ${nameRun(test, suite)}` : ''
    const scenarios = Map.groupBy(test.microbenchmarks, ({ name }) => name)
    if (scenarios.size === 0) return [{ title: `Functions of ${test.name}${run}`, parts: [['No function was measured.', ...notes]] }]
    return Array.from(scenarios, ([name, measured], index) => ({
      title: `Functions ${name}${run}`,
      intro: describeTimes(measured, test),
      parts: [
        microbenchmarkTable(measured),
        [...measured.flatMap(describeFailures), ...(index === scenarios.size - 1 ? notes : [])],
      ].filter((part) => !Array.isArray(part) || part.length > 0),
    }))
  })
}

function describeTimes([first]: readonly MicrobenchmarkSummary[], { generator }: TestResult): string {
  if (first === undefined) return ''
  const { time, warmup, parallel } = first
  const threads = generator.inCallingThread
    ? 'in the main thread'
    : `in ${plural(parallel, 'thread')}${parallel > 1 ? ' at the same time' : ''}`
  return `${formatSeconds(time)} each${warmup > 0 ? ` after ${formatSeconds(warmup)} of warm-up` : ' without a warm-up'}, ${threads}`
}

function describeFailures({ case: name, failures, failed, calls }: MicrobenchmarkSummary): readonly string[] {
  if (failed === 0) return []
  const reasons = failures.map(({ reason, count }) => `${formatNumber(count)} ${reason}`).join(', ')
  return [`${name}: ${formatNumber(failed)} of ${plural(calls, 'call')} failed: ${reasons}`]
}
