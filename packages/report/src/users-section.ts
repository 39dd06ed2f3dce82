import type { ScenarioSummary, UsersSummary } from '@benchpress/core'
import { printable } from './format/printable.ts'
import { checkLines } from './checks-table.ts'
import { drawTable } from './draw-table.ts'
import type { Style } from './palette.ts'
import { percentilesTable } from './percentiles-table.ts'
import type { ReportExtras } from './report-extras.ts'
import { partTables, usersLines } from './scenario-tables.ts'
import { statusTable } from './status-table.ts'
import { timesTable } from './times-table.ts'
import { totalsTable } from './totals-table.ts'

/** The figures of one run of a scenario with users: totals, times, checks, and what its parts did. */
export function usersSection(scenario: ScenarioSummary, users: UsersSummary, options: ReportExtras, style: Style): readonly string[] {
  const { checks } = users
  const tables = [
    ...partTables(scenario),
    ...(options.statusCodes === true ? [statusTable(scenario)] : []),
    ...(options.allPercentiles === true ? [percentilesTable(scenario.responseTime, scenario.serviceTime)] : []),
  ]
  return [
    drawTable(totalsTable(scenario, users), style),
    drawTable(timesTable(scenario, users), style),
    '',
    ...usersLines(scenario, users).map(printable),
    ...(checks.length === 0 ? [] : ['', style.strong('Checks'), ...checkLines(checks, style)]),
    '',
    ...(tables.length === 0 ? [] : [...tables.map((table) => drawTable(table, style)), '']),
  ]
}
