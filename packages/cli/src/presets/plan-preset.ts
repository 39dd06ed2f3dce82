import type { SuiteConfig } from '@benchpress/core'
import { checkValues, type Preset, type Problem, type Settings } from '@benchpress/core/preset'
import { preparePreset, type PreparedPreset, type WantedPreset } from '@benchpress/presets/run'
import { refuseIdleFlags, refuseStartTimeout } from '../flags/check-conflicts.ts'
import { findFlags, flagsOfSettings, requestFlags } from '../flags/config-flags.ts'
import type { Flag, Flags } from '../flags/flag.ts'
import { nameValue } from '../flags/name-issues.ts'
import { flagsOfPreset } from '../flags/parameter-flags.ts'
import { isGiven, longName, type FlagSource } from '../flags/read-flags.ts'

interface GivenToPreset {
  readonly settings: Settings
  /** The values of the flags of its parameters. */
  readonly own: object
  readonly source: FlagSource
}

/** Checks the values of the parameters of a preset; adds what is wrong to `problems`, and leaves it out so that everything else is checked, too. */
export async function checkedValues(
  preset: Preset,
  { settings, own, source }: GivenToPreset,
  problems: Problem[],
): Promise<Pick<GivenToPreset, 'settings' | 'own'>> {
  const flags: Record<string, Flag<unknown>> = { ...flagsOfPreset(preset) }
  const values: Record<string, unknown> = { ...own }
  const wrong = new Set<string>()
  for (const [key, { setting }] of Object.entries(preset.parameters ?? {})) {
    if (setting === undefined || setting === 'path') continue
    flags[key] = flagsOfSettings[setting]
    values[key] = settings[setting]
  }
  for (const issue of await checkValues(preset, values)) {
    const [key = ''] = issue.path.split('[')
    const flag = flags[key]
    wrong.add(key).add(preset.parameters?.[key]?.setting ?? key)
    problems.push(flag === undefined ? issue : { message: nameValue(flag, issue.message, source), hint: issue.hint })
  }
  const withoutWrong = <Values extends object>(all: Values): Values =>
    Object.fromEntries(Object.entries(all).filter(([key]) => !wrong.has(key))) as Values
  return { settings: withoutWrong(settings), own: withoutWrong(own) }
}

/**
 * Prepares the run of a preset as the flags ask for it; adds to `problems` the flags that the preset cannot follow, and those that change nothing.
 *
 * @throws UsageError as {@link preparePreset} does
 */
export async function planOfPreset<Own extends object>(
  preset: Preset<Own>,
  request: Omit<WantedPreset<Own>, 'onAdapted'> & { readonly settings: Settings },
  problems: Problem[],
): Promise<PreparedPreset> {
  const { settings } = request
  refuseUnfitFlags(preset, settings, problems)
  const onAdapted = (suite: SuiteConfig): void => {
    refuseIdleFlags(settings, suite, problems)
    refuseStartTimeout(settings, suite, problems)
  }
  return await preparePreset(preset, { ...request, onAdapted })
}

function refuseUnfitFlags({ unfit = [] }: Pick<Preset, 'unfit'>, settings: Settings, problems: Problem[]): void {
  for (const { key, because, hint } of unfit) {
    if (settings[key] !== undefined) problems.push({ message: `${longName(flagsOfSettings[key].flags)}: ${because}`, hint })
  }
}

/** Adds a problem for each flag of the request or of a search, neither of which would be the published test. */
export function refuseRequestFlags(source: FlagSource, problems: Problem[]): void {
  const refuse = (flags: Flags, because: string, hint: string): void => {
    for (const flag of Object.values(flags))
      if (isGiven(flag, source)) problems.push({ message: `${longName(flag.flags)}: ${because}`, hint })
  }
  refuse(requestFlags, 'the requests are those of the preset', 'Leave it out.')
  refuse(findFlags, 'the load is that of the preset', 'Search with benchpress run, of a URL or a config.')
}

/** Adds a problem for each flag that only other presets have. */
export function refuseForeignFlags(preset: Preset, others: Iterable<Preset>, source: FlagSource, problems: Problem[]): void {
  const own = new Set(Object.values(flagsOfPreset(preset)).map(({ flags }) => flags))
  for (const other of others) {
    const hint = `It belongs to preset ${other.name}.`
    for (const flag of Object.values(flagsOfPreset(other)))
      if (!own.has(flag.flags) && isGiven(flag, source))
        problems.push({ message: `${longName(flag.flags)}: preset ${preset.name} has no such flag`, hint })
  }
}
