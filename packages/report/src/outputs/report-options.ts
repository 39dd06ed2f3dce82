import type { SuiteResult } from '@benchpress/core'
import type { ReportExtras } from '../extras.ts'
import type { PresetRun } from '@benchpress/core/preset'
import { redactText, type ReportSection } from '@benchpress/core/report'
import { toJson } from '../format/texts.ts'

/** How much a report tells. */
export interface ReportOptions {
  readonly allPercentiles: boolean
  readonly statusCodes: boolean
  readonly presetRun: PresetRun | undefined
  /** What the result was compared with. */
  readonly against?: readonly ReportSection[] | undefined
}

/** What a report tells beside the result, with what a preset adds to it. */
export function extrasOf(suite: SuiteResult, { allPercentiles, statusCodes, presetRun, against = [] }: ReportOptions): ReportExtras {
  if (presetRun === undefined) return { allPercentiles, statusCodes, against }
  const { preset, code } = presetRun
  const sections = preset.sections(suite, presetRun)
  const { showsRuns, pages = {} } = preset
  return { allPercentiles, statusCodes, against, code, sections, showsRuns: showsRuns === true && sections.length > 0, pages }
}

/**
 * Writes what a preset has beside the result as JSON: what was published, what was changed, what it found, and what its report is made again of;
 * `undefined` without a preset.
 */
export function presetJson(suite: SuiteResult, { presetRun }: ReportOptions): string | undefined {
  if (presetRun === undefined) return undefined
  const { preset, part = null, changes, isEmbedded, own = {}, code, notes = null } = presetRun
  const { name, source, documented } = preset
  const findings = preset.findings?.(suite, presetRun) ?? null
  // What a flag was given, or a run reported, can hold a secret.
  const withoutSecrets = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? redactText(each) : each)))
  const run = { isEmbedded, own: withoutSecrets(own), code, notes: withoutSecrets(notes) }
  return `${toJson({ name, part, source, documented, changes, findings, run }, 2)}\n`
}
