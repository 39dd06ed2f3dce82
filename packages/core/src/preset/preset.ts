import type { SuiteConfig } from '../config/config.ts'
import type { ReportCode, ReportSection } from '../result/shape/report-section.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import type { TargetConfig } from '../target/target.ts'
import type { FlagsOf } from './flag.ts'
import type { PresetPackages } from './preset-packages.ts'
import type { PresetSettings } from './settings.ts'

/** What was measured with and on when a load test was published. */
export interface Publication {
  readonly tool: string
  readonly machine: string
  /** Its figures, run by run; each preset knows what they are. */
  readonly runs: readonly unknown[]
  /** What was published, where that is no number of runs: `the best rows`. */
  readonly what?: string
}

/** A flag of every preset that one preset cannot follow. */
export interface UnfitFlag {
  readonly key: keyof PresetSettings
  readonly because: string
  /** What to do in its place, as a sentence. */
  readonly hint: string
}

/** Which flags make which part of a suite, by its path in the config. */
export type FlagSources = readonly (readonly [path: RegExp, flags: string])[]

/** A route of the target of a preset that other programs do not have. */
export interface KnownRoute {
  readonly path: string
  /** Statuses of which it gives one. Default 200. */
  readonly statuses?: readonly number[]
  /** What the body contains; where the body does not end, what it begins with. */
  readonly contains: string
  /** What is there, as in `a server with benchmark-service`. */
  readonly of: string
  /** Servers of which one must have it; without them it is the one of the URL. */
  readonly servers?: readonly string[]
}

/** Targets that a preset compares with each other, by the names of its variants; the first is the baseline. */
interface VariantTargets {
  readonly variants: Readonly<Record<string, TargetConfig>>
}

/** What a preset is run against: one target, or one for each of its variants. */
export type PresetTarget = TargetConfig | VariantTargets

/** What decides which target comes with a preset. */
export interface WantedTarget<Own extends object = object> {
  /** What the flags of this preset give. */
  readonly own: Own
  /** Which of its parts is run; `undefined` for all of them. */
  readonly part: string | undefined
}

/** What the reader asks of a preset: flags of every preset, and those of this one. */
export interface AskedOfPreset<Own extends object = object> extends WantedTarget<Own> {
  readonly settings: PresetSettings
  /** The servers that are tested, where the reader named them. */
  readonly urls: readonly string[]
  /** Path of the URL that is tested; `undefined` where it has none, or there is no URL. */
  readonly path: string | undefined
  /** Whether the target that comes with the preset is tested, rather than the reader's own. */
  readonly isEmbedded: boolean
  /** Puts each given setting in place of the matching field of all scenarios of all tests. */
  readonly apply: (suite: SuiteConfig, settings: PresetSettings) => SuiteConfig
  /** Lists the parameters in which a suite differs from the documented one, such as `duration 30s -> 1s`; secrets are redacted. */
  readonly describeChanges: (documented: SuiteConfig, actual: SuiteConfig) => readonly string[]
}

/** A documented test as the reader wants it. */
export interface AdaptedSuite {
  readonly suite: SuiteConfig
  /** The parameters that differ from the documented ones, such as `duration 30s -> 1s`. */
  readonly changes: readonly string[]
}

/** A target that comes with a preset, in place of the one that was measured when the test was published. */
export interface StandIn<Own extends object = object> {
  /** What it is, and what it is not. */
  readonly description: string
  /** Loads it, or several by the names of its variants, which are compared. With `--url` or a command it is not loaded. */
  load(packages: PresetPackages, wanted: WantedTarget<Own>): Promise<PresetTarget>
  /** Loads its program, to be shown beside the figures. */
  code?(): Promise<readonly ReportCode[]>
}

/**
 * A published load test that can be run again, with what was published of it. `benchpress preset` runs it.
 *
 * `Own` is what its own flags give.
 */
