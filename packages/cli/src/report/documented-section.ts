import type { SuiteResult } from '@benchpress/core'
import { plural } from '../format/plural.ts'
import { printable } from '../format/printable.ts'
import { documentedTable } from './documented-table.ts'
import { drawTable } from './draw-table.ts'
import { withoutUserInfo } from '../format/without-user-info.ts'
import { machineLine, toolLine } from './machine-line.ts'
import type { Palette } from './palette.ts'
import type { PresetRun } from './report-options.ts'
import { isStarted, scenarioRuns } from './scenario-runs.ts'

/** Puts the documented figures of a preset beside the measured ones, and says why their difference proves nothing. */
export function documentedSection(suite: SuiteResult, presetRun: PresetRun, palette: Palette): readonly string[] {
  const { documented, columns } = presetRun.preset
  return [
    palette.strong('Documented and measured: mean (lowest to highest) of the runs'),
    ...scenarioRuns(suite).map((group) => drawTable(documentedTable(documented.runs, columns, group), palette)),
    ...comparisonLines(suite, presetRun),
  ]
}

/** Names both sides of the comparison: program, tool, machine, and what was changed from the documented test. */
export function comparisonLines(suite: SuiteResult, { preset, isEmbedded, changes }: PresetRun): readonly string[] {
  const { tool, machine, runs } = preset.documented
  const measured = suite.tests.filter(({ scenarios }) => scenarios.some(isStarted))
  return [
    `documented: ${plural(runs.length, 'run')} by ${tool} on ${machine}; ${preset.source}`,
    `measured:   ${plural(measured.length, 'run')} by ${toolLine(suite.environment)} on ${machineLine(suite.environment)}`,
    `tested:     ${isEmbedded ? preset.embedded : printable(describeTarget(suite))}`,
    ...(changes.length === 0 ? [] : [printable(`changed from the documented test: ${changes.join(', ')}`)]),
    'The two were measured on different machines, so neither can be called faster: a difference is not a win.',
  ]
}

function describeTarget({ tests: [test] }: SuiteResult): string {
  if (test === undefined) return 'nothing'
  // From the result, where secrets in arguments and URLs are redacted.
  const { command, url } = test.target
  return command === null ? `what answered at ${withoutUserInfo(url)}` : `the command ${command.join(' ')}`
}
