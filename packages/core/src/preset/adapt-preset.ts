import type { SuiteConfig } from '../config/config.ts'
import { applySettings } from './apply/apply-settings.ts'
import { describeChanges } from './apply/describe-changes.ts'
import type { AdaptedSuite, AskedOfPreset, Preset, PresetTarget } from './define-preset.ts'
import type { Settings } from './settings.ts'
import type { ConfigIssue } from '../base/errors/benchpress-error.ts'

/** What the user asks of the suite of a preset. */
export interface AskedSuite<Own extends object> extends Pick<AskedOfPreset<Own>, 'own' | 'part' | 'urls' | 'isEmbedded'> {
  readonly settings: Settings
}

/**
 * Makes of the documented suite of a preset what the user asks for: as its `adapt` says, and without one with each setting in place of the matching field of all
 * scenarios.
 *
 * The suite is not checked; a run and a plan do that.
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

/** The suite of a preset as it was published, against a target. */
export function documentedSuite<Own extends object>(preset: Preset<Own>, target: PresetTarget, part: string | undefined): SuiteConfig {
  return preset.suite(target, pathIn([preset.url]) ?? '/', part)
}

/** Gives the tests of a suite that have no plugins of their own those of the preset, by the URLs of their modules. */
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
 * Finds everything that is wrong with what a module exports as a preset; nothing for a preset.
 *
 * What its functions return is not checked: a run checks its suite as it does every config.
 */
export async function checkPreset(exported: unknown): Promise<readonly ConfigIssue[]> {
  const named = typeof exported === 'object' && exported !== null
  if (!named) return [{ path: '', message: 'the default export is no preset', hint: 'write `export default definePreset({ … })`' }]
  // With the library of schemas, which the presets themselves and their journeys do not need.
  const { presetIssues } = await import('./preset-schema.ts')
  return presetIssues(exported)
}
