import type { SuiteResult } from '@benchpress/core'
import type { ReportOptions } from './report-options.ts'

/** Writes what a preset has beside the result as JSON: what was published, what was changed, what it found; `undefined` without a preset. */
export function presetJson(suite: SuiteResult, { presetRun }: ReportOptions): string | undefined {
  if (presetRun === undefined) return undefined
  const { preset, part = null, changes } = presetRun
  const { name, source, documented } = preset
  const findings = preset.findings?.(suite, presetRun) ?? null
  return `${JSON.stringify({ name, part, source, documented, changes, findings }, undefined, 2)}\n`
}
