import { readFileSync } from 'node:fs'
import type { PresetRun } from '@benchpress/core/preset'
import { presets } from '@benchpress/presets'
import type { ReportExtras } from '@benchpress/report'
import { extrasOf } from '@benchpress/report/outputs'
import { recordedResult } from '../../report/test/recorded-results.ts'

/** The data of a preset beside its recorded result; `undefined` for the result of any other test. */
export function recordedPresetRun(name: string): PresetRun | undefined {
  const preset = presets.get(name)
  if (preset === undefined) return undefined
  const file = new URL(`../../report/test/recorded/${name}.preset.json`, import.meta.url)
  return { ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<PresetRun, 'preset'>), preset }
}

/** Everything that the report of a recorded result shows besides the result, such as the command that made it. */
export function recordedExtras(name: string): ReportExtras {
  return extrasOf(recordedResult(name), { allPercentiles: false, statusCodes: false, presetRun: recordedPresetRun(name) })
}
