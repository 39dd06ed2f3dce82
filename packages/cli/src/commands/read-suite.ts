import { InvalidConfigError, planSearch, planSuite, type SearchPlan, type SuiteConfig, type SuitePlan } from '@benchpress/core'
import { applySettings, UsageError, type Problem, type Settings } from '@benchpress/core/preset'
import { refuseInputs } from '@benchpress/report/outputs'
import type { CommandOptions } from '../add-command.ts'
import type { CommandContext } from '../command-io.ts'
import { refuseIdleFlags, refuseStartTimeout, refuseSweptSettings } from '../flags/check-conflicts.ts'
import { nameIssues, type SuiteOrigin } from '../flags/name-issues.ts'
import { findTakenUrl } from '../flags/read-flags.ts'
import { adHocSuite, findSuite, type FoundSuite } from './find-suite.ts'
import { collectProblems, readSettings, type CommandSettings } from './read-settings.ts'
import { readSearch, refuseUnsearchable, searchedTest, withSearchedRate, type SearchFlags } from './search-settings.ts'

/** A suite that was checked, with the changes of flags and environment applied. */
export interface ReadSuite extends Omit<CommandSettings, 'settings' | 'read'>, Omit<FoundSuite, 'files'> {
  /** The files that were read: those of the config, and those that flags such as `--input` name. */
  readonly inputs: readonly string[]
  /** The search that takes the place of one run; `undefined` without `--find`. */
  readonly search: SearchFlags | undefined
  readonly plans: Plans
}

/** The plan of a suite, and that of the search of its only test. */
export interface Plans {
  readonly plan: SuitePlan
  readonly searched: SearchPlan | undefined
}

interface ReadOptions {
  /** What is wrong with other flags of the command line. */
  readonly problems?: Problem[]
  /** Whether the load comes from several machines, so that the limits of this one do not matter. */
  readonly isSpread?: boolean | undefined
  /** Changes a suite that is made of flags alone. */
  readonly change?: (suite: SuiteConfig) => SuiteConfig
}

/**
 * Reads and checks the suite that a command line names: a URL or a config, with the flags applied.
 *
 * @throws UsageError with everything that is wrong with the command line and the config
 */
export async function readSuite(
  source: string | undefined,
  options: CommandOptions,
  context: CommandContext,
  { problems = [], ...how }: ReadOptions = {},
): Promise<ReadSuite> {
  const read = await collectSuite(source, options, context, { problems, ...how })
  if (read === undefined || problems.length > 0) throw new UsageError(problems)
  return read
}

/** Reads a suite as {@link readSuite} does, but adds everything that is wrong to `problems`; `undefined` where the suite is missing or wrong. */
export async function collectSuite(
  given: string | undefined,
  options: CommandOptions,
  context: CommandContext,
  { problems, isSpread, change }: ReadOptions & { readonly problems: Problem[] },
): Promise<ReadSuite | undefined> {
  const { io } = context
  const source = { options, env: io.env, cwd: io.cwd }
  const search = readSearch(source, problems)
  const { settings: asked, output, files, read, baseline } = await readSettings(options, io, problems)
  const location = given ?? findTakenUrl(options)
  const request = { source: location, settings: asked, isUrlGiven: options['url'] !== undefined }
  const found = await collectProblems(() => findSuite(request, context), problems)
  const before = found ?? placeless(asked, io.cwd)
  const { isFromConfig, folder } = before
  const settings = search === undefined ? asked : withSearchedRate(asked, before.suite)
  const suite = changeSuite(before, settings, change)
  const inputs = [...before.files, ...read]
  await refuseInputs(files, inputs, problems)
  if (found !== undefined) refuseStartTimeout(settings, found.suite, problems)
  refuseIdleFlags(settings, suite, problems)
  refuseSweptSettings(asked, suite, source, problems)
  const isSearchable = search !== undefined && refuseUnsearchable(settings, suite, baseline, problems)
  // A URL that is named twice is that of the argument.
  const origin = { suite, settings: isFromConfig || location === undefined ? settings : { ...settings, url: undefined }, source }
  const how = { folder, isSpread, search: isSearchable ? search : undefined }
  const plans = await collectPlans({ ...origin, from: isFromConfig ? 'config' : 'flags' }, how, problems)
  return found && plans && { suite, isFromConfig, folder, inputs, search, output, files, baseline, plans }
}

function changeSuite({ suite, isFromConfig }: FoundSuite, settings: Settings, change: ReadOptions['change'] = (made) => made): SuiteConfig {
  return isFromConfig ? applySettings(suite, settings) : change(applySettings(suite, { ...settings, url: undefined }))
}

// Where there is no URL, the flags are checked with any.
function placeless(settings: Settings, folder: string): FoundSuite {
  return { suite: adHocSuite(['http://localhost'], [], settings), isFromConfig: false, folder, files: [] }
}

/**
 * Plans a suite, and the search of its only test; adds everything that is wrong with it to `problems`, by the names of the flags that it came from.
 *
 * @returns `undefined` for a wrong suite
 */
export async function collectPlans(
  origin: SuiteOrigin,
  {
    folder,
    isSpread = false,
    search,
  }: { readonly folder: string; readonly isSpread?: boolean | undefined; readonly search?: SearchFlags | undefined },
  problems: Problem[],
): Promise<Plans | undefined> {
  const { suite } = origin
  try {
    const searched = search && (await planSearch(searchedTest(suite), { cwd: folder, ...search }))
    return { plan: await planSuite(suite, { cwd: folder, isSpread }), searched }
  } catch (error) {
    // What else is wrong is reported first.
    if (!(error instanceof InvalidConfigError) && problems.length === 0) throw error
    if (error instanceof InvalidConfigError) problems.push(...nameIssues(error.issues, origin))
    return undefined
  }
}
