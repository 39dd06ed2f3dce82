import { type SuiteConfig, orderOfRuns, type PlannedRun } from '../config/config.ts'
import { type BenchpressError, isBenchpressError } from '../base/errors/benchpress-error.ts'
import { hideSecrets } from '../base/redact/secrets.ts'
import { redactConfig } from '../base/redact/redact-config.ts'
import { worstVerdict } from '../result/verdict/verdict.ts'
import { captureEnvironment } from './capture-environment.ts'
import { refuseTravel } from './machines/machines.ts'
import { hashSources } from './hash-sources.ts'
import {
  ProgressListener,
  rest,
  type RunOptions,
  type RunListeners,
  type OnProgress,
  type Progress,
  type SuiteProgress,
} from './progress.ts'
import { configOf, resolveTests, type ResolvedTests, type ResolvedVariant } from './resolve-tests.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { unfinishedTest, runTest, interruptedEarly, runOnTarget } from './run-test.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { ResolvedSuite } from '../config/resolve-suite.ts'
import type { Interruption } from '../result/summary/test-summary.ts'
import { plannedSeconds } from '../model/workload/workload-size.ts'

/** Implements `runSuite`. */
export async function performSuite(suite: SuiteConfig, options: RunOptions): Promise<SuiteResult> {
  const resolved = await resolveTests(suite, options.cwd)
  refuseTravel(resolved.tests.map(configOf), options)
  const [environment, code] = await Promise.all([captureEnvironment(), hashSources(resolved.tests, options.cwd)])
  const tests: TestResult[] = []
  const config = redactConfig(shownOf(suite))
  const name = hideSecrets(suite.name)
  const suiteOf = (all: readonly TestResult[]): SuiteResult => ({
    schemaVersion: 2,
    name,
    verdict: worstVerdict(all, nameTest),
    environment,
    config,
    found: null,
    tests: all,
    ...(code.length > 0 && { code }),
  })
  const listener = new ProgressListener(options, (running) => suiteOf([...tests, ...running]))
  const { onProgress, ...others } = listener.listeners
  const listeners = { ...others, onProgress: onProgress && withSuitePlace(resolved, tests, onProgress) }
  for (const test of resolved.tests) {
    if (tests.length > 0 && !(await rest(resolved.pause, listeners.signal))) break
    try {
      if (test.hasOwnTarget) await runRepeats(test.variants[0].config, resolved, listeners, tests)
      else await runVariants(test.variants, resolved, listeners, tests)
    } catch (error) {
      // The results so far must not be lost, so the failed run is reported as one of them.
      if (tests.length === 0 || !isBenchpressError(error)) throw error
      tests.push(await failedTest(configOf(test), error.message, tests))
      break
    }
    listeners.onPartial?.()
  }
  listener.failed.throwIfAborted()
  return suiteOf(tests)
}

/** The result of a run that could not begin, numbered after the runs that its test had. */
async function failedTest(config: ResolvedConfig, reason: string, done: readonly TestResult[]): Promise<TestResult> {
  const { name } = config
  const repeat = done.filter((other) => other.name === name).length + 1
  return unfinishedTest(config, { cause: 'target', reason }, { variant: 'default', repeat })
}

// A result without variants shows its tests, or its only test, as in its config.
function shownOf(suite: SuiteConfig): unknown {
  if (suite.variants !== undefined) return suite
  return suite.tests.length === 1 ? suite.tests[0] : suite.tests
}

function nameTest({ name, variant, repeat }: TestResult): string {
  return `${name}${variant === 'default' ? '' : ` (${variant})`} run ${repeat}`
}

/**
 * Starts the target of a test, makes all runs of the test and stops the target; adds each result as it comes.
 *
 * An interruption ends the repeats, and leaves a result even when nothing was sent yet.
 */
async function runRepeats(
  config: ResolvedConfig,
  { repeats, pause }: ResolvedSuite,
  listeners: RunListeners,
  results: TestResult[],
): Promise<void> {
  const variant = 'default'
  const done = await runOnTarget(config, { variant, repeat: 1, repeats }, listeners, async (target) => {
    for (let repeat = 1; repeat <= repeats; repeat++) {
      if (repeat > 1 && !(await rest(pause, listeners.signal))) break
      const result = await runTest({ config, target, variant, repeat, repeats, ...listeners })
      results.push(result)
      if (result.interrupted !== null) break
    }
    return true
  })
  if (done === undefined) results.push(unfinishedTest(config, interruptedEarly, { variant, repeat: 1 }))
}

