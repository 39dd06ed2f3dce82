import { resolve } from 'node:path'
import { nameless, type SuiteConfig } from '../config/config.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import { captureMachine } from './capture-environment.ts'
import { machineOf } from '../compare/facts.ts'
import { defaultBaselineFolder, defaultBaselineName } from '../compare/baseline.ts'
import type { BaselineUpdate, StoredBaseline } from '../compare/baseline-folder.ts'

/** The folder and the name of a baseline. */
export interface BaselineSource {
  /** Folder of the baseline, relative to the working directory. Default `benchpress-baselines`. */
  readonly folder?: string
  /** Name of the baseline. Default `main`. */
  readonly name?: string
}

// The code that reads files is loaded when it is needed, because journeys and plugins import this package in every load thread.

/**
 * Reads the baseline of this machine from a folder that can be kept in git. A missing baseline is empty.
 *
 * @throws BenchpressError `NOT_COMPARABLE` with one line for each file that cannot be read
 */
export async function openBaseline({ folder, name }: BaselineSource = {}): Promise<StoredBaseline> {
  const { readBaselines } = await import('../compare/baseline-folder.ts')
  return readBaselines(resolve(folder ?? defaultBaselineFolder), name ?? defaultBaselineName, machineOf(await captureMachine()))
}

/**
 * Makes the runs of results the new baseline of their tests; other tests and machines stay unchanged.
 *
 * The baseline of a test stays unchanged when a run is invalid, ended early, is too short or failed a threshold, or when there are fewer than 5 runs.
 *
 * @throws Error of the system, when a file cannot be written
 */
export async function updateBaseline(
  stored: Pick<StoredBaseline, 'folder' | 'name'>,
  suites: readonly SuiteResult[],
): Promise<BaselineUpdate> {
  const { replaceBaselines } = await import('../compare/baseline-folder.ts')
  return replaceBaselines(stored, suites)
}

/** Gives tests without a seed the seed of their baseline, because with another seed the load would be another. Pure. */
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
