import type { SuiteResult } from '@benchpress/core'
import type { ReportExtras } from '../extras.ts'
import type { PresetRun } from '@benchpress/core/preset'
import { redactText, type ReportSection } from '@benchpress/core/report'
import { toJson } from '../format/texts.ts'

/** The options of a report. */
export interface ReportOptions {
  readonly allPercentiles: boolean
  readonly statusCodes: boolean
  readonly presetRun: PresetRun | undefined
  /** Sections of a comparison with a baseline. */
  readonly against?: readonly ReportSection[] | undefined
}

/** The extra contents of a report, including those of a preset. */
export function extrasOf(suite: SuiteResult, { allPercentiles, statusCodes, presetRun, against = [] }: ReportOptions): ReportExtras {
  if (presetRun === undefined) return { allPercentiles, statusCodes, against }
  const { preset, code } = presetRun
  const sections = preset.sections(suite, presetRun)
  const { showsRuns, pages = {} } = preset
  return { allPercentiles, statusCodes, against, code, sections, showsRuns: showsRuns === true && sections.length > 0, pages }
}

/**
 * Writes the data of a preset as JSON: what was published, the changes, the findings, and the data to make its report again; `undefined` without a preset.
 */
export function presetJson(suite: SuiteResult, { presetRun }: ReportOptions): string | undefined {
  if (presetRun === undefined) return undefined
  const { preset, part = null, changes, isEmbedded, own = {}, code, notes = null } = presetRun
  const { name, source, documented } = preset
  const findings = preset.findings?.(suite, presetRun) ?? null
  // The value of a flag, or a text that a run reported, can contain a secret.
  const withoutSecrets = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? redactText(each) : each)))
  const run = { isEmbedded, own: withoutSecrets(own), code, notes: withoutSecrets(notes) }
  return `${toJson({ name, part, source, documented, changes, findings, run }, 2)}\n`
}
