import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { InvalidConfigError } from '../base/errors/benchpress-error.ts'
import type { SuiteConfig } from '../config/config.ts'
import {
  adaptPreset,
  documentedSuite,
  ownValues,
  pathIn,
  withPlugins,
  type AdaptedSuite,
  type SuiteChoices,
  checkPreset,
  checkValues,
} from '../preset/adapt-preset.ts'
import { targetOf } from '../config/change/change-suite.ts'
import type { Settings } from '../config/change/settings.ts'
import { allUrls } from '../config/change/split-urls.ts'
import { givenTarget } from '../preset/given-target.ts'
import { PresetPackages } from '../preset/preset-packages.ts'
import type { KnownRoute, Preset, PresetTarget, WantedTarget } from '../preset/define-preset.ts'
import { planSuite } from '../run/api.ts'
import type { SuitePlan } from '../run/plan-suite.ts'

/** The arguments that a user gives to a preset. */
export interface PresetRequest<Own extends object = object> {
  /** The part after the colon, as in `shop:reads`. Default: all of them. */
  readonly part?: string | undefined
  /** The settings of every preset by their keys, such as `{ duration: '5s', url: 'http://localhost:3000' }`. */
  readonly settings?: Settings
  /** The given values of the preset's own parameters by their keys. */
  readonly own?: Partial<Own>
}

/** The plan of a preset. */
export interface PlannedPreset {
  readonly suite: SuiteConfig
  /** The parameters that differ from the documented ones, such as `duration 30s -> 5s`. */
  readonly changes: readonly string[]
  /** The routes by which a running target is recognised as the one that the preset tests. */
  readonly routes: readonly KnownRoute[]
  /** The checked suite, with what each test would do and for how long. */
  readonly plan: SuitePlan
}

/**
 * Plans a preset as `benchpress preset` does, without starting or sending anything, for the unit tests of its author.
 *
 * Without a URL the preset is planned against the target that comes with it, or against its own URL when it has no target.
 *
 * @throws InvalidConfigError with everything that is wrong with the preset, or with the suite that it makes
 */
export async function planPreset<Own extends object = object>(
  preset: Preset<Own>,
  { part, settings = {}, own = {} }: PresetRequest<Own> = {},
): Promise<PlannedPreset> {
  const issues = [...(await checkPreset(preset)), ...(await checkValues(preset, own))]
  if (issues.length > 0) throw new InvalidConfigError(issues)
  const urls = allUrls(settings.url)
  // The values of flags that are not given are `undefined`.
  const asked = { own: own as Own, settings, urls }
  const wanted: WantedTarget<Own> = { own: ownValues(preset, asked), part }
  const packages = new PresetPackages(process.cwd(), pathToFileURL(join(process.cwd(), 'package.json')).href)
  const target = givenTarget(preset, settings.url, []) ?? (await targetOfPreset(preset, packages, wanted))
  const { suite, changes } = await adapted(preset, target, { ...asked, part })
  const plugins = (preset.plugins?.(part) ?? []).map((name) => packages.resolve(name))
  const whole = withPlugins(suite, plugins)
  const routes = preset.knownRoutes?.({ ...wanted, path: pathIn(urls) }) ?? []
  return { suite: whole, changes, routes, plan: await planSuite(whole) }
}

async function adapted<Own extends object>(preset: Preset<Own>, target: PresetTarget, asked: SuiteChoices<Own>): Promise<AdaptedSuite> {
  try {
    return adaptPreset(preset, target, asked)
  } catch (error) {
    // An invalid suite cannot be changed; its own errors explain more than a failed change.
    await planSuite(documentedSuite(preset, target, asked.part))
    throw error
  }
}

async function targetOfPreset<Own extends object>(
  { standIn, url }: Preset<Own>,
  packages: PresetPackages,
  wanted: WantedTarget<Own>,
): Promise<PresetTarget> {
  return standIn === undefined ? targetOf(url, []) : await standIn.load(packages, wanted)
}
