import type { SuiteConfig } from '../config/config.ts'
import { applySettings } from './apply/apply-settings.ts'
import { describeChanges } from './apply/describe-changes.ts'
import type { AdaptedSuite, AskedOfPreset, Preset, PresetTarget } from './define-preset.ts'
import type { Settings } from './settings.ts'
import type { ConfigIssue } from '../base/errors/benchpress-error.ts'

/** The user's wishes for the suite of a preset. */
export interface AskedSuite<Own extends object> extends Pick<AskedOfPreset<Own>, 'own' | 'part' | 'urls' | 'isEmbedded'> {
  readonly settings: Settings
}

/**
 * Adapts the documented suite of a preset to the user's flags: by its `adapt`, or without one by replacing the matching field of all scenarios with
 * each setting.
 *
 * The suite is not checked here; runs and plans check it.
 */
export function adaptPreset<Own extends object>(preset: Preset<Own>, target: PresetTarget, asked: AskedSuite<Own>): AdaptedSuite {
  const { settings, part, urls } = asked
  const path = pathIn(urls)
  if (preset.adapt !== undefined) return preset.adapt(target, { ...asked, path, apply: applySettings, describeChanges })
  const documented = documentedSuite(preset, target, part)
  const changed = path === undefined ? documented : preset.suite(target, path, part)
  const suite = applySettings(changed, { ...settings, url: undefined })
  return { suite, changes: describeChanges(documented, suite) }
}

/** The suite of a preset as it was published, for a given target. */
export function documentedSuite<Own extends object>(preset: Preset<Own>, target: PresetTarget, part: string | undefined): SuiteConfig {
  return preset.suite(target, pathIn([preset.url]) ?? '/', part)
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
  const { pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? undefined : `${pathname}${search}`
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
  const { presetIssues } = await import('./preset-schema.ts')
  return presetIssues(exported)
}
