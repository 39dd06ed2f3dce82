import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { compareWithBaseline, openBaseline, updateBaseline } from '@benchpress/core'
import type { BaselineComparison, StoredBaseline, SuiteConfig, SuiteResult } from '@benchpress/core'
import { defaultBaselineFolder, defaultBaselineName, findComparisonProblems, leastRuns } from '@benchpress/core/report'
import { messageOf, withBaselineSeeds } from '@benchpress/core/report'
import { UsageError, usageError, type Problem } from '@benchpress/core/preset'
import { plural } from '@benchpress/report/format'
import { baselineSections, describeBaseline } from '@benchpress/report'
import { makeFolder, type ReportOptions } from '@benchpress/report/outputs'
import type { CommandIo } from '../command-io.ts'
import { describeProblems } from '../describe-error.ts'
import { baselineFlags, type BaselineSettings } from '../flags/baseline-flags.ts'
import { longName } from '../flags/read-flags.ts'
import { printLines } from '../print-lines.ts'
import { describeTooShort } from './ab-load.ts'
import type { ReadSuite } from './read-suite.ts'

/** The baseline of a run that is to be made. */
export interface MeasuredBaseline {
  readonly stored: StoredBaseline
  readonly settings: BaselineSettings
  /** The suite, with the seeds of the baseline where it has none. */
  readonly suite: SuiteConfig
}

/** The outcome of a run that has a baseline. */
export interface SettledBaseline {
  /** The outcome that gives the exit code; `undefined` where the run became the baseline. */
  readonly outcome: BaselineComparison['outcome'] | undefined
  readonly sections: NonNullable<ReportOptions['against']>
  /** Messages for stderr. */
  readonly told: readonly Problem[]
  /** A sentence for each file that could not be written. */
  readonly failures: readonly string[]
}

const noBaseline: SettledBaseline = { outcome: undefined, sections: [], told: [], failures: [] }

/**
 * Reads the baseline of a run before any load, and reports where there is none; `undefined` for a run without a baseline.
 *
 * @throws UsageError where a new baseline cannot be written; BenchpressError for a file that cannot be read
 */
export async function openMeasured(
  { baseline: settings, suite, folder }: Pick<ReadSuite, 'baseline' | 'suite' | 'folder'>,
  io: CommandIo,
): Promise<MeasuredBaseline | undefined> {
  if (settings === undefined) return undefined
  await refuseUndecided(settings, suite, folder)
  const { baseline: name = defaultBaselineName, baselineFolder, updateBaseline: isUpdate } = settings
  const path = baselineFolder === undefined ? join(folder, defaultBaselineFolder) : resolve(io.cwd, baselineFolder)
  const stored = await openBaseline({ folder: path, name })
  if (isUpdate === true) {
    await makeFolder(join(path, name)).catch((error: unknown) => {
      throw usageError(`the baseline cannot be written to ${path}: ${messageOf(error)}`)
    })
  }
  if (isUpdate !== true && stored.tests.length === 0) {
    const message = `there is no baseline ${name}${stored.otherMachines.length > 0 ? ' of this machine' : ''} in ${path}`
    printLines(io.stderr, describeProblems([{ message, hint: 'The run is compared with nothing. -u makes it the baseline.' }]))
  }
  return { stored, settings, suite: withBaselineSeeds(suite, stored) }
}

/** @throws UsageError for runs that are planned to be too few or too short to decide anything, or to become a baseline */
async function refuseUndecided(settings: BaselineSettings, suite: SuiteConfig, folder: string): Promise<void> {
  const { repeats = 1 } = suite
  const flag = longName(baselineFlags[settings.updateBaseline === true ? 'updateBaseline' : 'baseline'].flags)
  const few = { message: `${plural(repeats, 'run')}, and it takes ${leastRuns} to be compared`, hint: `Give --runs ${leastRuns}.` }
  // A wrong config is reported by the run.
  const { tooShort } = await findComparisonProblems([], suite, folder)
  const problems = [...(repeats < leastRuns ? [few] : []), ...tooShort.map(describeTooShort)]
  if (problems.length > 0) throw new UsageError(problems.map(({ message, hint }) => ({ message: `${flag}: ${message}`, hint })))
}

/** Compares a result with its baseline, or makes it the baseline. */
export async function settleBaseline(
  measured: MeasuredBaseline | undefined,
  result: SuiteResult,
  isStrict: boolean,
  io: CommandIo,
): Promise<SettledBaseline> {
  if (measured === undefined) return noBaseline
  const { stored, settings } = measured
  if (settings.updateBaseline === true) return await update(stored, result, io)
  const { margin } = settings
  const compared = compareWithBaseline(stored, [result], { ...(margin !== undefined && { margin }) })
  const isOpen = compared.comparison?.figures.some(({ answer }) => answer === 'inconclusive') === true
  return {
    outcome: isStrict && isOpen && compared.outcome === 'held' ? 'undecided' : compared.outcome,
    sections: baselineSections(compared),
    told: describeBaseline(compared),
    failures: [],
  }
}

async function update(stored: StoredBaseline, result: SuiteResult, { cwd }: CommandIo): Promise<SettledBaseline> {
  try {
    const { written, refused } = await updateBaseline(stored, [result])
    return {
      outcome: refused.length > 0 ? 'undecided' : undefined,
      sections: [],
      told: [
        ...written.map((path) => ({ message: `wrote ${relative(cwd, path)}` })),
        ...refused.map(({ test, because, hint }) => ({ message: `the baseline of ${test} stays as it was: ${because.join(', ')}`, hint })),
      ],
      failures: [],
    }
  } catch (error) {
    return { ...noBaseline, failures: [`the baseline could not be written: ${messageOf(error)}${await keep(stored, result)}`] }
  }
}

/** Writes a baseline that its folder does not take to a folder for temporary files, since it took many runs. */
async function keep({ name }: StoredBaseline, result: SuiteResult): Promise<string> {
  try {
    const folder = await mkdtemp(join(tmpdir(), 'benchpress-'))
    await updateBaseline({ folder, name }, [result])
    return `; it is in ${folder}`
  } catch {
    return ''
  }
}
