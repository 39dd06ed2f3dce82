import { errorRate, formatShare, littlesLaw } from '@benchpress/core'
import type { ReportSection, ReportTable, ScenarioSummary, SuiteResult } from '@benchpress/core'
import { formatFigure } from './format/figure.ts'
import { formatChange, formatRate } from './format/number.ts'
import { formatTime } from './format/time.ts'
import { isStarted } from './runs.ts'
import { runsByValue, sweepCharts, sweptScenarios, valuesNotRun } from './sweep-points.ts'
import type { SweptRun, SweptScenario } from './sweep-points.ts'

/** Shows how each sweep went: a table and a chart of throughput and percentiles against its parameter; none without one. */
export function sweepSections(suite: SuiteResult): readonly ReportSection[] {
  if (suite.found !== null) return []
  const all = sweptScenarios(suite)
  return all.map((swept) => {
    const law = lawTable(swept)
    return {
      title: titleOf(swept, all),
      parts: [pointsTable(swept), ...notRunLines(swept, suite), sweepCharts(swept), ...(law === undefined ? [] : [law, lawLines])],
    }
  })
}

/** The cells of a run of a sweep: throughput, percentiles, share of failures. */
export const sweptHeadings: readonly string[] = ['Req/Sec', '50%', '90%', '99%', 'Failed']

/** What stands below {@link sweptHeadings}. */
export function sweptCells(scenario: ScenarioSummary): readonly string[] {
  if (!isStarted(scenario)) return ['N/A', '', '', '', '']
  const { responseTime, throughput } = scenario
  return [
    formatRate(throughput.requestsPerSecond),
    formatFigure(responseTime, 'p50'),
    formatFigure(responseTime, 'p90'),
    formatFigure(responseTime, 'p99'),
    formatShare(errorRate(scenario)),
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
      // What it is; the sentence behind it stands with the verdict.
      test.limitedBy.by,
      `${test.verdict.level}${test.interrupted === null ? '' : ', cut off'}`,
    ]),
  }
}

/** An interruption leaves values out, of which there is no row. */
function notRunLines(swept: SweptScenario, suite: SuiteResult): readonly (readonly string[])[] {
  const values = valuesNotRun(swept, suite)
  return values.length === 0 ? [] : [[`Not run: ${swept.parameter} ${values.join(', ')}`]]
}

function runsOf(swept: SweptScenario): readonly SweptRun[] {
  return runsByValue(swept).flatMap(([, runs]) => runs)
}

/** Users of a closed workload who think make a throughput that can be told beforehand: what was measured, beside that. */
function lawTable(swept: SweptScenario): ReportTable | undefined {
  const rows = runsOf(swept).flatMap(({ point, scenario }) => {
    const law = littlesLaw(scenario)
    const overshoot = scenario.users?.thinkOvershoot
    if (law === null || overshoot === undefined || overshoot.count === 0) return []
    return [
      [
        String(point.value),
        formatTime(law.iterationDuration),
        formatRate(law.predicted),
        formatRate(law.measured),
        formatChange(law.residual),
        formatShare(law.edge),
        formatFigure(overshoot, 'mean'),
        formatFigure(overshoot, 'p99'),
      ],
    ]
  })
  if (rows.length === 0) return undefined
  return {
    head: [swept.parameter, 'Iteration avg', 'Predicted/s', 'Req/Sec', 'Residual', 'Edge', 'Overshoot avg', 'Overshoot 99%'],
    rows,
    apart: ['Overshoot avg', 'Overshoot 99%'],
  }
}

const lawLines: readonly string[] = [
  "Predicted: users x requests of an iteration / mean duration of an iteration (Little's law). Edge: what the iterations that the run phase cuts can add to the residual.",
  'Overshoot: how much longer than asked the think times took.',
]
