import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PresetRun } from '@benchpress/core/preset'
import { printable } from '@benchpress/report/texts'
import { withGuardedSections } from '../presets/guarded-sections.ts'
import { findKnownPresets } from '../presets/known-presets.ts'

/**
 * Finds what a preset needs to make the sections of its report again: the `preset.json` of the folder of a result, and the preset that it names.
 *
 * Only presets of benchpress are loaded: a folder may come from anywhere, and must not say what code is run. `undefined` without one; where there is one that cannot be used, a line that says why is added to `told`.
 */
export async function findPresetRun(result: string, cwd: string, told: string[]): Promise<PresetRun | undefined> {
  const file = join(dirname(result), 'preset.json')
  if (!existsSync(file)) return undefined
  try {
    const { name, part, changes, run } = JSON.parse(readFileSync(file, 'utf8')) as WrittenPreset
    const preset = (await findKnownPresets(['presets'], cwd)).presets.get(name)
    if (preset === undefined) throw new Error(`${name} is no preset of benchpress, and code that a folder names is not run`)
    const presetRun = { preset, part: part ?? undefined, changes, ...run, notes: run.notes ?? undefined }
    return withGuardedSections(presetRun, told)
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    told.push(printable(`benchpress: the sections of the preset are missing, which ${file} names: ${cause}`))
    return undefined
  }
}

/** What `preset.json` of a report folder has. */
interface WrittenPreset extends Pick<PresetRun, 'changes'> {
  readonly name: string
  readonly part: string | null
  readonly run: Pick<PresetRun, 'isEmbedded' | 'code' | 'notes'> & { readonly own: object }
}
