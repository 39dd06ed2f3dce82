import type { Flag, FlagsOf, Preset, Problem, Settings } from '@benchpress/core/preset'
import { connectionFlags, requestFlags } from '../flags/request-flags.ts'
import { findFlags, suiteFlags } from '../flags/suite-flags.ts'
import { loadFlags } from '../flags/load-flags.ts'
import { isGiven, nameOf, type FlagSource } from '../flags/read-flags.ts'

/** The flags of every command that change what is run. */
export const flagsOfSettings: FlagsOf<Settings> = { ...loadFlags, ...requestFlags, ...connectionFlags, ...suiteFlags }

/** Adds a problem for each flag that a preset cannot follow. */
export function refuseUnfitFlags<Own extends object>({ unfit = [] }: Preset<Own>, settings: Settings, problems: Problem[]): void {
  for (const { key, because, hint } of unfit) {
    if (settings[key] !== undefined) problems.push({ message: `${nameOf(flagsOfSettings[key].flags)}: ${because}`, hint })
  }
}

/** Adds a problem for each flag of the request or of a search, neither of which would be the published test. */
export function refuseRequestFlags(source: FlagSource, problems: Problem[]): void {
  for (const flag of Object.values<Flag<unknown>>(requestFlags)) {
    if (isGiven(flag, source))
      problems.push({ message: `${nameOf(flag.flags)}: the requests are those of the preset`, hint: 'Leave it out.' })
  }
  for (const flag of Object.values<Flag<unknown>>(findFlags)) {
    if (isGiven(flag, source))
      problems.push({
        message: `${nameOf(flag.flags)}: the load is that of the preset`,
        hint: 'Search with benchpress run, of a URL or a config.',
      })
  }
}

/** Adds a problem for each flag that only other presets have. */
export function refuseForeignFlags(preset: Preset, others: Iterable<Preset>, source: FlagSource, problems: Problem[]): void {
  const own = new Set(Object.values((preset.flags ?? {}) as FlagsOf<Record<string, unknown>>).map((flag) => flag.flags))
  for (const other of others) {
    for (const flag of Object.values((other.flags ?? {}) as FlagsOf<Record<string, unknown>>)) {
      if (own.has(flag.flags) || !isGiven(flag, source)) continue
      problems.push({
        message: `${nameOf(flag.flags)}: preset ${preset.name} has no such flag`,
        hint: `It belongs to preset ${other.name}.`,
      })
    }
  }
}
