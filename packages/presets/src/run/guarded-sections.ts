import { isPresetError, UsageError, type PresetRun, type Problem } from '@benchpress/core/preset'
import { redactText, type ReportSection } from '@benchpress/core/report'
import { markdown, text } from '@benchpress/report'
import { describeFault } from './named-faults.ts'

/** Makes the report of a preset do without what fails of it, and adds the reason to `faults`, once and without secrets. */
export function withGuardedSections(presetRun: PresetRun, faults: Problem[]): PresetRun {
  const { name } = presetRun.preset
  const guard: NonNullable<PresetRun['guard']> = (make, otherwise) => {
    try {
      const made = make()
      if (Array.isArray(otherwise)) check(made)
      return made
    } catch (error) {
      const problems = isPresetError(error, UsageError) ? error.problems : [describeFault(name, 'sections', error)]
      for (const { message, hint } of problems) {
        const fault = { message: redactText(message), hint: hint && redactText(hint) }
        if (!faults.some((known) => known.message === fault.message)) faults.push(fault)
      }
      return otherwise
    }
  }
  return { ...presetRun, guard }
}

function check(sections: unknown): void {
  if (!isSections(sections)) throw new Error('it must return a list of sections, each with a title and a list of parts')
  // Sections are drawn once here, so that a fault in them does not appear while the report is printed.
  for (const draw of [text, markdown]) draw({ title: '', sections })
}

function isSections(value: unknown): value is readonly ReportSection[] {
  return Array.isArray(value) && value.every((section) => typeof section?.title === 'string' && isParts(section.parts))
}

function isParts(value: unknown): boolean {
  return Array.isArray(value) && value.every((part) => typeof part === 'object' && part !== null)
}
