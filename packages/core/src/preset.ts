// What the author of a preset imports, besides the types of configs and results from `@benchpress/core`.

// The contract.
export {
  checkPreset,
  adaptPreset,
  documentedSuite,
  ownValues,
  pathIn,
  withPlugins,
  type AdaptedSuite,
  type SuiteChoices,
} from './preset/adapt-preset.ts'
export {
  definePreset,
  onTarget,
  type FlagSources,
  type KnownRoute,
  type Preset,
  type PresetRun,
  type PresetTarget,
  type StandIn,
  type UnfitFlag,
  type WantedRoutes,
  type WantedSuite,
  type WantedTarget,
} from './preset/define-preset.ts'
export type {
  Claim,
  ClaimJudged,
  Correction,
  DocumentedColumn,
  DocumentedRow,
  DocumentedTable,
  DocumentedUnit,
  Measured,
  OverRuns,
  Place,
  Published,
  RunFacts,
  Source,
  Where,
} from './preset/documented.ts'
export type { Parameter, Parameters, ValuesOf } from './preset/parameter.ts'
export { withoutSecretValues } from './preset/parameter-values.ts'
export { rateColumn, timeColumns } from './preset/columns.ts'
export { MissingPackageError, PresetPackages } from './preset/preset-packages.ts'
export { moduleBeside } from './load/user/import-module.ts'
export { isPresetError, PresetError, UsageError, usageError, type Problem } from './preset/preset-error.ts'

// Flags, and parsers of their texts.
export {
  flag,
  InvalidFlagError,
  last,
  listFlag,
  switchFlag,
  type Flag,
  type FlagContext,
  type FlagFacts,
  type FlagsOf,
  countFlag,
  timeFlag,
  wordFlag,
  parseCount,
  parseTime,
  parseUrl,
  parseWord,
  readBinaryFile,
  readTextFile,
} from './preset/flag.ts'

// The changes by flags, and the differences from the documented test.
export { given, type Given } from './config/unchecked.ts'
export {
  leaveOut,
  scaleCount,
  type Form,
  type Sweep,
  type ThresholdConditions,
  type ConnectionSettings,
  type LoadSettings,
  type PresetSettings,
  type RequestSettings,
  type Settings,
  type SuiteSettings,
} from './preset/settings.ts'
export { applySettings, isRequestScenario, addHeaders, targetOf } from './preset/apply/apply-settings.ts'
export { givenTarget } from './preset/apply/given-target.ts'
export { allUrls, isNamedUrl, namedUrls, splitUrls } from './preset/apply/split-urls.ts'
export { isOpen, isPart, kindOf, type KindOfWorkload } from './preset/apply/apply-to-workload.ts'
export { secondsOfTime } from './preset/apply/describe-changes.ts'
