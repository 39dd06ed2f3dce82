import { resolve } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { mostFrequentExample } from '../failure-examples.ts'
import { describeFailures, describeInconclusive } from '../thresholds.ts'
import { printable } from '../format/texts.ts'

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where paths start, and what the environment says of GitHub Actions. */
export interface Surroundings {
  readonly cwd: string
  readonly env: Environment
}

/** What is to be written, and whether nothing is done for GitHub Actions. */
export interface WantedOutputs {
  readonly outputs?: readonly string[] | undefined
  readonly noGithub?: boolean | undefined
}

/** The summary of the step that is written in GitHub Actions by itself; `undefined` elsewhere, where it is switched off, and where it was asked for. */
export function unaskedSummary({ outputs = [], noGithub }: WantedOutputs, { env, cwd }: Surroundings): string | undefined {
  const summary = env['GITHUB_STEP_SUMMARY'] ?? ''
  if (noGithub === true || !isInActions(env) || summary === '') return undefined
  return outputs.some((output) => isStepSummary(resolve(cwd, output), env)) ? undefined : summary
}

/** Whether a path is that of the summary of a step. */
export function isStepSummary(path: string, env: Environment): boolean {
  const summary = env['GITHUB_STEP_SUMMARY'] ?? ''
  return summary !== '' && path === resolve(summary)
}

/**
 * Commands that have GitHub Actions show at the run what failed in it: thresholds and an invalid verdict as errors, a suspect one as a warning.
 *
 * Elsewhere, and where they are switched off, there are none.
 */
export function annotations(
  suite: SuiteResult,
  { noGithub }: Pick<WantedOutputs, 'noGithub'>,
  { env }: Pick<Surroundings, 'env'>,
): readonly string[] {
  if (noGithub === true || !isInActions(env)) return []
  const { level, reasons } = suite.verdict
  const failures = [
    ...describeFailures(suite).map((failure) => annotation('error', 'Load test failed', failure)),
    ...describeInconclusive(suite).map((failure) => annotation('error', 'Load test inconclusive', failure)),
  ]
  const command = level === 'invalid' ? 'error' : 'warning'
  const example = mostFrequentExample(suite)
  const doubted = reasons.filter((reason) => level !== 'valid' && reason.level === level)
  const firstOfErrors = doubted.find(({ rule }) => rule === 'errors')
  const doubts = doubted.map((reason) => {
    const such = reason === firstOfErrors && example !== undefined ? `; such as ${example}` : ''
    return annotation(command, `Load test ${level}: ${reason.rule}`, `${reason.text}${such}`)
  })
  return command === 'error'
    ? shownOnes([...failures, ...doubts], 'error')
    : [...shownOnes(failures, 'error'), ...shownOnes(doubts, 'warning')]
}

// Of one step GitHub shows this number of errors, and this number of warnings, and drops the others without a word.
const mostShown = 10

function shownOnes(all: readonly string[], command: 'error' | 'warning'): readonly string[] {
  if (all.length <= mostShown) return all
  const shown = all.slice(0, mostShown - 1)
  return [...shown, annotation(command, 'Load test', `${all.length - shown.length} more: the log of the step has all of them`)]
}

/** Whether the command runs as a step of GitHub Actions. */
function isInActions(env: Environment): boolean {
  return env['GITHUB_ACTIONS'] === 'true'
}

/** A text in which nothing is a command for GitHub Actions, which reads what is printed: names and responses in it are not ours. */
export function withoutCommands(text: string, { env }: Pick<Surroundings, 'env'>): string {
  return isInActions(env) ? text.replaceAll(/^(\s*:):/gm, '$1 :').replaceAll('##[', '# #[') : text
}

function annotation(command: 'error' | 'warning', title: string, message: string): string {
  const named = escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return `::${command} title=${named}::${escapeData(printable(message).replaceAll('##[', '# #['))}`
}

// What would end the command, or begin another.
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
