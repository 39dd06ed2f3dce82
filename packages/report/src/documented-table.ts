import type { TableContent } from './table-content.ts'
import { figures } from './figure.ts'
import type { DocumentedRun, FigureName } from './figure.ts'
import { isStarted } from './scenario-runs.ts'
import type { ScenarioRuns } from './scenario-runs.ts'
import { formatSpread, spreadOf } from './spread.ts'

/** The documented figures of a preset beside the measured ones: mean, lowest and highest of the runs of each side. */
export function documentedTable(
  documented: readonly DocumentedRun[],
  columns: readonly FigureName[],
  { runs }: ScenarioRuns,
): TableContent {
  const measured = runs.filter(({ scenario }) => isStarted(scenario))
  return {
    head: ['Figure', 'Documented', 'Measured'],
    rows: figures
      .filter((figure) => columns.includes(figure.name))
      .map((figure) => [
        figure.label,
        formatSpread(spreadOf(documented.map((run) => run[figure.name])), figure.format),
        formatSpread(spreadOf(measured.map(({ scenario }) => figure.read(scenario))), figure.format),
      ]),
  }
}
