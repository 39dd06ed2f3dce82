import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PresetRun, Problem } from '@benchpress/core/preset'
import { messageOf } from '@benchpress/core/report'
import { withGuardedSections } from './guarded-sections.ts'

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

/** The contents of `preset.json` in a report folder, as far as they are read. */
interface WrittenPreset extends Pick<PresetRun, 'changes'> {
  readonly name: string
  readonly part: string | null
  readonly run: Pick<PresetRun, 'isEmbedded' | 'code' | 'notes'> & { readonly own: object }
}
