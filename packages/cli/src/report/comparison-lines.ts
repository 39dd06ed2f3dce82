import type { SuiteResult } from '@benchpress/core'
import { plural } from '../format/plural.ts'
import { withoutUserInfo } from '../format/without-user-info.ts'
import { machineLine, toolLine } from './machine-line.ts'
import type { PresetRun } from '../presets/preset.ts'
import { isStarted } from './scenario-runs.ts'

/** Names both sides of a comparison with what was published: program, tool, machine, and what was changed from the documented test. */
export function comparisonLines(suite: SuiteResult, { preset, isEmbedded, changes }: PresetRun): readonly string[] {
  const { tool, machine, runs } = preset.documented
  const measured = suite.tests.filter(({ scenarios }) => scenarios.some(isStarted))
  return [
    `documented: ${plural(runs.length, 'run')} by ${tool} on ${machine}; ${preset.source}`,
    `measured:   ${plural(measured.length, 'run')} by ${toolLine(suite.environment)} on ${machineLine(suite.environment)}`,
    `tested:     ${isEmbedded ? preset.embedded : describeTarget(suite)}`,
    ...(changes.length === 0 ? [] : [`changed from the documented test: ${changes.join(', ')}`]),
    'The two were measured on different machines, so neither can be called faster: a difference is not a win.',
  ]
}

function describeTarget({ tests: [test] }: SuiteResult): string {
  if (test === undefined) return 'nothing'
  // From the result, where secrets in arguments and URLs are redacted.
  const { command, url } = test.target
  return command === null ? `what answered at ${withoutUserInfo(url)}` : `the command ${command.join(' ')}`
}
