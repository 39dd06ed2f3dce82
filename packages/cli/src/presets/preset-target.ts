import type { SuiteConfig, TargetConfig } from '@benchpress/core'

/** Targets that a preset compares with each other, by the names of its variants; the first is the baseline. */
interface VariantTargets {
  readonly variants: Readonly<Record<string, TargetConfig>>
}

/** What a preset is run against: one target, or one for each of its variants. */
export type PresetTarget = TargetConfig | VariantTargets

/** Puts the tests of a suite that have no target of their own on the given one, or on each of its variants in turns. */
export function onTarget(suite: SuiteConfig, target: PresetTarget): SuiteConfig {
  if (typeof target !== 'string' && 'variants' in target) return { ...suite, variants: target.variants }
  return { ...suite, tests: suite.tests.map((test) => ({ target, ...test })) }
}
