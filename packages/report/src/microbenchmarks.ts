import type { MicrobenchmarkSummary, SuiteResult, TestResult } from '@benchpress/core'
import { formatShare, type ReportFigure, type ReportSection, type ReportTable } from '@benchpress/core/report'
import { numberCell, percentileCell } from './format/cell.ts'
import { formatCallRate, formatNumber, plural, formatNanoseconds, formatSeconds } from './format/number.ts'
import { isOfFunctions, ofRun } from './runs.ts'
import { interruptionLine } from './verdict.ts'

type MeasuredFunction = MicrobenchmarkSummary & { readonly callTime: NonNullable<MicrobenchmarkSummary['callTime']> }

// The columns of times, and how each is read.
const timeColumns: readonly (readonly [label: string, read: (measured: MeasuredFunction) => ReportFigure])[] = [
  ['Mean', ({ callTime }) => numberCell(callTime.mean, formatNanoseconds)],
  ['±', ({ callTime: { marginOfError } }) => numberCell(marginOfError, formatShare)],
  ['Median', ({ callTime, samples }) => percentileCell(callTime.median, 50, samples, formatNanoseconds)],
  ['75%', ({ callTime, samples }) => percentileCell(callTime.p75, 75, samples, formatNanoseconds)],
  ['95%', ({ callTime, samples }) => percentileCell(callTime.p95, 95, samples, formatNanoseconds)],
  ['99%', ({ callTime, samples }) => percentileCell(callTime.p99, 99, samples, formatNanoseconds)],
  ['Stdev', ({ callTime, samples }) => numberCell(samples < 2 ? null : callTime.deviation, formatNanoseconds)],
  ['Min', ({ callTime }) => numberCell(callTime.min, formatNanoseconds)],
  ['Max', ({ callTime }) => numberCell(callTime.max, formatNanoseconds)],
]

/** The measured functions: a table for each scenario of each run, with the failures below it. */
export function microbenchmarkSections(suite: SuiteResult): readonly ReportSection[] {
  return suite.tests.filter(isOfFunctions).flatMap((test): readonly ReportSection[] => {
    const interruption = interruptionLine(test)
    const notes = interruption === undefined ? [] : [interruption]
    const run = ofRun(test, suite)
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

// Every time has the unit that suits it; the calls of a sample are shown where there are several.
function microbenchmarkTable(measured: readonly MicrobenchmarkSummary[]): ReportTable {
  const isParallel = measured.some(({ parallel }) => parallel > 1)
  const hasFailures = measured.some(({ failed }) => failed > 0)
  return {
    head: [
      'Function',
      isParallel ? 'Calls/s a thread' : 'Calls/s',
      ...(isParallel ? ['Calls/s of all'] : []),
      ...timeColumns.map(([label]) => label),
      'Samples',
      ...(hasFailures ? ['Failed'] : []),
    ],
    apart: ['75%', '95%', '99%', 'Stdev', 'Min', 'Max'],
    rows: measured.map((one) => [
      one.isComplete ? one.case : `${one.case} (cut off)`,
      numberCell(one.callsPerSecond?.perThread ?? null, formatCallRate),
      ...(isParallel ? [numberCell(one.callsPerSecond?.total ?? null, formatCallRate)] : []),
      ...timeColumns.map(([, read]) => (hasTimes(one) ? read(one) : 'n/a')),
      numberCell(one.samples, (samples) => `${formatNumber(samples)}${one.batch > 1 ? ` of ${formatNumber(one.batch)} calls` : ''}`),
      ...(hasFailures ? [numberCell(one.failed)] : []),
    ]),
  }
}

function hasTimes(measured: MicrobenchmarkSummary): measured is MeasuredFunction {
  return measured.callTime !== null
}
