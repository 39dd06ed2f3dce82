import type { BaselineComparison, ResultsComparison, SuiteResult } from '@benchpress/core'
import { exitCodes, type InterruptedError } from './command-io.ts'
import { describeFailures, describeInconclusive } from '@benchpress/report'

/**
 * The exit code of a suite that ran: the first that applies of interrupted, target failed, invalid, a threshold that failed, worse than its baseline, a threshold that is
 * inconclusive or a baseline that decides nothing, suspect where that is not accepted, and ok.
 *
 * Of several variants all must have failed for the first of these; where some have, the comparison is incomplete, which is invalid.
 */
export function exitCodeOf(
  suite: SuiteResult,
  interrupted: InterruptedError | undefined,
  isStrict: boolean = false,
  against?: BaselineComparison['outcome'],
): number {
  if (interrupted !== undefined) return exitCodes.interrupted[interrupted.by]
  const failed = suite.tests.filter(({ interrupted: ended, target }) => ended?.cause === 'target' || target.failed !== null)
  const isWhole = suite.tests.every(({ variant }) => variant === 'default') || failed.length === suite.tests.length
  if (failed.length > 0 && isWhole) return exitCodes.targetFailed
  if (failed.length > 0 || !isBelieved(suite)) return exitCodes.invalid
  return exitCodeOfFigures(suite, isStrict, against)
}

function isBelieved(suite: SuiteResult): boolean {
  if (suite.tests.some((test) => test.interrupted?.cause === 'setup')) return false
  // The steps of a search that failed say nothing against it, whatever their verdict: where all did, that is what was found.
  return suite.verdict.level !== 'invalid' || isNothingFound(suite)
}

function exitCodeOfFigures(suite: SuiteResult, isStrict: boolean, against: BaselineComparison['outcome'] | undefined): number {
  if (describeFailures(suite).length > 0) return exitCodes.thresholds
  if (against === 'regressed') return exitCodes.regression
  // What was to be compared and was not must not pass for what holds.
  return isUnsure(suite, isStrict) || against === 'undecided' ? exitCodes.invalid : exitCodes.ok
}

function isUnsure(suite: SuiteResult, isStrict: boolean): boolean {
  return describeInconclusive(suite).length > 0 || (isStrict && suite.verdict.level === 'suspect')
}

// A search whose generator could not send even the lowest rate says nothing about the target.
function isNothingFound({ found }: SuiteResult): boolean {
  return found !== null && found.value === null && found.steps.some(({ failed }) => failed === 'slo' || failed === 'rate')
}

/**
 * The exit code of a comparison that was made: whether something regressed, or a condition is undecided. Where the runs do not tell a condition, nothing looked at
 * it, which must not pass for what holds; where they differ too much, it is accepted unless that is strict.
 */
export function exitCodeOfComparison({ regressions }: Pick<ResultsComparison, 'regressions'>, isStrict: boolean): number {
  if (regressions.some(({ outcome }) => outcome === 'regressed')) return exitCodes.regression
  return regressions.some(({ undecidedBy }) => undecidedBy !== null && (isStrict || undecidedBy !== 'noise'))
    ? exitCodes.invalid
    : exitCodes.ok
}
