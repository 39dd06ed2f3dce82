// Entry for running a preset, built-in or third-party: it finds and loads presets, prepares their runs, checks their targets, and makes reports do without
// sections that fail.
export { checkTarget } from './run/check-target.ts'
export { findPresetRun } from './run/find-preset-run.ts'
export { findPreset, isElsewhere, loadPreset, type LoadedPreset, type NamedPreset } from './run/load-preset.ts'
export { preparePreset, type PreparedPreset, type WantedPreset } from './run/prepare-preset.ts'
export { withGuardedSections } from './run/guarded-sections.ts'
export { inTheirNames, withVariables } from './run/preset-variables.ts'
