import type { SuiteResult } from '@benchpress/core'
import { UsageError, type PresetRun, type Problem } from '@benchpress/core/preset'
import type { ReportSection } from '@benchpress/core/report'
import { markdown, text } from '@benchpress/report'
import { describeLoadError } from '../config-file/import-default.ts'
import { describeError } from '../describe-error.ts'

/** Says which function of a preset failed, why, and where in its code. */
function describeFault(preset: string, name: string, error: unknown): Problem {
  const frame = error instanceof Error ? /^\s+(at .*)$/m.exec(error.stack ?? '')?.[1] : undefined
  return { message: `preset ${preset}: ${name}() failed: ${describeLoadError(error)}`, hint: frame }
}

/** A preset that was run, whose report is made without its sections where these cannot be had; the lines that say why are added to `faults`, once. */
export function withGuardedSections(presetRun: PresetRun | undefined, faults: string[]): PresetRun | undefined {
  if (presetRun === undefined) return undefined
  let told: readonly ReportSection[] | undefined
  const sections = (suite: SuiteResult): readonly ReportSection[] => {
    told ??= askSections(suite, presetRun, faults)
    return told
  }
  // With all else as it is, also what a class gives it.
  const preset: PresetRun['preset'] = Object.assign(Object.create(presetRun.preset) as PresetRun['preset'], { sections })
  return { ...presetRun, preset }
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
    faults.push(...describeError(new UsageError([describeFault(preset.name, 'sections', error)]), false).lines)
    return []
  }
}

function isSections(value: unknown): value is readonly ReportSection[] {
  return Array.isArray(value) && value.every((section) => typeof section?.title === 'string' && isParts(section.parts))
}

function isParts(value: unknown): boolean {
  return Array.isArray(value) && value.every((part) => typeof part === 'object' && part !== null)
}
