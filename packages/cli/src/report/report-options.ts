import type { SuiteResult } from '@benchpress/core'
import type { ReportExtras } from '@benchpress/report'
import type { PresetRun } from '@benchpress/core/preset'

/** How much a report tells. */
export interface ReportOptions {
  readonly allPercentiles: boolean
  readonly statusCodes: boolean
  readonly presetRun: PresetRun | undefined
}

/** What a report tells beside the result, with what a preset adds to it. */
export function extrasOf(suite: SuiteResult, { allPercentiles, statusCodes, presetRun }: ReportOptions): ReportExtras {
  if (presetRun === undefined) return { allPercentiles, statusCodes }
  const { preset, code } = presetRun
  const sections = preset.sections(suite, presetRun)
  return { allPercentiles, statusCodes, code, sections, showsRuns: preset.showsRuns === true && sections.length > 0 }
}

/** Writes what a preset has beside the result as JSON: what was published, what was changed, what it found; `undefined` without a preset. */
export function presetJson(suite: SuiteResult, { presetRun }: ReportOptions): string | undefined {
  if (presetRun === undefined) return undefined
  const { preset, part = null, changes } = presetRun
  const { name, source, documented } = preset
  const findings = preset.findings?.(suite, presetRun) ?? null
  return `${JSON.stringify({ name, part, source, documented, changes, findings }, undefined, 2)}\n`
}
