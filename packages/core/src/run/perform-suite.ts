import { type SuiteConfig, orderOfRuns } from '../config/config.ts'
import { type BenchpressError, isBenchpressError } from '../base/errors/benchpress-error.ts'
import { hideSecrets } from '../base/redact/secrets.ts'
import { redactConfig } from '../base/redact/redact-config.ts'
import { worstVerdict } from '../result/verdict/verdict.ts'
import { captureEnvironment } from './capture-environment.ts'
import { refuseTravel } from './machines/machines.ts'
import { hashSources } from './hash-sources.ts'
import { ProgressListener, rest, type RunOptions, type RunListeners, type Progress, type SuiteProgress } from './progress.ts'
import { configOf, resolveTests, type ResolvedTests, type ResolvedVariant } from './resolve-tests.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { unfinishedTest, runTest, interruptedEarly, runOnTarget } from './run-test.ts'
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
  const { listeners, failed } = new ProgressListener(options, (running) => suiteOf([...tests, ...running]))
  const lengths = lengthsOf(resolved)
  for (const runs of startsOf(resolved)) {
    if (tests.length > 0 && !(await rest(resolved.pause, listeners.signal))) break
    if (!(await performRuns(runs, resolved.pause, placed(listeners, tests, runs, lengths), tests))) break
    listeners.onPartial?.()
  }
  failed.throwIfAborted()
  return suiteOf(tests)
}

// A result without variants shows its tests, or its only test, as in its config.
function shownOf(suite: SuiteConfig): unknown {
  if (suite.variants !== undefined) return suite
  return suite.tests.length === 1 ? suite.tests[0] : suite.tests
}

function nameTest({ name, variant, repeat }: TestResult): string {
  return `${name}${variant === 'default' ? '' : ` (${variant})`} run ${repeat}`
}

/** Runs of a test for which its target is started once. */
interface StartedRuns extends ResolvedVariant {
  /** Numbers of the runs. */
  readonly repeats: readonly number[]
  /** The number of runs of the test on each variant. */
  readonly all: number
  readonly isOfVariant: boolean
}

/** A test has its own target, or its only variant, for all its runs; variants take turns, so that no two ever run at once. */
function startsOf({ tests, repeats: all }: ResolvedTests): readonly StartedRuns[] {
  const repeats = Array.from({ length: all }, (_, index) => index + 1)
  return tests.flatMap(({ hasOwnTarget, variants }): StartedRuns[] =>
    hasOwnTarget || variants.length === 1
      ? [{ ...variants[0], repeats, all, isOfVariant: false }]
      : orderOfRuns(variants, all).map(({ variant, repeat }) => ({ ...variant, repeats: [repeat], all, isOfVariant: true })),
  )
}

/**
 * Starts a target, makes its runs and stops it; adds each result as it comes.
 *
 * An interruption ends the runs, and leaves a result even when nothing was sent yet. A run that cannot be made leaves a result with the reason: that
 * of a variant does not keep the others from running.
 *
 * @returns whether the suite continues
 */
async function performRuns(
  { name: variant, config, repeats, all, isOfVariant }: StartedRuns,
  pause: number,
  listeners: RunListeners,
  results: TestResult[],
): Promise<boolean> {
  const [first = 1] = repeats
  const before = results.length
  try {
    const done = await runOnTarget(config, { variant, repeat: first, repeats: all }, listeners, async (target) => {
      for (const repeat of repeats) {
        if (repeat > first && !(await rest(pause, listeners.signal))) break
        const result = await runTest({ config, target, variant, repeat, repeats: all, ...listeners })
        results.push(result)
        if (result.interrupted !== null) break
      }
      return true
    })
    if (done === undefined) results.push(unfinishedTest(config, interruptedEarly, { variant, repeat: first }))
    return true
  } catch (error) {
    if (!isBenchpressError(error)) throw error
    const continues = isOfVariant && error.code !== 'INVALID_CONFIG'
    // The results so far must not be lost, so the failed run is reported as one of them.
    if (!continues && before === 0 && results.length === 0) throw error
    const repeat = first + results.length - before
    results.push(unfinishedTest(config, { cause: continues ? causeOf(error) : 'target', reason: error.message }, { variant, repeat }))
    return continues
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

function lengthsOf({ tests, repeats, pause }: ResolvedTests): SuiteLengths {
  const runs = tests.flatMap((test) => {
    // Variants differ only in the target.
    const seconds = plannedSeconds(configOf(test).scenarios)
    return Array.from({ length: test.variants.length * repeats }, () => seconds)
  })
  return { runs, pause: pause / 1e6 }
}

/**
 * Adds the place in the suite to the progress of runs.
 *
 * @param done the results so far, to which each run adds its result
 */
function placed(listeners: RunListeners, done: readonly TestResult[], { repeats }: StartedRuns, lengths: SuiteLengths): RunListeners {
  const { onProgress } = listeners
  // The target is stopped after the result of its last run.
  const last = done.length + repeats.length
  return {
    ...listeners,
    onProgress:
      onProgress && ((progress) => onProgress({ ...progress, suite: placeInSuite(progress, Math.min(done.length + 1, last), lengths) })),
  }
}

/** The place of a run in its suite, from its progress. */
export function placeInSuite({ phase, left }: Pick<Progress, 'phase' | 'left'>, run: number, { runs, pause }: SuiteLengths): SuiteProgress {
  const own = { setup: runs[run - 1] ?? Infinity, teardown: 0 }
  const ofThis = phase === 'setup' || phase === 'teardown' ? own[phase] : (left ?? Infinity)
  const all = runs.slice(run).reduce((sum, length) => sum + pause + length, ofThis)
  return { run, runs: runs.length, left: all < Infinity ? all : null }
}
