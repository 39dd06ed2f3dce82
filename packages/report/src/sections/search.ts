import type { Found, SuiteResult } from '@benchpress/core'
import { formatRate, type ReportTable } from '@benchpress/core/report'
import type { DocumentSection, PlotMark } from '../render/report-document.ts'
import { numberCell } from '../format/cell.ts'
import { sweepCharts, sweptScenarios, type SweptRun, type SweptScenario } from './sweep-points.ts'
import { sweptCells, sweptHeadings } from './sweeps.ts'

/**
 * The sections of a search: the highest rate, how sure that is, and each of its steps; empty without a search.
 *
 * @param isScreen whether the steps are one table with fewer figures, for a terminal
 */
export function foundSections(suite: SuiteResult, isScreen: boolean = false): readonly DocumentSection[] {
  const { found } = suite
  if (found === null) return []
  const swept = searchedScenario(suite)
  return [
    {
      title: 'Search of the highest rate',
      parts: [
        [
          `what must hold: ${found.slo.join(', ')}`,
          describeValue(found),
          `limited by: ${found.limitedBy.text}`,
          `confidence: ${found.confidence}`,
        ],
        ...(swept === undefined || found.steps.length === 0
          ? []
          : [{ ...stepsTable(found, swept), detail: isScreen }, ...sweepCharts(swept, marksOf(found))]),
      ],
    },
    ...(isScreen && swept !== undefined && found.steps.length > 0
      ? [{ title: '', on: 'terminal' as const, parts: [screenTable(stepsTable(found, swept))] }]
      : []),
  ]
}

// The columns of steps on a screen, without measured rates, reasons and verdicts.
const ofScreen = ['Step', 'Rate', '50%', '95%', '99%', 'Max', 'Failed', 'Result']

function screenTable(table: ReportTable): ReportTable {
  const isShown = (_: unknown, column: number): boolean => ofScreen.includes(table.head[column] ?? '')
  return { ...table, head: table.head.filter(isShown), rows: table.rows.map((cells) => cells.filter(isShown)) }
}

/** The part of a search that its report shows in full: the runs at the rate that was found; without such a run, or where the target was lost, the last run. */
export function shownSuite(suite: SuiteResult): SuiteResult {
  const { found, tests } = suite
  if (found === null) return suite
  const atValue = tests.filter(({ sweep, interrupted }) => found.value !== null && sweep?.value === found.value && interrupted === null)
  const hasLostTarget = found.steps.at(-1)?.failed === 'target'
  return { ...suite, tests: [...atValue, ...(atValue.length === 0 || hasLostTarget ? tests.slice(-1) : [])] }
}

/** Writes the outcome of a search in one line. */
export function describeValue({ value, complete }: Found): string {
  if (value === null) return complete ? 'found: no rate keeps it' : 'found: nothing, so far'
  return `found: ${formatRate(value)}${complete ? '' : ', so far'}`
}

function marksOf({ value, failedAt }: Found): readonly PlotMark[] {
  return [
    ...(value === null ? [] : [{ at: value, name: `found: ${formatRate(value)}` }]),
    ...(failedAt === null ? [] : [{ at: failedAt, name: `the lowest that failed: ${formatRate(failedAt)}` }]),
  ]
}

// The load of other scenarios does not change, and a run that was cut off is not a step.
function searchedScenario(suite: SuiteResult): SweptScenario | undefined {
  const steps = suite.tests.slice(0, suite.found?.steps.length)
  return sweptScenarios({ ...suite, tests: steps }).find(({ runs }) => runs.some(({ scenario }) => scenario.workload.kind === 'rate'))
}

function resultOf(passed: boolean, failed: Found['steps'][number]['failed']): string {
  if (passed) return 'passed'
  if (failed === 'samples') return 'too few samples, run again'
  return `failed: ${failed === 'slo' ? 'a condition' : (failed ?? '')}`
}

function stepsTable({ steps }: Found, { runs }: SweptScenario): ReportTable {
  return {
    head: ['Step', 'Rate', ...sweptHeadings, 'Result', 'Verdict', 'Why'],
    texts: ['Result', 'Verdict', 'Why'],
    names: 2,
    apart: ['Result', 'Verdict', 'Why'],
    rows: steps.map(({ value, repeat, passed, failed, reason }, index) => {
      const run = runs.find((one: SweptRun) => one.point.value === value && one.test.repeat === repeat)
      return [
        String(index + 1),
        numberCell(value, formatRate),
        ...(run === undefined ? sweptHeadings.map(() => '') : sweptCells(run.scenario)),
        resultOf(passed, failed),
        run?.test.verdict.level ?? '',
        reason,
      ]
    }),
  }
}
