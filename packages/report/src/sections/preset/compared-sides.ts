import type { SuiteResult, TestResult } from '@benchpress/core'
import type { PresetRun } from '@benchpress/core/preset'
import { plural, withoutUserInfo } from '@benchpress/core/report'
import { machineLine, toolLine } from '../../format/machine-line.ts'
import { isStarted } from '../runs.ts'

/** Names the documented and the measured side of a preset: program, tool, machine, and the changes from the documented test. */
export function comparisonLines(suite: SuiteResult, presetRun: PresetRun): readonly string[] {
  const { preset, part } = presetRun
  const changes = [...presetRun.changes, ...changedServers(suite, preset.servers)]
  const { url, commit, date, tool, machine, what = '1 run' } = preset.source
  const measured = suite.tests.filter(({ scenarios }) => scenarios.some(isStarted))
  return [
    `documented: ${[`${what} by ${tool} on ${machine}`, ...(date === undefined ? [] : [date]), url].join('; ')}${commit === undefined ? '' : ` at ${commit.slice(0, 7)}`}`,
    `measured:   ${plural(measured.length, 'run')} by ${toolLine(suite.environment)} on ${machineLine(suite.environment)}`,
    `tested:     ${describeTested(suite, presetRun)}`,
    ...(part === undefined ? [] : [`run alone:  ${part}, ${preset.parts?.[part] ?? ''}`]),
    ...(changes.length === 0 ? [] : [`changed from the documented test: ${changes.join(', ')}`]),
    'The two were measured on different machines, so neither can be called faster: a difference is not a win.',
  ]
}

// Of a cluster, those count that took part.
function changedServers({ tests }: SuiteResult, documented: number | undefined): readonly string[] {
  const numbers = tests.flatMap(({ target: { servers } }) => servers?.filter(({ available }) => available).length ?? [])
  const others = documented === undefined ? [] : [...new Set(numbers)].filter((number) => number !== documented)
  return others.map((number) => `servers ${documented} -> ${number}`)
}

/** Names the programs that were tested. */
export function describeTested(suite: SuiteResult, { preset, isEmbedded }: PresetRun): string {
  return isEmbedded ? (preset.standIn?.description ?? 'nothing') : describeTarget(suite)
}

// Every target once: a preset may compare the reader's target with another one.
function describeTarget({ tests }: SuiteResult): string {
  const targets = tests.map(({ target }) => target)
  const running = targets.filter(({ command }) => command === null).map(describeRunning)
  // Read from the result, in which secrets in arguments and URLs are redacted.
  const started = targets.flatMap(({ command }) => (command === null ? [] : [`the command ${command.join(' ')}`]))
  const all = [...new Set([...running, ...started])]
  return all.length === 0 ? 'nothing' : all.join('; and ')
}

function describeRunning({ url, servers }: TestResult['target']): string {
  // Targets that were down were not tested, unless all of them were.
  const available = servers?.filter((server) => server.available) ?? []
  const urls = servers === undefined ? [url] : (available.length === 0 ? servers : available).map((server) => server.url)
  return `what responded at ${urls.map(withoutUserInfo).join(', ')}`
}
