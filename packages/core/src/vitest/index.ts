import { basename, dirname, resolve } from 'node:path'
import { expect, type MatchersObject, type MatcherState as VitestMatcherState, type RunnerTestCase } from 'vitest'
import { isFaster, type FasterOptions } from '../assertion/is-faster.ts'
import { checkOptionNames, type Runs } from '../assertion/compared-runs.ts'
import { leaksMemory, usesLessMemory, type LeakOptions } from '../assertion/memory.ts'
import { isValidRun, passesThresholds, type Finding } from '../assertion/finding.ts'
import { hasErrorRateBelow, hasPercentileBelow, type AssertedPercentile, sustains, type SustainOptions } from '../assertion/limits.ts'
import { matchesBaseline, type BaselineOptions } from '../assertion/matches-baseline.ts'
import { defaultBaselineFolder } from '../compare/baseline.ts'
import { subjectOf } from '../assertion/subject.ts'
import { callingTest, followTests, keepResults } from './test-attempt.ts'

export type { KeptResult } from './test-attempt.ts'

/** The part of a matcher's `this` that the matchers of this file use. */
interface MatcherState {
  readonly isNot: boolean
  /** The test that was started last, which may be another one with concurrent tests; `undefined` outside of a test. */
  readonly task?: RunnerTestCase
  readonly testPath?: string
  /** State of the snapshots, which shows whether vitest was called with `-u`. */
  readonly snapshotState?: { readonly snapshotUpdateState: 'all' | 'new' | 'none' }
}

interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
}

type PercentileMatcher = (this: MatcherState, received: unknown, limit: string | number) => MatcherResult

const matchers: MatchersObject = {
  toBeValidRun(received: unknown, options?: { readonly strict?: boolean }) {
    return resultOf(this, isValidRun(subjectOf(received), options))
  },
  toHaveErrorRateBelow(received: unknown, limit: string | number) {
    return resultOf(this, hasErrorRateBelow(subjectOf(received), limit))
  },
  toHaveP50Below: percentileMatcher('p50'),
  toHaveP90Below: percentileMatcher('p90'),
  toHaveP95Below: percentileMatcher('p95'),
  toHaveP99Below: percentileMatcher('p99'),
  toHaveP999Below: percentileMatcher('p99_9'),
  toSustain(received: unknown, rate: string | number, options?: SustainOptions) {
    return resultOf(this, sustains(subjectOf(received), rate, options))
  },
  toPassThresholds(received: unknown) {
    return resultOf(this, passesThresholds(subjectOf(received)))
  },
  toRunFasterThan(received: unknown, other: Runs, options?: FasterOptions) {
    return resultOf(this, isFaster(received, other, options))
  },
  toMatchBaseline(received: unknown, name: string, options: BaselineOptions = {}) {
    return resultOf(this, baselineFinding(this, received, name, options))
  },
  toUseLessMemoryThan(received: unknown, limit: string | number) {
    return resultOf(this, usesLessMemory(subjectOf(received), limit))
  },
  toLeakMemory(received: unknown, options?: LeakOptions) {
    return resultOf(this, leaksMemory(subjectOf(received), options))
  },
}

// Importing this module is enough to add its matchers, as Vitest extends matchers.
followTests()
expect.extend(
  Object.fromEntries(
    Object.entries(matchers).map(([name, matcher]): [string, MatchersObject[string]] => [
      name,
      function keepAndMatch(this: VitestMatcherState & MatcherState, received: unknown, ...expected: readonly unknown[]) {
        keepResults(callingTest(this.task), received, ...expected)
        return matcher.call(this, received, ...expected)
      },
    ]),
  ),
)

function baselineFinding(
  { isNot, testPath = '', task, snapshotState }: MatcherState,
  received: unknown,
  name: string,
  options: BaselineOptions,
): Finding {
  checkOptionNames(options, ['tolerance', 'folder'])
  const { tolerance, folder = defaultBaselineFolder } = options
  const update = snapshotState?.snapshotUpdateState === 'all'
  if (update && isNot) throw new TypeError('not.toMatchBaseline() has no baseline to make: leave it out with -u')
  const calling = callingTest(task)?.test
  // The file name without its folder: a baseline contains no paths.
  const askedBy = calling && `${basename(testPath)} > ${calling.fullTestName}`
  return matchesBaseline(received, { folder: resolve(dirname(testPath), folder), name, tolerance, update, askedBy })
}

function percentileMatcher(percentile: AssertedPercentile): PercentileMatcher {
  return function toHavePercentileBelow(received, limit) {
    return resultOf(this, hasPercentileBelow(subjectOf(received), percentile, limit))
  }
}

// An undecided assertion fails with and without `.not`.
function resultOf({ isNot }: MatcherState, { outcome, message }: Finding): MatcherResult {
  return { pass: outcome === 'undecided' ? isNot : outcome === 'holds', message: () => message(isNot) }
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Passes when the run can be believed: its verdict is not `invalid`, and with `strict` not `suspect` either. */
    toBeValidRun(options?: { readonly strict?: boolean }): R
    /**
     * Passes when less than a share such as `0.1%` of the requests failed, without aborted ones; for the metric `checks`, when less than this share of
     * the checks failed.
     */
    toHaveErrorRateBelow(limit: string | number): R
    /** Passes when half of the response times, or of the values of a metric, are below a limit such as `25ms`. */
    toHaveP50Below(limit: string | number): R
    /** Passes when nine of ten response times, or values of a metric, are below a limit such as `25ms`. */
    toHaveP90Below(limit: string | number): R
    /** Passes when 19 of 20 response times, or values of a metric, are below a limit such as `25ms`. */
    toHaveP95Below(limit: string | number): R
    /** Passes when 99 of 100 response times, or values of a metric, are below a limit such as `25ms`. */
    toHaveP99Below(limit: string | number): R
    /** Passes when 999 of 1,000 response times, or values of a metric, are below a limit such as `25ms`. */
    toHaveP999Below(limit: string | number): R
    /**
     * Passes when a scenario had a rate such as `500/s` of ok responses, or of iterations of a journey, in its run phase: its mean is at most `within`
     * (default `1%`) lower, and nine of ten seconds fall no further below than chance explains.
     */
    toSustain(rate: string | number, options?: SustainOptions): R
    /** Passes when all thresholds of the test passed, and it has one. */
    toPassThresholds(): R
    /**
     * Passes when runs are faster than others by their `metric` (default `median`), and with `by` at least by this gain. Fails with and without `.not`
     * when the runs do not decide it.
     */
    toRunFasterThan(other: Runs, options?: FasterOptions): R
    /**
     * Passes when no figure of a result, or of several results of one test, is worse than the baseline of this machine by more than the `tolerance`
     * (default `5%`) with its whole interval; with `-u` the results become the baseline. Needs at least 5 runs on each side.
     */
    toMatchBaseline(name: string, options?: BaselineOptions): R
    /** Passes when the resident memory of the target was less than a limit such as `200MB` in every sample. */
    toUseLessMemoryThan(limit: string | number): R
    /** Passes when the memory of the target rises all through a soak of a minute or more, by `moreThan` (default `25KB/s`); with `.not`, when it does not. */
    toLeakMemory(options?: LeakOptions): R
  }
}
