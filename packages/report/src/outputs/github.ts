import { resolve } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { mostFrequentExample } from '../sections/failure-examples.ts'
import { describeFailures, describeInconclusive } from '../sections/thresholds.ts'
import { printable } from '../format/texts.ts'

/** The environment of a process. */
export type Variables = Readonly<Record<string, string | undefined>>

/** The working directory and the environment of a command. */
export interface Surroundings {
  readonly cwd: string
  readonly env: Variables
}

/** The outputs that flags ask for, and whether those for GitHub Actions are switched off. */
export interface WantedOutputs {
  readonly outputs?: readonly string[] | undefined
  readonly noGithub?: boolean | undefined
}

/** The path of a step summary that is written unasked in GitHub Actions; `undefined` elsewhere, where it is switched off, and where a flag asks for it. */
export function automaticSummary({ outputs = [], noGithub }: WantedOutputs, { env, cwd }: Surroundings): string | undefined {
  const summary = env['GITHUB_STEP_SUMMARY'] ?? ''
  if (noGithub === true || !isInActions(env) || summary === '') return undefined
  return outputs.some((output) => isStepSummary(resolve(cwd, output), env)) ? undefined : summary
}

/** Whether a path is that of the summary of a step. */
export function isStepSummary(path: string, env: Variables): boolean {
  const summary = env['GITHUB_STEP_SUMMARY'] ?? ''
  return summary !== '' && path === resolve(summary)
}

/**
 * The commands that make GitHub Actions annotate the run: failed thresholds and an invalid verdict as errors, a suspect one as a warning.
 *
 * Empty elsewhere, and where they are switched off.
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

// GitHub shows this number of errors and this number of warnings for one step, and drops the others silently.
const mostShown = 10

function shownOnes(all: readonly string[], command: 'error' | 'warning'): readonly string[] {
  if (all.length <= mostShown) return all
  const shown = all.slice(0, mostShown - 1)
  return [...shown, annotation(command, 'Load test', `${all.length - shown.length} more: the log of the step has all of them`)]
}

function isInActions(env: Variables): boolean {
  return env['GITHUB_ACTIONS'] === 'true'
}

function annotation(command: 'error' | 'warning', title: string, message: string): string {
  const named = escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return `::${command} title=${named}::${escapeData(printable(message).replaceAll('##', '# #'))}`
}

// Characters that would end the command, or begin another one.
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
