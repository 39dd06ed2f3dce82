import type { CodeFile, Preset } from '../presets/preset.ts'

/** What a report tells of a preset that was run. */
export interface PresetRun {
  readonly preset: Preset
  /** Whether the target that comes with the preset was tested, rather than the reader's own. */
  readonly isEmbedded: boolean
  /** The parameters that differ from the documented ones, such as `duration 30s -> 1s`. */
  readonly changes: readonly string[]
  /** The program that was measured; empty when it is not known. */
  readonly code: readonly CodeFile[]
}

/** How much a report tells. */
export interface ReportOptions {
  readonly allPercentiles: boolean
  readonly statusCodes: boolean
  readonly presetRun: PresetRun | undefined
}
