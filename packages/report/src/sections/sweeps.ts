import type { ScenarioSummary, SuiteResult } from '@benchpress/core'
import { errorRate, formatChange, formatNumber, formatShare, formatTime, littlesLaw } from '@benchpress/core/report'
import type { ReportCell, ReportLines, ReportTable } from '@benchpress/core/report'
import { numberCell, figureCells } from '../format/cell.ts'
import { isStarted } from './runs.ts'
import { runsByValue, sweepCharts, sweptScenarios, valuesNotRun, type SweptRun, type SweptScenario } from './sweep-points.ts'
import type { DocumentSection } from '../render/report-document.ts'

/** The sections of each sweep: a table and a chart of throughput and percentiles against its parameter. */
export function sweepSections(suite: SuiteResult): readonly DocumentSection[] {
  if (suite.found !== null) return []
  const all = sweptScenarios(suite)
  return all.map((swept) => {
    const [law, notRun] = [lawTable(swept), valuesNotRun(swept, suite)]
    return {
      title: titleOf(swept, all),
      parts: [
        pointsTable(swept),
        ...(notRun.length === 0 ? [] : [[`Not run: ${swept.parameter} ${notRun.join(', ')}`]]),
        ...sweepCharts(swept),
        ...(law === undefined ? [] : [law, lawLines]),
      ],
    }
  })
}

/** The headings of {@link sweptCells}. */
export const sweptHeadings: readonly string[] = ['Req/Sec', '50%', '90%', '95%', '99%', 'Max', 'Failed']

/** The figures of a run of a sweep: throughput, percentiles, share of failures. */
export function sweptCells(scenario: ScenarioSummary): readonly ReportCell[] {
  if (!isStarted(scenario)) return ['n/a', ...sweptHeadings.slice(1).map(() => '')]
  const { responseTime, throughput } = scenario
  return [
    numberCell(throughput.requestsPerSecond, formatNumber),
    ...figureCells(responseTime, ['p50', 'p90', 'p95', 'p99', 'max']),
    numberCell(errorRate(scenario), formatShare),
  ]
}

function titleOf({ of, parameter, variant, scenario }: SweptScenario, all: readonly SweptScenario[]): string {
  const isTelling = (read: (swept: SweptScenario) => string): boolean => new Set(all.map(read)).size > 1
  const parts = [
    ...(isTelling((swept) => swept.of) ? [of] : []),
    ...(isTelling((swept) => swept.scenario) ? [scenario] : []),
    ...(variant === 'default' ? [] : [variant]),
  ]
  return [`Sweep over ${parameter}`, ...parts].join(', ')
}

function pointsTable(swept: SweptScenario): ReportTable {
  const isRepeated = swept.runs.some(({ test }) => test.repeat > 1)
  return {
    head: [swept.parameter, ...(isRepeated ? ['Run'] : []), ...sweptHeadings, 'Limited by', 'Verdict'],
    texts: ['Limited by', 'Verdict'],
    names: isRepeated ? 2 : 1,
    apart: ['Failed', 'Limited by', 'Verdict'],
    rows: runsOf(swept).map(({ point, test, scenario }) => [
      String(point.value),
      ...(isRepeated ? [String(test.repeat)] : []),
      ...sweptCells(scenario),
      // The limit as one word; its sentence is in the verdict.
      test.limitedBy.by,
      `${test.verdict.level}${test.interrupted === null ? '' : ', cut off'}`,
    ]),
  }
}

function runsOf(swept: SweptScenario): readonly SweptRun[] {
  return runsByValue(swept).flatMap(([, runs]) => runs)
}

/** The throughput that Little's law predicts for users of a closed workload who think, beside the measured one. */
function lawTable(swept: SweptScenario): ReportTable | undefined {
  const rows = runsOf(swept).flatMap(({ point, scenario }) => {
    const law = littlesLaw(scenario)
    const overshoot = scenario.users?.thinkOvershoot
    if (law === null || overshoot === undefined || overshoot.count === 0) return []
    return [
      [
        String(point.value),
        numberCell(law.iterationDuration, formatTime),
        numberCell(law.predicted, formatNumber),
        numberCell(law.measured, formatNumber),
        numberCell(law.residual, formatChange),
        numberCell(law.edge, formatShare),
        ...figureCells(overshoot, ['mean', 'p99']),
      ],
    ]
  })
  if (rows.length === 0) return undefined
  return {
    head: [swept.parameter, 'Iteration avg', 'Predicted/s', 'Req/Sec', 'Residual', 'Edge', 'Overshoot avg', 'Overshoot 99%'],
    rows,
    apart: ['Overshoot avg', 'Overshoot 99%'],
    detail: true,
  }
}

const lawLines: ReportLines = {
  detail: true,
  lines: [
    "Predicted: users x requests of an iteration / mean duration of an iteration (Little's law). Edge: what the iterations that the run phase cuts can add to the residual.",
    'Overshoot: how much longer than asked the think times took.',
  ],
}
