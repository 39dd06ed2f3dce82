import type { SuiteResult } from '@benchpress/core'
import { isPresetError, UsageError, type PresetRun, type Problem } from '@benchpress/core/preset'
import { redactText, type ReportSection } from '@benchpress/core/report'
import { markdown, text } from '@benchpress/report'
import { describeFault, withMembers } from './named-faults.ts'

/** Makes the report of a preset do without its sections where these fail, and adds the reason to `faults`, once and without secrets. */
export function withGuardedSections(presetRun: PresetRun, faults: Problem[]): PresetRun {
  let told: readonly ReportSection[] | undefined
  const sections = (suite: SuiteResult): readonly ReportSection[] => {
    told ??= askSections(suite, presetRun, faults)
    return told
  }
  return { ...presetRun, preset: withMembers(presetRun.preset, { sections }) }
}

function askSections(suite: SuiteResult, presetRun: PresetRun, faults: Problem[]): readonly ReportSection[] {
  const { preset } = presetRun
  try {
    const sections: unknown = preset.sections(suite, presetRun)
    if (!isSections(sections)) throw new Error('it must return a list of sections, each with a title and a list of parts')
    // Sections are drawn once here, so that a fault in them does not appear while the report is printed.
    for (const draw of [text, markdown]) draw({ title: '', sections })
    return sections
  } catch (error) {
    const problems = isPresetError(error, UsageError) ? error.problems : [describeFault(preset.name, 'sections', error)]
    faults.push(...problems.map(({ message, hint }) => ({ message: redactText(message), hint: hint && redactText(hint) })))
    return []
  }
}

function isSections(value: unknown): value is readonly ReportSection[] {
  return Array.isArray(value) && value.every((section) => typeof section?.title === 'string' && isParts(section.parts))
}

function isParts(value: unknown): boolean {
  return Array.isArray(value) && value.every((part) => typeof part === 'object' && part !== null)
}
