import { hideSecrets } from '../base/redact/redact-text.ts'
import { plannedSeconds } from '../model/workload/workload-size.ts'
import type { TestResult } from '../result/shape/result.ts'
import type { OnProgress, Progress, SuiteProgress } from './progress.ts'
import { configOf, type ResolvedTests } from './resolve-tests.ts'

/** The plan of a suite's runs: the planned length of each run in order, and the pause between two runs, in seconds. */
interface SuiteLengths {
  /** Lengths of the runs; `Infinity` when a count ends the run, and for a test of functions. */
  readonly runs: readonly number[]
  readonly pause: number
}

type Done = readonly Pick<TestResult, 'name' | 'variant' | 'repeat'>[]

/**
 * Adds the place in the suite to the progress of each run.
 *
 * @param done the results so far, to which each run adds its result
 */
export function tellOfSuite(resolved: ResolvedTests, done: Done, onProgress: OnProgress): OnProgress {
  const lengths = lengthsOf(resolved)
  const secrets = new Map(resolved.tests.map((test) => [configOf(test).name, configOf(test).secrets]))
  return (progress) => {
    // Without secrets, like the names of results.
    const names = hideSecrets({ test: progress.test, variant: progress.variant }, secrets.get(progress.test) ?? [])
    onProgress({ ...progress, suite: placeOf({ ...progress, ...names }, done, lengths) })
  }
}

/** The planned lengths of all runs of a suite. */
function lengthsOf({ tests, repeats, pause }: Pick<ResolvedTests, 'tests' | 'repeats' | 'pause'>): SuiteLengths {
  const runs = tests.flatMap((test) => {
    if ('microbenchmark' in test) return Array.from({ length: repeats }, () => Infinity)
    const { variants } = test
    // Variants differ only in the target.
    const seconds = plannedSeconds(variants[0].config.scenarios)
    return Array.from({ length: variants.length * repeats }, () => seconds)
  })
  return { runs, pause: pause / 1e6 }
}

/** The place of a run in its suite, from its progress and the results before it. */
export function placeOf(
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
