// What tests of presets need of the command that runs them: how it plans one, and how it reads flags.
export { readFlags } from '../src/flags/read-flags.ts'
export type { Settings } from '@benchpress/core/preset'
export { planPreset } from '../src/presets/plan-preset.ts'
export type { PreparedPreset } from '@benchpress/presets/run'
