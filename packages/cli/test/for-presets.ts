// The functions of the command that tests of presets need: planning one, and reading flags.
export { readFlags } from '../src/flags/read-flags.ts'
export type { Settings } from '@benchpress/core/preset'
export { planPreset } from '../src/presets/plan-preset.ts'
export type { PreparedPreset } from '@benchpress/presets/run'
