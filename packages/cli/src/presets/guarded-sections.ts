import type { SuiteResult } from '@benchpress/core'
import { isPresetError, UsageError, type PresetRun } from '@benchpress/core/preset'
import type { ReportSection } from '@benchpress/core/report'
import { markdown, text } from '@benchpress/report'
import { describeError } from '../describe-error.ts'
import { describeFault, withMembers } from './named-faults.ts'

/** A preset that was run, whose report is made without its sections where these cannot be had; the lines that say why are added to `faults`, once. */
export function withGuardedSections(presetRun: PresetRun, faults: string[]): PresetRun {
  let told: readonly ReportSection[] | undefined
  const sections = (suite: SuiteResult): readonly ReportSection[] => {
    told ??= askSections(suite, presetRun, faults)
    return told
  }
  return { ...presetRun, preset: withMembers(presetRun.preset, { sections }) }
}

function askSections(suite: SuiteResult, presetRun: PresetRun, faults: string[]): readonly ReportSection[] {
  const { preset } = presetRun
  try {
    const sections: unknown = preset.sections(suite, presetRun)
    if (!isSections(sections)) throw new Error('it must return a list of sections, each with a title and a list of parts')
    // What cannot be drawn must not be found while the report is printed.
    for (const draw of [text, markdown]) draw({ title: '', sections })
    return sections
  } catch (error) {
    const fault = isPresetError(error, UsageError) ? error : new UsageError([describeFault(preset.name, 'sections', error)])
    faults.push(...describeError(fault, false).lines)
    return []
  }
}

function isSections(value: unknown): value is readonly ReportSection[] {
  return Array.isArray(value) && value.every((section) => typeof section?.title === 'string' && isParts(section.parts))
}

function isParts(value: unknown): boolean {
  return Array.isArray(value) && value.every((part) => typeof part === 'object' && part !== null)
}
