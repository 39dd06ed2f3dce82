import { AssertionError } from 'node:assert'
import { resolve } from 'node:path'
import { defaultBaselineFolder } from '../compare/baseline.ts'
import { checkOptionNames, type Runs } from './compared-runs.ts'
import { isFaster, type FasterOptions } from './is-faster.ts'
import { leaksMemory, usesLessMemory, type LeakOptions } from './memory.ts'
import { isValidRun, passesThresholds, type Finding } from './finding.ts'
import type { BaselineOptions } from './matches-baseline.ts'
import { hasErrorRateBelow, hasPercentileBelow, type AssertedPercentile, sustains, type SustainOptions } from './limits.ts'
import { subjectOf, type Assertable } from './subject.ts'
import type { TestResult } from '../result/shape/result.ts'

/**
 * Asserts that a run can be believed: its verdict is not `invalid`.
 *
 * @param options `strict` refuses a suspect run too
 * @throws AssertionError with the reasons of the verdict
 */
export function assertValidRun(of: Assertable, options: { readonly strict?: boolean } = {}): void {
  assertHolds(isValidRun(subjectOf(of), options), assertValidRun)
}

/**
 * Asserts that less than a share such as `0.1%` of the requests failed, without aborted ones; for the metric `checks`, that less than this share of the
 * checks failed.
 *
 * @throws AssertionError also when the run is invalid, or its samples do not decide it
 */
export function assertErrorRateBelow(of: Assertable, limit: string | number): void {
  assertHolds(hasErrorRateBelow(subjectOf(of), limit), assertErrorRateBelow)
}

/**
 * Asserts that a percentile of the response time, or of the values of a metric, is below a limit such as `25ms`.
 *
 * @throws AssertionError also when the run is invalid, or its samples do not decide it
 */
export type PercentileAssertion = (of: Assertable, limit: string | number) => void

/** Asserts a limit for the median, see {@link PercentileAssertion}. */
export const assertP50Below: PercentileAssertion = percentileAssertion('p50')
/** Asserts a limit for p90, see {@link PercentileAssertion}. */
export const assertP90Below: PercentileAssertion = percentileAssertion('p90')
/** Asserts a limit for p95, see {@link PercentileAssertion}. */
export const assertP95Below: PercentileAssertion = percentileAssertion('p95')
/** Asserts a limit for p99, see {@link PercentileAssertion}. */
export const assertP99Below: PercentileAssertion = percentileAssertion('p99')
/** Asserts a limit for p99.9, see {@link PercentileAssertion}. */
export const assertP999Below: PercentileAssertion = percentileAssertion('p99_9')

/**
 * Asserts that a scenario sustained a rate such as `500/s`; {@link sustains} defines what that means.
 *
 * @throws AssertionError also when the run is invalid
 */
export function assertSustains(of: Assertable, rate: string | number, options: SustainOptions = {}): void {
  assertHolds(sustains(subjectOf(of), rate, options), assertSustains)
}

/**
 * Asserts that all thresholds of a test passed, and that it has one.
 *
 * @throws AssertionError also when the run is invalid
 */
export function assertThresholds(of: Assertable): void {
  assertHolds(passesThresholds(subjectOf(of)), assertThresholds)
}

/**
 * Asserts that runs are faster than others; {@link isFaster} defines what that means.
 *
 * @throws AssertionError also when a run is invalid, a side has too few runs, or the sides differ in more than their speed
 */
export function assertFasterThan(runs: Runs, others: Runs, options: FasterOptions = {}): void {
  assertHolds(isFaster(runs, others, options), assertFasterThan)
}

/**
 * Asserts that no figure of a result, or of several results of one test, is worse than the baseline of this machine by more than the `tolerance` with
 * its whole interval.
 *
 * @param options `update` makes the results the baseline instead of comparing them
 * @throws AssertionError also when a run is invalid, the results cannot be compared with the baseline, or nothing is decided; BenchpressError
 * `NOT_COMPARABLE` for a file that cannot be read
 */
export async function assertMatchesBaseline(
  results: Runs,
  name: string,
  options: BaselineOptions & { readonly update?: boolean } = {},
): Promise<void> {
  checkOptionNames(options, ['tolerance', 'folder', 'update'])
  const { folder, tolerance, update = false } = options
  // Loaded when needed, because no load thread reads files of baselines.
  const { matchesBaseline } = await import('./matches-baseline.ts')
  assertHolds(
    matchesBaseline(results, { folder: resolve(folder ?? defaultBaselineFolder), name, tolerance, update }),
    assertMatchesBaseline,
  )
}

/**
 * Asserts that the target used less memory than a limit such as `200MB`; {@link usesLessMemory} defines what that means.
 *
 * @throws AssertionError also when the run is invalid, or the memory of the target cannot be measured
 */
export function assertLessMemoryThan(of: TestResult, limit: string | number): void {
  assertHolds(usesLessMemory(subjectOf(of), limit), assertLessMemoryThan)
}

/**
 * Asserts that the target does not leak memory; {@link leaksMemory} defines what that means.
 *
 * @throws AssertionError also when the run is invalid, too short or undecided
 */
export function assertNoMemoryLeak(of: TestResult, options: LeakOptions = {}): void {
  const finding = leaksMemory(subjectOf(of), options)
  assertHolds(opposite(finding), assertNoMemoryLeak)
}

function opposite({ outcome, message }: Finding): Finding {
  const other = { holds: 'fails', fails: 'holds', undecided: 'undecided' } as const
  return { outcome: other[outcome], message: (isNegated) => message(!isNegated) }
}

function percentileAssertion(percentile: AssertedPercentile): PercentileAssertion {
  const assertPercentile: PercentileAssertion = (of, limit) => {
    assertHolds(hasPercentileBelow(subjectOf(of), percentile, limit), assertPercentile)
  }
  return assertPercentile
}

// The stack begins where the assertion was called.
function assertHolds({ outcome, message }: Finding, stackStartFn: Function): void {
  if (outcome !== 'holds') throw new AssertionError({ message: message(false), stackStartFn })
}