export interface Preset<Own extends object = object> {
  /** What it is called on the command line. Lower-case letters, digits and `-`, a letter first. */
  readonly name: string
  /** What it measures, in one line. */
  readonly title: string
  /** What can be run of it alone, as `NAME:PART`, each with a few words that say what it is. Without a part all of them are run. */
  readonly parts?: Readonly<Record<string, string>>
  /** Which of its parts can be run against several servers, given as one target. */
  readonly partsOfServers?: readonly string[]
  /** Where it was published. */
  readonly source: string
  readonly documented: Publication
  /** Where its target is expected when the reader starts it. */
  readonly url: string
  /** Flags that no other preset has. */
  readonly flags?: FlagsOf<Own>
  readonly unfit?: readonly UnfitFlag[]
  /** Variables that the document names, each with the one of ours that it stands for; ours goes first. */
  readonly variables?: Readonly<Record<string, string>>
  /** Which flags make which part of its suite, where it is not as for every command. */
  readonly sources?: FlagSources
  /**
   * Modules of the plugins that the journeys of a part, or of all, use, of packages that the reader installs.
   *
   * Every test gets them but those that have `plugins` of their own, which may be none.
   */
  plugins?(part: string | undefined): readonly string[]
  /** The test with its documented parameters, or a part of it, against a target or the variants of one. */
  suite(target: PresetTarget, path: string, part?: string): SuiteConfig
  /** The test as it was asked for. Without it each setting replaces the matching field of all scenarios of the documented one. */
  adapt?(target: PresetTarget, asked: AskedOfPreset<Own>): AdaptedSuite
  /** What a running target must have to be what the preset tests; it is asked before anything is measured. */
  knownRoutes?(asked: Pick<AskedOfPreset<Own>, 'part' | 'path' | 'own'>): readonly KnownRoute[]
  /** The target that comes with it. Without it the reader names one: `--url`, or a command. */
  readonly standIn?: StandIn<Own>
  /** Starts to hear what the runs tell of themselves beside their result; `sections` finds it as `notes`. */
  listen?(): unknown
  /** Whether its sections show what each of its many runs measured, so that a report needs no tables of its own for each of them. */
  readonly showsRuns?: boolean
  /** The sections of its report besides those of every report: documented figures and measured ones. */
  sections(suite: SuiteResult, presetRun: PresetRun): readonly ReportSection[]
  /** The same as data, where it is not in the result: what can be written as JSON. */
  findings?(suite: SuiteResult, presetRun: PresetRun): unknown
  /** More files of a report folder, by their names. */
  files?(suite: SuiteResult, presetRun: PresetRun): Readonly<Record<string, string>>
}

/** What a report tells of a preset that was run. */
export interface PresetRun {
  readonly preset: Preset
  /** The part that was run; `undefined` for all of them. */
  readonly part: string | undefined
  /** Whether the target that comes with the preset was tested, rather than the reader's own. */
  readonly isEmbedded: boolean
  /** What the flags of the preset alone gave; without it nothing. */
  readonly own?: object
  /** Which flags make which part of the suite: those that were given, where any of them was. */
  readonly sources?: FlagSources | undefined
  /** The parameters that differ from the documented ones, such as `duration 30s -> 1s`. */
  readonly changes: readonly string[]
  /** The program that was measured; empty when it is not known. */
  readonly code: readonly ReportCode[]
  /** What the runs told the preset beside their result. */
  readonly notes?: unknown
}

/**
 * Checks the type of a preset and returns it as it is; the default export of its module.
 *
 * `Own` is what its flags give, by their keys, each of them `undefined` where its flag is not given.
 */
export function definePreset<Own extends object = object>(preset: Preset<Own>): Preset<Own> {
  return preset
}

/** Puts the tests of a suite that have no target of their own on the given one, or on each of its variants in turns. */
export function onTarget(suite: SuiteConfig, target: PresetTarget): SuiteConfig {
  if (typeof target !== 'string' && 'variants' in target) return { ...suite, variants: target.variants }
  return { ...suite, tests: suite.tests.map((test) => ({ target, ...test })) }
}
