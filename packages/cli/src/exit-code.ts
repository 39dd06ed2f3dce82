import type { BaselineComparison, ResultsComparison, SuiteResult } from '@benchpress/core'
import { exitCodes, type InterruptedError } from './command-io.ts'
import { describeFailures, describeInconclusive } from '@benchpress/report'

/**
 * Returns the exit code of a suite that ran, the first that applies: interrupted; target failed; invalid; a threshold failed; worse than its baseline; a
 * threshold is inconclusive or the baseline decides nothing; suspect in strict mode; ok.
 *
 * With several variants, the target has failed only where all of them failed; where some did, the comparison is incomplete, and the exit code is that of an
 * invalid result.
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
  // Failed steps do not make a search invalid, whatever their verdict: where all of them failed, nothing was found.
  return suite.verdict.level !== 'invalid' || isNothingFound(suite)
}

function exitCodeOfFigures(suite: SuiteResult, isStrict: boolean, against: BaselineComparison['outcome'] | undefined): number {
  if (describeFailures(suite).length > 0) return exitCodes.thresholds
  if (against === 'regressed') return exitCodes.regression
  // A comparison that was asked for and not made must not pass as success.
  const isUnsure = describeInconclusive(suite).length > 0 || (isStrict && suite.verdict.level === 'suspect')
  return isUnsure || against === 'undecided' ? exitCodes.invalid : exitCodes.ok
}

// A search whose generator could not send even the lowest rate says nothing about the target.
function isNothingFound({ found }: SuiteResult): boolean {
  return found !== null && found.value === null && found.steps.some(({ failed }) => failed === 'slo' || failed === 'rate')
}

/**
 * Returns the exit code of a comparison, by whether something regressed or a condition is undecided. A condition that the runs cannot show was not tested, and
 * must not pass as success; one that noise leaves undecided is accepted, except in strict mode.
 */
export function exitCodeOfComparison({ regressions }: Pick<ResultsComparison, 'regressions'>, isStrict: boolean): number {
  if (regressions.some(({ outcome }) => outcome === 'regressed')) return exitCodes.regression
  return regressions.some(({ undecidedBy }) => undecidedBy !== null && (isStrict || undecidedBy !== 'noise'))
    ? exitCodes.invalid
    : exitCodes.ok
}
