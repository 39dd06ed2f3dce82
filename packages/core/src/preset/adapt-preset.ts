import type { SuiteConfig } from '../config/config.ts'
import { applySettings } from '../config/change/change-suite.ts'
import type { Settings } from '../config/change/settings.ts'
import { describeChanges } from './describe-changes.ts'
import { onTarget } from './define-preset.ts'
import type { Preset, PresetTarget, WantedSuite, WantedTarget } from './define-preset.ts'
import { usageError } from './preset-error.ts'
import { describeValues, settingsBeside, valuesOf } from './parameter-values.ts'
import type { ConfigIssue } from '../base/errors/benchpress-error.ts'

/** The user's wishes for the suite of a preset. */
export interface SuiteChoices<Own extends object> extends WantedTarget<Own> {
  readonly settings: Settings
  /** The servers that are tested, if the user named them. */
  readonly urls: readonly string[]
}

/** A documented suite, adapted to the user's flags. */
export interface AdaptedSuite {
  readonly suite: SuiteConfig
  /** The parameters that differ from the documented ones, such as `duration 30s -> 1s`. */
  readonly changes: readonly string[]
}

/**
 * Makes the suite of a preset as a user asks for it, and lists its differences from the documented one: by the values of its parameters, then by replacing the
 * matching field of all scenarios with each other setting.
 *
 * The suite is not checked here; runs and plans check it.
 *
 * @throws UsageError for a URL with a path where the documented one has none
 */
export function adaptPreset<Own extends object>(preset: Preset<Own>, target: PresetTarget, asked: SuiteChoices<Own>): AdaptedSuite {
  const { settings, part, urls } = asked
  const path = pathIn(urls)
  const { parameters = {} } = preset
  if (path !== undefined && !takesPath(preset))
    throw usageError('URL: the paths are those of the preset', `Give it without a path, as in ${preset.url}.`)
  const own = ownValues(preset, asked)
  const suiteAt = (at: string): SuiteConfig => suiteOf(preset, { target, path: at, part, own })
  const suite = applySettings(suiteAt(path ?? documentedPath(preset)), settingsBeside(parameters, settings))
  const changes = [...describeChanges(suiteAt(documentedPath(preset)), suite), ...describeValues(parameters, own as Values)]
  return { suite, changes }
}

function takesPath({ url, parameters = {} }: Pick<Preset, 'url' | 'parameters'>): boolean {
  return pathIn([url]) !== undefined || Object.values(parameters).some(({ setting }) => setting === 'path')
}

type Values = Readonly<Record<string, unknown>>

/** The values of the parameters of a preset. */
export function ownValues<Own extends object>(
  { parameters = {} }: Preset<Own>,
  { settings, own, urls }: Pick<SuiteChoices<Own>, 'settings' | 'own' | 'urls'>,
): Own {
  return valuesOf(parameters, { own, settings, path: pathIn(urls) }) as Own
}

/** The suite of a preset as it was published, for a given target. */
export function documentedSuite<Own extends object>(preset: Preset<Own>, target: PresetTarget, part?: string): SuiteConfig {
  const own = ownValues(preset, { settings: {}, own: {} as Own, urls: [] })
  return suiteOf(preset, { target, path: documentedPath(preset), part, own })
}

function suiteOf<Own extends object>(preset: Preset<Own>, wanted: WantedSuite<Own>): SuiteConfig {
  return onTarget(preset.suite(wanted), wanted.target)
}

function documentedPath({ url }: Pick<Preset, 'url'>): string {
  return pathIn([url]) ?? '/'
}

/** Adds the plugins of the preset, by the URLs of their modules, to the tests of a suite that have no plugins of their own. */
export function withPlugins(suite: SuiteConfig, modules: readonly string[]): SuiteConfig {
  if (modules.length === 0) return suite
  return { ...suite, tests: suite.tests.map((test) => ({ plugins: modules.map((module) => ({ module })), ...test })) }
}

/** Path and query of the first URL that has any. */
export function pathIn(urls: readonly string[]): string | undefined {
  return urls.map(pathOf).find((path) => path !== undefined)
}

function pathOf(url: string): string | undefined {
  // A URL that is none is reported by the check of the suite.
  const { pathname = '/', search = '' } = URL.parse(url) ?? {}
  return pathname === '/' && search === '' ? undefined : `${pathname}${search}`
}

/** Finds everything that is wrong with the given values of the parameters of a preset, each problem with the key of its parameter. */
export async function checkValues({ parameters = {} }: Pick<Preset, 'parameters'>, own: object): Promise<readonly ConfigIssue[]> {
  return (await import('./preset-schema.ts')).valueIssues(parameters, own)
}

/**
 * Finds everything that is wrong with a preset that a module exports; empty for a valid one.
 *
 * The results of its functions are not checked here: a run checks the suite like every config.
 */
export async function checkPreset(exported: unknown): Promise<readonly ConfigIssue[]> {
  const named = typeof exported === 'object' && exported !== null
  if (!named) return [{ path: '', message: 'the default export is no preset', hint: 'write `export default definePreset({ … })`' }]
  // Loaded with the schema library, which presets and their journeys do not need.
  return (await import('./preset-schema.ts')).presetIssues(exported)
}
