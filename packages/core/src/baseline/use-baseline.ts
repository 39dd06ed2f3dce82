import { resolve } from 'node:path'
import { nameless, type SuiteConfig } from '../config/config.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import { captureMachine } from '../run/capture-environment.ts'
import { machineOf } from '../result/compare/runs-of-test.ts'
import { defaultBaselineFolder, defaultBaselineName } from './baseline.ts'
import type { BaselineUpdate, StoredBaseline } from './baseline-folder.ts'

/** Where a baseline is. */
export interface BaselineSource {
  /** Its folder; relative to the folder of the process. Default `benchpress-baselines`. */
  readonly folder?: string
  /** What it is called. Default `main`. */
  readonly name?: string
}

// What reads files is loaded when it is needed: journeys and plugins import this package in every load thread.

/**
 * Reads what was measured on this machine before, of a folder that is fit for git. What is not there is empty.
 *
 * @throws BenchpressError `NOT_COMPARABLE` with every file that cannot be read, a line each
 */
export async function openBaseline({ folder, name }: BaselineSource = {}): Promise<StoredBaseline> {
  const { readBaselines } = await import('./baseline-folder.ts')
  return readBaselines(resolve(folder ?? defaultBaselineFolder), name ?? defaultBaselineName, machineOf(await captureMachine()))
}

/**
 * Makes the runs of results the baseline of their tests, in place of what there was; other tests and machines stay as they are.
 *
 * A test of which a run is invalid, ended early, is too short or failed a threshold, or of which there are fewer than 3 runs, stays as it was.
 *
 * @throws Error of the system, where a file cannot be written
 */
export async function updateBaseline(
  stored: Pick<StoredBaseline, 'folder' | 'name'>,
  suites: readonly SuiteResult[],
): Promise<BaselineUpdate> {
  const { replaceBaselines } = await import('./baseline-folder.ts')
  return replaceBaselines(stored, suites)
}

/** Gives tests without a seed that of their baseline: what is drawn anew for each run would be another load. Pure. */
export function withBaselineSeeds(suite: SuiteConfig, { tests }: Pick<StoredBaseline, 'tests'>): SuiteConfig {
  const seeds = new Map(
    tests.flatMap(({ test, alike: { seed } }): [string, number][] => {
      const known = Number(seed['seed'])
      return Number.isInteger(known) ? [[test, known]] : []
    }),
  )
  return {
    ...suite,
    tests: suite.tests.map((test) => {
      const seed = seeds.get(test.name ?? nameless)
      return test.seed !== undefined || seed === undefined ? test : { ...test, seed }
    }),
  }
}
