import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { isPresetError, UsageError, type PresetRun, type Problem } from '@benchpress/core/preset'
import { redactText, messageOf, type ReportSection } from '@benchpress/core/report'
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

/**
 * Finds the data from which a preset makes the sections of its report again: the `preset.json` beside a result, and the preset that it names.
 *
 * Only built-in presets are loaded, since a folder may come from anywhere and must not choose code to be run. `undefined` without a `preset.json`; adds the
 * reason to `faults` where one cannot be used.
 */
export async function findPresetRun(result: string, faults: Problem[]): Promise<PresetRun | undefined> {
  const file = join(dirname(result), 'preset.json')
  if (!existsSync(file)) return undefined
  try {
    const { name, part, changes, run } = JSON.parse(readFileSync(file, 'utf8')) as WrittenPreset
    const { presets } = await import('../index.ts')
    const preset = presets.get(name)
    if (preset === undefined) throw new Error(`${name} is no preset of benchpress, and code that a folder names is not run`)
    const presetRun = { preset, part: part ?? undefined, changes, ...run, notes: run.notes ?? undefined }
    return withGuardedSections(presetRun, faults)
  } catch (error) {
    const cause = messageOf(error)
    faults.push({ message: `the sections of the preset are missing, which ${file} names: ${cause}` })
    return undefined
  }
}

interface WrittenPreset extends Pick<PresetRun, 'changes'> {
  readonly name: string
  readonly part: string | null
  readonly run: Pick<PresetRun, 'isEmbedded' | 'code' | 'notes'> & { readonly own: object }
}
