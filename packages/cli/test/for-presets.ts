// What tests of presets need of the command: planning one.
export type { Settings } from '@benchpress/core/preset'
export { planOfPreset } from '../src/presets/plan-preset.ts'
export type { PreparedPreset } from '@benchpress/presets/run'
