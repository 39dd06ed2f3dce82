import type { SuiteResult } from '@benchpress/core'
import type { InterruptedError } from './command-io.ts'
import { describeFailures, describeInconclusive, hasVariants } from '@benchpress/report'

/** The exit codes of the command. */
export const exitCodes = {
  ok: 0,
  /** A fault of benchpress itself, or a result that could not be written. */
  internal: 1,
  /** A wrong flag or config, or a port that was busy before the target started. */
  usage: 2,
  /** The target could not be reached, or failed while the test ran. */
  targetFailed: 96,
  /** The result cannot be believed, or a threshold is inconclusive. */
  invalid: 97,
  /** A threshold failed, or a rate fell below the least that was asked for. */
  thresholds: 99,
  interrupted: { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 },
} as const

/**
 * The exit code of a suite that ran: the first that applies of interrupted, target failed, invalid, a threshold that failed, one that is inconclusive, and ok.
 *
 * Of several variants all must have failed for the first of these; where some have, the comparison is incomplete, which is invalid.
 */
export function exitCodeOf(suite: SuiteResult, interrupted: InterruptedError | undefined): number {
  if (interrupted !== undefined) return exitCodes.interrupted[interrupted.by]
  const failed = suite.tests.filter(({ interrupted: ended, target }) => ended?.cause === 'target' || target.failed !== null)
  if (failed.length > 0 && (!hasVariants(suite) || failed.length === suite.tests.length)) return exitCodes.targetFailed
  if (failed.length > 0 || suite.tests.some((test) => test.interrupted?.cause === 'setup')) return exitCodes.invalid
  // The steps of a search that failed say nothing against it, whatever their verdict: where all did, that is what was found.
  if (suite.verdict.level === 'invalid' && !isNothingFound(suite)) return exitCodes.invalid
  if (describeFailures(suite).length > 0) return exitCodes.thresholds
  return describeInconclusive(suite).length > 0 ? exitCodes.invalid : exitCodes.ok
}

// A search whose generator could not send even the lowest rate says nothing about the target.
function isNothingFound({ found }: SuiteResult): boolean {
  return found !== null && found.value === null && found.steps.some(({ failed }) => failed === 'slo' || failed === 'rate')
}
