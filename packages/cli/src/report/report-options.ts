import type { PresetRun } from '../presets/preset.ts'

/** How much a report tells. */
export interface ReportOptions {
  readonly allPercentiles: boolean
  readonly statusCodes: boolean
  readonly presetRun: PresetRun | undefined
}
