import { applySettings, UsageError, type Problem } from '@benchpress/core/preset'
import { refuseInputs } from '@benchpress/report/outputs'
import type { CommandContext } from '../command-io.ts'
import { refuseStartTimeout, refuseSweptSettings } from '../flags/check-conflicts.ts'
import { refuseIdleFlags } from '../flags/check-fit.ts'
import { findSuite, type FoundSuite } from './find-suite.ts'
import { findTakenUrl } from '../flags/read-flags.ts'
import { collectProblems, readSettings, type CommandSettings } from './read-settings.ts'
import { readSearch, refuseUnsearchable, withSearchedRate, type SearchFlags } from './search-settings.ts'

/** A suite with the changes of flags and environment applied. */
export interface ReadSuite extends Omit<CommandSettings, 'settings' | 'read'>, Omit<FoundSuite, 'files'> {
  /** The files that were read: those of the config, and those that flags such as `--input` name. */
  readonly inputs: readonly string[]
  /** The search that takes the place of one run; `undefined` without `--find`. */
  readonly search: SearchFlags | undefined
}

/**
 * Reads the suite that a command line names: a URL or a config, with the flags applied.
 *
 * @param problems what is wrong with other flags of the command line
 * @throws UsageError with everything that is wrong with the command line
 */
export async function readSuite(
  source: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
  problems: Problem[] = [],
): Promise<ReadSuite> {
  const read = await collectSuite(source, options, context, problems)
  if (read === undefined || problems.length > 0) throw new UsageError(problems)
  return read
}

/** Reads a suite as {@link readSuite} does, but adds everything that is wrong to `problems` and leaves wrong flags out; `undefined` where there is no suite. */
export async function collectSuite(
  source: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
  problems: Problem[],
): Promise<ReadSuite | undefined> {
  const { io } = context
  const flags = { options, env: io.env, cwd: io.cwd }
  const search = readSearch(flags, problems)
  const { settings: given, output, files, read, baseline } = await readSettings(options, io, problems)
  const found = await collectProblems(
    () => findSuite({ source: source ?? findTakenUrl(options), settings: given, isUrlGiven: options['url'] !== undefined }, context),
    problems,
  )
  const settings = search === undefined || found === undefined ? given : withSearchedRate(given, found.suite)
  if (found === undefined) return undefined
  const { isFromConfig, folder } = found
  const inputs = [...found.files, ...read]
  await refuseInputs(files, inputs, problems)
  const suite = applySettings(found.suite, isFromConfig ? settings : { ...settings, url: undefined })
  refuseIdleFlags(settings, suite, problems)
  refuseSweptSettings(given, suite, flags, problems)
  if (search !== undefined) refuseUnsearchable(search, settings, suite, problems)
  if (search !== undefined && baseline !== undefined)
    problems.push({ message: '--baseline: a search has none', hint: 'Compare two of them: benchpress compare.' })
  refuseStartTimeout(settings, found.suite, problems)
  return { suite, isFromConfig, folder, inputs, search, output, files, baseline }
}
