import type { SuiteConfig, TargetConfig } from '@benchpress/core'
import { applySettings } from '../flags/apply-settings.ts'
import type { Settings } from '../flags/apply-settings.ts'
import { refuseIdleFlags } from '../flags/check-fit.ts'
import { refuseIdleLoad, refuseStartTimeout } from '../flags/check-conflicts.ts'
import type { BaseLoad } from '../flags/check-conflicts.ts'
import type { PresetRun } from '../report/report-options.ts'
import { targetOf } from '../target-of.ts'
import { usageError } from '../usage-error.ts'
import type { Problem } from '../usage-error.ts'
import { describeChanges } from './describe-changes.ts'
import type { CodeFile, Preset } from './preset.ts'

/** A preset with its target and the reader's changes: what is run, and what its report tells of it. */
export interface PresetPlan {
  readonly suite: SuiteConfig
  readonly presetRun: PresetRun
}

/**
 * Plans the run of a preset: against the given command, the given URL, or the target that comes with it.
 *
 * Adds to `problems` what the settings would make of its load that cannot be run.
 *
 * @throws UsageError when that target is not installed
 */
export async function planPreset(
  preset: Preset,
  settings: Settings,
  targetCommand: readonly string[],
  problems: Problem[],
): Promise<PresetPlan> {
  const { target, isEmbedded, code } = await chooseTarget(preset, settings.url, targetCommand)
  const documentedPath = pathOf(preset.url) ?? '/'
  const documented = preset.suite(target, documentedPath)
  const path = settings.url === undefined ? undefined : pathOf(settings.url)
  const suite = applySettings(preset.suite(target, path ?? documentedPath), { ...settings, url: undefined })
  refuseIdleLoad(settings, baseLoadOf(documented), problems)
  refuseIdleFlags(settings, suite, problems)
  refuseStartTimeout(settings, suite, problems)
  return { suite, presetRun: { preset, isEmbedded, changes: describeChanges(documented, suite), code } }
}

interface ChosenTarget {
  readonly target: TargetConfig
  readonly isEmbedded: boolean
  readonly code: readonly CodeFile[]
}

async function chooseTarget(preset: Preset, url: string | undefined, targetCommand: readonly string[]): Promise<ChosenTarget> {
  if (targetCommand.length > 0 || url !== undefined) {
    return { target: targetOf(url ?? preset.url, targetCommand), isEmbedded: false, code: [] }
  }
  try {
    return { target: await preset.loadTarget(), isEmbedded: true, code: await preset.loadCode() }
  } catch (error) {
    const missing = error instanceof Error ? /Cannot find package '([^']+)'/.exec(error.message)?.[1] : undefined
    if (missing === undefined) throw error
    throw usageError(`the target of preset ${preset.name} is not installed`, `Run npm i -D ${missing}, or test a running one with --url.`)
  }
}

function baseLoadOf({ tests }: SuiteConfig): BaseLoad | undefined {
  const loads = tests.flatMap(({ scenarios }) =>
    Object.values(scenarios).flatMap(({ workload }) => ('connections' in workload ? [workload.connections] : [])),
  )
  return loads.length === 0 ? undefined : { connections: Math.max(...loads), of: 'the preset' }
}

function pathOf(url: string): string | undefined {
  const { pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? undefined : `${pathname}${search}`
}