/**
 * Makes all runs of a test on each variant of its target by turns; adds each result as it comes.
 *
 * The target is started for each run and stopped after it, so that no two variants ever run at once. A run that cannot be made leaves a result with the
 * reason, and the others continue; an interruption ends all runs.
 */
async function runVariants(
  variants: readonly ResolvedVariant[],
  { repeats, pause }: ResolvedSuite,
  listeners: RunListeners,
  results: TestResult[],
): Promise<void> {
  for (const [index, planned] of orderOfRuns(variants, repeats).entries()) {
    if (index > 0 && !(await rest(pause, listeners.signal))) return
    results.push(await runVariant(planned, repeats, listeners))
  }
}

async function runVariant(
  { variant: { name, config }, repeat }: PlannedRun<ResolvedVariant>,
  repeats: number,
  listeners: RunListeners,
): Promise<TestResult> {
  const run = { variant: name, repeat, repeats }
  try {
    const result = await runOnTarget(config, run, listeners, (target) => runTest({ config, target, ...run, ...listeners }))
    return result ?? unfinishedTest(config, interruptedEarly, run)
  } catch (error) {
    if (!isBenchpressError(error) || error.code === 'INVALID_CONFIG') throw error
    return unfinishedTest(config, { cause: causeOf(error), reason: error.message }, run)
  }
}

function causeOf({ code }: BenchpressError): Interruption['cause'] {
  if (code === 'WORKER_FAILED') return 'worker'
  return code === 'SETUP_FAILED' ? 'setup' : 'target'
}

/** Planned seconds of each run of a suite in order, `Infinity` when a count ends it, and of the pause between two runs. */
interface SuiteLengths {
  readonly runs: readonly number[]
  readonly pause: number
}

type Done = readonly Pick<TestResult, 'name' | 'variant' | 'repeat'>[]

/**
 * Adds the place in the suite to the progress of each run.
 *
 * @param done the results so far, to which each run adds its result
 */
export function withSuitePlace(resolved: ResolvedTests, done: Done, onProgress: OnProgress): OnProgress {
  const lengths = lengthsOf(resolved)
  return (progress) => {
    // Without secrets, like the names of results.
    const names = hideSecrets({ test: progress.test, variant: progress.variant })
    onProgress({ ...progress, suite: placeInSuite({ ...progress, ...names }, done, lengths) })
  }
}

function lengthsOf({ tests, repeats, pause }: Pick<ResolvedTests, 'tests' | 'repeats' | 'pause'>): SuiteLengths {
  const runs = tests.flatMap((test) => {
    // Variants differ only in the target.
    const seconds = plannedSeconds(configOf(test).scenarios)
    return Array.from({ length: test.variants.length * repeats }, () => seconds)
  })
  return { runs, pause: pause / 1e6 }
}

/** The place of a run in its suite, from its progress and the results before it. */
export function placeInSuite(
  progress: Pick<Progress, 'test' | 'variant' | 'repeat' | 'phase' | 'left'>,
  done: Done,
  { runs, pause }: SuiteLengths,
): SuiteProgress {
  const last = done.at(-1)
  // The target of all repeats is stopped after the result of the last one.
  const isDone =
    progress.phase === 'teardown' && last?.name === progress.test && last.variant === progress.variant && last.repeat >= progress.repeat
  const run = isDone ? done.length : done.length + 1
  const later = runs.slice(run)
  const left = later.reduce((sum, length) => sum + pause + length, ofThis(progress, runs[run - 1] ?? Infinity))
  return { run, runs: runs.length, left: left < Infinity ? left : null }
}

function ofThis({ phase, left }: Pick<Progress, 'phase' | 'left'>, planned: number): number {
  if (phase === 'setup') return planned
  return phase === 'teardown' ? 0 : (left ?? Infinity)
}
