import type { SuiteConfig } from '@benchpress/core'
import type { Flag, FlagSources, Preset, Problem, Settings } from '@benchpress/core/preset'
import { preparePreset, type PreparedPreset, type WantedPreset } from '@benchpress/presets/run'
import { refuseStartTimeout } from '../flags/check-conflicts.ts'
import { refuseIdleFlags } from '../flags/check-fit.ts'
import { spellingsOf, isGiven, longName, type FlagSource } from '../flags/read-flags.ts'
import { flagsOfSettings, findFlags } from '../flags/suite-flags.ts'
import { requestFlags } from '../flags/request-flags.ts'
import { flagsOfPreset } from '../flags/parameter-flags.ts'

/**
 * Prepares the run of a preset as the flags ask for it; adds to `problems` the flags that the preset cannot follow, and the loads that they would make
 * impossible.
 *
 * @throws UsageError as {@link preparePreset} does
 */
export async function planOfPreset<Own extends object>(
  preset: Preset<Own>,
  request: Omit<WantedPreset<Own>, 'onAdapted'> & { readonly settings: Settings },
  problems: Problem[],
): Promise<PreparedPreset> {
  const { settings, own } = request
  refuseUnfitFlags(preset, settings, problems)
  const onAdapted = (suite: SuiteConfig): void => {
    refuseIdleFlags(settings, suite, problems)
    refuseStartTimeout(settings, suite, problems)
  }
  const { presetRun, ...prepared } = await preparePreset(preset, { ...request, onAdapted })
  return { ...prepared, presetRun: { ...presetRun, sources: givenSources(preset, { ...settings, ...own }) } }
}

/** The flags that each setting of a preset comes from; a list such as `--scale, -d and --profile` is cut to the flags that were given, if any. */
function givenSources<Own extends object>(preset: Preset<Own>, settings: Settings): FlagSources | undefined {
  const all: readonly (readonly [string, Flag<unknown>])[] = Object.entries({ ...flagsOfSettings, ...flagsOfPreset(preset) })
  const given = new Set(all.flatMap(([key, flag]) => (settings[key as keyof Settings] === undefined ? [] : spellingsOf(flag))))
  return preset.sources?.map(([pattern, names]) => {
    const found = names.split(/, | and /).filter((name) => given.has(name))
    const said = `${found.slice(0, -1).join(', ')}${found.length > 1 ? ' and ' : ''}${found.at(-1)}`
    return [pattern, found.length === 0 ? names : said]
  })
}

function refuseUnfitFlags<Own extends object>({ unfit = [] }: Preset<Own>, settings: Settings, problems: Problem[]): void {
  for (const { key, because, hint } of unfit) {
    if (settings[key] !== undefined) problems.push({ message: `${longName(flagsOfSettings[key].flags)}: ${because}`, hint })
  }
}

/** Adds a problem for each flag of the request or of a search, neither of which would be the published test. */
export function refuseRequestFlags(source: FlagSource, problems: Problem[]): void {
  const refuse = (flags: Readonly<Record<string, Flag<unknown>>>, because: string, hint: string): void => {
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
