// What the author of a preset imports, besides the types of configs and results from `@benchpress/core`.

// The contract.
export {
  checkPreset,
  checkValues,
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

// Changes of a suite as data.
export { given, isPart, type Given } from './config/unchecked.ts'
export { scaleCount, type Settings, type Sweep } from './config/change/settings.ts'
export { applySettings, isRequestScenario, addHeaders, targetOf } from './config/change/change-suite.ts'
export { allUrls, isNamedUrl, namedUrls, splitUrls } from './config/change/split-urls.ts'
export { isOpen, kindOf } from './config/change/change-workload.ts'
export { givenTarget } from './preset/given-target.ts'
