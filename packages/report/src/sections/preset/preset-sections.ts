import type { SuiteResult } from '@benchpress/core'
import type { ReportSection } from '@benchpress/core/report'
import type { PresetRun } from '@benchpress/core/preset'
import { claimsSection, judgeClaims } from './claims.ts'
import { comparisonLines } from './compared-sides.ts'
import { documentedData, documentedSections } from './documented-tables.ts'

/**
 * The sections of a preset: what its document says and whether it holds, its tables with the measured figures, the preset's own sections, what the document has
 * wrong, and what was compared with what.
 */
export function presetSections(suite: SuiteResult, presetRun: PresetRun): readonly ReportSection[] {
  const make = (): readonly ReportSection[] => sectionsOf(suite, presetRun).map((section) => ({ ...section, kind: 'published' }))
  return presetRun.guard === undefined ? make() : presetRun.guard(make, [])
}

function sectionsOf(suite: SuiteResult, presetRun: PresetRun): readonly ReportSection[] {
  const { preset } = presetRun
  const own = preset.sections === undefined ? [] : preset.sections(suite, presetRun)
  if (!Array.isArray(own)) throw new TypeError('it must return a list of sections, each with a title and a list of parts')
  // A preset without tables shows both sides in sections of its own.
  if (preset.documented === undefined) return own
  const corrections = correctionLines(suite, presetRun)
  return [
    ...claimsSection(judgeClaims(suite, presetRun)),
    ...documentedSections(suite, preset.documented),
    ...own,
    ...(corrections.length === 0 ? [] : [{ title: 'How to read the document', detail: true, parts: [corrections] }]),
    { title: 'What was compared with what', parts: [comparisonLines(suite, presetRun)] },
  ]
}

/** The documented tables, the claims and the corrections of a preset as data; nothing for one that has none. */
export function presetData(suite: SuiteResult, presetRun: PresetRun): object {
  const make = (): object => dataOf(suite, presetRun)
  return presetRun.guard === undefined ? make() : presetRun.guard(make, {})
}

function dataOf(suite: SuiteResult, presetRun: PresetRun): object {
  const { documented } = presetRun.preset
  if (documented === undefined) return {}
  return {
    documented: documentedData(suite, documented),
    claims: judgeClaims(suite, presetRun),
    corrections: correctionLines(suite, presetRun),
  }
}

function correctionLines(suite: SuiteResult, presetRun: PresetRun): readonly string[] {
  const { corrections = [] } = presetRun.preset
  return corrections.flatMap((correction) => (typeof correction === 'string' ? correction : correction(suite, presetRun)))
}
