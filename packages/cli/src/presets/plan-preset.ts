import { InvalidConfigError, planSuite, type SuiteConfig } from '@benchpress/core'
import type { ReportCode } from '@benchpress/core/report'
import type { AdaptedSuite, AskedOfPreset, Flag, KnownRoute, Preset, PresetRun, PresetTarget, Problem } from '@benchpress/core/preset'
import { UsageError, usageError } from '@benchpress/core/preset'
import { applySettings, type Settings } from '../flags/apply-settings.ts'
import { refuseIdleFlags } from '../flags/check-fit.ts'
import { refuseIdleLoad, refuseStartTimeout, type BaseLoad } from '../flags/check-conflicts.ts'
import { spellingsOf } from '../flags/read-flags.ts'
import { splitUrls, targetOf } from '../target-of.ts'
import { describeChanges } from './describe-changes.ts'
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
  const { suite, changes } =
    preset.adapt === undefined
      ? await adaptDocumented(preset, target, { ...request, plugins }, problems)
      : preset.adapt(target, { ...askedOf(request), isEmbedded, urls })
  refuseStartTimeout(settings, suite, problems)
  const code = isEmbedded ? await loadCode(preset) : []
  const sources = preset.sources?.map(([pattern, names]) => [pattern, givenOf(names, { ...settings, ...own }, preset)] as const)
  const presetRun: PresetRun = { preset, part, isEmbedded, own, sources, changes, code, notes: preset.listen?.() }
  // What a command starts is not there yet.
  const isStarted = isEmbedded || targetCommand.length > 0
  const known = preset.knownRoutes?.({ own, part, path: pathIn(settings.url) }) ?? []
  const routes = known.filter(({ servers }) => !isStarted || servers !== undefined)
  return { suite: await fitThresholds(withPlugins(suite, plugins), settings.thresholds), presetRun, routes }
}

async function loadCode<Own extends object>({ standIn }: Preset<Own>): Promise<readonly ReportCode[]> {
  return (await standIn?.code?.()) ?? []
}

function askedOf<Own extends object>({ settings, own, part }: PresetRequest<Own>): Omit<AskedOfPreset<Own>, 'isEmbedded' | 'urls'> {
  const apply: AskedOfPreset['apply'] = (base, changed) => applySettings(base, changed as Settings)
  return { settings, own, part, path: pathIn(settings.url), apply, describeChanges }
}

// Each setting replaces the matching field of all scenarios of the documented suite, which nobody has checked yet.
async function adaptDocumented<Own extends object>(
  preset: Preset<Own>,
  target: PresetTarget,
  { settings, part, folder, plugins }: PresetRequest<Own> & { readonly plugins: readonly string[] },
  problems: Problem[],
): Promise<AdaptedSuite> {
  const documentedPath = pathOf(preset.url) ?? '/'
  const documented = preset.suite(target, documentedPath, part)
  const asked = preset.suite(target, pathIn(settings.url) ?? documentedPath, part)
  try {
    const suite = applySettings(asked, { ...settings, url: undefined })
    refuseIdleLoad(settings, baseLoadOf(documented), problems)
    refuseIdleFlags(settings, suite, problems)
    return { suite, changes: describeChanges(documented, suite) }
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

function withPlugins(suite: SuiteConfig, plugins: readonly string[]): SuiteConfig {
  if (plugins.length === 0) return suite
  return { ...suite, tests: suite.tests.map((test) => ({ plugins: plugins.map((module) => ({ module })), ...test })) }
}

function baseLoadOf({ tests }: SuiteConfig): BaseLoad | undefined {
  const loads = tests.flatMap(({ scenarios }) =>
    Object.values(scenarios).flatMap(({ workload }) => (workload !== undefined && 'connections' in workload ? [workload.connections] : [])),
  )
  return loads.length === 0 ? undefined : { connections: Math.max(...loads), of: 'the preset' }
}

function pathIn(urls: string | undefined): string | undefined {
  const all = urls === undefined ? [] : splitUrls(urls)
  return all.map(pathOf).find((each) => each !== undefined)
}

function pathOf(url: string): string | undefined {
  const { pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? undefined : `${pathname}${search}`
}
