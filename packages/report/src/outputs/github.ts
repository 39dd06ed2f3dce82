import { resolve } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
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

/** What is to be written: as was asked for, and in GitHub Actions the summary of the step besides, unless that is switched off. */
export function wantedOutputs({ outputs = [], noGithub }: WantedOutputs, { env, cwd }: Surroundings): readonly string[] {
  const summary = env['GITHUB_STEP_SUMMARY'] ?? ''
  if (noGithub === true || !isInActions(env) || summary === '') return outputs
  return outputs.some((output) => isStepSummary(resolve(cwd, output), env)) ? outputs : [...outputs, summary]
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
  const command = level === 'invalid' ? 'error' : 'warning'
  return [
    ...describeFailures(suite).map((failure) => annotation('error', 'Load test failed', failure)),
    ...describeInconclusive(suite).map((failure) => annotation('error', 'Load test inconclusive', failure)),
    ...reasons
      .filter((reason) => level !== 'valid' && reason.level === level)
      .map(({ rule, text }) => annotation(command, `Load test ${level}: ${rule}`, text)),
  ]
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
