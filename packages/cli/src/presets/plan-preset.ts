import { InvalidConfigError, planSuite, type SuiteConfig } from '@benchpress/core'
import type { ReportCode } from '@benchpress/core/report'
import {
  adaptPreset,
  documentedSuite,
  pathIn,
  splitUrls,
  targetOf,
  UsageError,
  usageError,
  withPlugins,
  type AdaptedSuite,
  type AskedSuite,
  type Flag,
  type KnownRoute,
  type Preset,
  type PresetRun,
  type PresetTarget,
  type Problem,
  type Settings,
} from '@benchpress/core/preset'
import { refuseIdleFlags } from '../flags/check-fit.ts'
import { refuseIdleLoad, refuseStartTimeout, type BaseLoad } from '../flags/check-conflicts.ts'
import { spellingsOf } from '../flags/read-flags.ts'
import { findPackages, type Search } from './find-packages.ts'
import { fitThresholds } from './fit-thresholds.ts'
import { isTold } from './named-faults.ts'
import { flagsOfSettings, refuseUnfitFlags } from './refuse-flags.ts'

/** What is wanted of a preset. */
export interface PresetRequest<Own extends object> extends Omit<Search<Own>, 'given'> {
  readonly settings: Settings
  /** The command after `--`, to be started as the target; empty without one. */
  readonly targetCommand: readonly string[]
}

/** A preset with its target and the reader's changes: what is run, and what its report tells of it. */
export interface PresetPlan {
  /** What the servers that are running must have. */
  readonly routes: readonly KnownRoute[]
  readonly suite: SuiteConfig
  readonly presetRun: PresetRun
}

/**
 * Plans the run of a preset: against the given command, the given URL, or the target that comes with it.
 *
 * Adds to `problems` what the settings would make of its load that cannot be run.
 *
 * @throws UsageError when that target, or a plugin that the preset uses, is not installed, and for more servers than the preset takes
 */
export async function planPreset<Own extends object>(
  preset: Preset<Own>,
  request: PresetRequest<Own>,
  problems: Problem[],
): Promise<PresetPlan> {
  const { settings, own, part, targetCommand, folder, module } = request
  const urls = settings.url === undefined ? [] : splitUrls(settings.url)
  refuseServers(preset, part, urls)
  const isEmbedded = targetCommand.length === 0 && urls.length === 0
  const given = isEmbedded ? undefined : targetOf(urls.length === 0 ? preset.url : urls, targetCommand)
  refuseUnfitFlags(preset, settings, problems)
  const { target, plugins } = await findPackages(preset, { given, own, part, folder, module })
  const asked: AskedSuite<Own> = { settings, own, part, urls, isEmbedded }
  const { suite, changes } =
    preset.adapt === undefined
      ? await adaptDocumented(preset, target, { ...asked, folder, plugins }, problems)
      : adaptPreset(preset, target, asked)
  refuseStartTimeout(settings, suite, problems)
  const code = isEmbedded ? await loadCode(preset) : []
  const sources = preset.sources?.map(([pattern, names]) => [pattern, givenOf(names, { ...settings, ...own }, preset)] as const)
  const presetRun: PresetRun = { preset, part, isEmbedded, own, sources, changes, code, notes: preset.listen?.() }
  // What a command starts is not there yet.
  const isStarted = isEmbedded || targetCommand.length > 0
  const known = preset.knownRoutes?.({ own, part, path: pathIn(urls) }) ?? []
  const routes = known.filter(({ servers }) => !isStarted || servers !== undefined)
  return { suite: await fitThresholds(withPlugins(suite, plugins), settings.thresholds), presetRun, routes }
}

async function loadCode<Own extends object>({ standIn }: Preset<Own>): Promise<readonly ReportCode[]> {
  return (await standIn?.code?.()) ?? []
}

// Nobody has checked the documented suite yet.
async function adaptDocumented<Own extends object>(
  preset: Preset<Own>,
  target: PresetTarget,
  { folder, plugins, ...asked }: AskedSuite<Own> & { readonly folder: string; readonly plugins: readonly string[] },
  problems: Problem[],
): Promise<AdaptedSuite> {
  const documented = documentedSuite(preset, target, asked.part)
  try {
    const adapted = adaptPreset(preset, target, asked)
    refuseIdleLoad(asked.settings, baseLoadOf(documented), problems)
    refuseIdleFlags(asked.settings, adapted.suite, problems)
    return adapted
  } catch (error) {
    if (!isTold(error)) await refuseMalformed(preset.name, withPlugins(documented, plugins), folder)
    throw error
  }
}

/** @throws UsageError with everything that is wrong with a suite that a preset returned */
async function refuseMalformed(preset: string, suite: SuiteConfig, folder: string): Promise<void> {
  try {
    await planSuite(suite, { cwd: folder })
  } catch (error) {
    if (!(error instanceof InvalidConfigError)) throw error
    throw new UsageError(
      error.issues.map(({ path, message, hint }) => ({
        message: `preset ${preset}: suite() returned no suite: ${path}: ${message}`,
        hint,
      })),
    )
  }
}

/** Of several flags, such as `--scale, -d and --profile`, those that were given; all of them where none was. */
function givenOf<Own extends object>(names: string, settings: Settings, { flags }: Preset<Own>): string {
  const all: readonly (readonly [string, Flag<unknown>])[] = Object.entries({ ...flagsOfSettings, ...flags })
  const given = new Set(all.flatMap(([key, flag]) => (settings[key as keyof Settings] === undefined ? [] : spellingsOf(flag))))
  const found = names.split(/, | and /).filter((name) => given.has(name))
  return found.length === 0 ? names : `${found.slice(0, -1).join(', ')}${found.length > 1 ? ' and ' : ''}${found.at(-1)}`
}

function refuseServers<Own extends object>(
  { name, partsOfServers = [] }: Preset<Own>,
  part: string | undefined,
  urls: readonly string[],
): void {
  if (urls.length < 2 || (part !== undefined && partsOfServers.includes(part))) return
  const several = partsOfServers.map((each) => `${name}:${each}`).join(' and ')
  throw usageError(
    `URL: ${part === undefined ? `preset ${name}` : `${name}:${part}`} takes one server, and there are ${urls.length}`,
    several === '' ? 'Give one of them.' : `Give one of them; several are for ${several}.`,
  )
}

function baseLoadOf({ tests }: SuiteConfig): BaseLoad | undefined {
  const loads = tests.flatMap(({ scenarios }) =>
    Object.values(scenarios).flatMap(({ workload }) => (workload !== undefined && 'connections' in workload ? [workload.connections] : [])),
  )
  return loads.length === 0 ? undefined : { connections: Math.max(...loads), of: 'the preset' }
}
