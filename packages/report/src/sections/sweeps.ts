import type { ScenarioSummary, SuiteResult } from '@benchpress/core'
import { errorRate, formatNumber, formatShare } from '@benchpress/core/report'
import type { ReportCell, ReportTable } from '@benchpress/core/report'
import { numberCell, figureCells } from '../format/cell.ts'
import { isStarted } from './runs.ts'
import { runsByValue, sweepCharts, sweptScenarios, valuesNotRun, type SweptScenario } from './sweep-points.ts'
import type { DocumentSection } from '../render/report-document.ts'

/** The sections of each sweep: a table and a chart of throughput and percentiles against its parameter. */
export function sweepSections(suite: SuiteResult): readonly DocumentSection[] {
  if (suite.found !== null) return []
  const all = sweptScenarios(suite)
  return all.map((swept) => {
    const notRun = valuesNotRun(swept, suite)
    return {
      title: titleOf(swept, all),
      parts: [
        pointsTable(swept),
        ...(notRun.length === 0 ? [] : [[`Not run: ${swept.parameter} ${notRun.join(', ')}`]]),
        ...sweepCharts(swept),
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
    rows: runsByValue(swept).flatMap(([, runs]) =>
      runs.map(({ point, test, scenario }) => [
        String(point.value),
        ...(isRepeated ? [String(test.repeat)] : []),
        ...sweptCells(scenario),
        // The limit as one word; its sentence is in the verdict.
        test.limitedBy.by,
        `${test.verdict.level}${test.interrupted === null ? '' : ', cut off'}`,
      ]),
    ),
  }
}
