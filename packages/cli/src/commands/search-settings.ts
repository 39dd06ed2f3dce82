import type { Config, SuiteConfig } from '@benchpress/core'
import { isOpen, isPart, type Problem, type Settings } from '@benchpress/core/preset'
import type { BaselineSettings } from '../flags/baseline-flags.ts'
import { findFlags } from '../flags/config-flags.ts'
import { readFlags, type FlagSource } from '../flags/read-flags.ts'

/** A search in place of a run. */
export interface SearchFlags {
  /** Conditions of `--slo`; empty where only the thresholds of the config apply. */
  readonly slo: string
}

// The first rate, where neither a flag nor a config gives one.
const startByDefault = '100/s'

/** Reads the search of `--find`; `undefined` without it. Adds what is wrong to `problems`. */
export function readSearch(source: FlagSource, problems: Problem[]): SearchFlags | undefined {
  const { find, slo } = readFlags(findFlags, source, problems)
  if (find === undefined && slo !== undefined && source.options['find'] === undefined) {
    problems.push({ message: '--slo: nothing is searched', hint: 'Give --find max-rate; for a run write thresholds in a config.' })
  }
  return find === undefined ? undefined : { slo: slo ?? '' }
}

/** Adds a rate for a search to begin with, where the load has none. */
export function withSearchedRate(settings: Settings, { tests }: SuiteConfig): Settings {
  const workloads = tests.flatMap(({ scenarios }) => (isPart(scenarios) ? Object.values(scenarios) : []))
  const hasRate = workloads.some((scenario) => isPart(scenario) && isPart(scenario.workload) && isOpen(scenario.workload))
  return hasRate || settings.rate !== undefined ? settings : { ...settings, rate: startByDefault }
}

/** The only test of a suite that is searched. Its existence, and that of its target, were checked before or are reported by the check of the config. */
export function searchedTest({ name, tests: [test] }: SuiteConfig): Config {
  return { name, ...test } as Config
}

/** Adds a problem for each thing about a suite that cannot be searched; returns whether there is none. */
export function refuseUnsearchable(
  settings: Settings,
  { tests, variants, repeats = 1 }: SuiteConfig,
  baseline: BaselineSettings | undefined,
  problems: Problem[],
): boolean {
  const before = problems.length
  const add = (what: string, hint: string): number => problems.push({ message: `--find: ${what}`, hint })
  if (tests.length !== 1) add(`a search is of one test, and there are ${tests.length}`, 'Make a config of one of them.')
  if (variants !== undefined) add('a search is of one target, and the suite has variants', 'Give --url.')
  if (settings.users !== undefined) add('a search is of a rate, and --users has none', 'Leave --users out.')
  if (repeats !== 1) add('a search repeats its steps itself', settings.runs === undefined ? 'Leave repeats out.' : 'Leave --runs out.')
  if (baseline !== undefined) problems.push({ message: '--baseline: a search has none', hint: 'Compare two of them: benchpress compare.' })
  return problems.length === before
}
