import type { SuiteConfig } from '../config/config.ts'
import type { ReportCode, ReportSection } from '../result/shape/report-section.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import type { TargetConfig } from '../target/target.ts'
import type { FlagsOf } from './flag.ts'
import type { PresetPackages } from './preset-packages.ts'
import type { PresetSettings } from './settings.ts'

/** How a load test was measured when it was published: the tool, the machine and the figures. */
export interface Publication {
  readonly tool: string
  readonly machine: string
  /** The published figures, run by run; each preset knows what they are. */
  readonly runs: readonly unknown[]
  /** The published figures in words, where they are not those of a number of runs: `the best rows`. */
  readonly what?: string
}

/** A flag of every preset that one preset cannot follow. */
export interface UnfitFlag {
  readonly key: keyof PresetSettings
  readonly because: string
  /** What to do in its place, as a sentence. */
  readonly hint: string
}

/** The flags that make each part of a suite, by the path of the part in the config. */
export type FlagSources = readonly (readonly [path: RegExp, flags: string])[]

/** A route that the target of a preset has, and other programs do not. */
export interface KnownRoute {
  readonly path: string
  /** The statuses that its response may have. Default 200. */
  readonly statuses?: readonly number[]
  /** A text that the body contains; of a body without an end, its beginning. */
  readonly contains: string
  /** The kind of server that has the route, such as `a server with benchmark-service`. */
  readonly of: string
  /** Servers of which one must have the route; without them, the server of the URL. */
  readonly servers?: readonly string[]
}

/** Targets that a preset compares with each other, by the names of its variants; the first is the baseline. */
interface VariantTargets {
  readonly variants: Readonly<Record<string, TargetConfig>>
}

/** The target of a preset: one, or one for each of its variants. */
export type PresetTarget = TargetConfig | VariantTargets

/** What decides which target comes with a preset. */
export interface WantedTarget<Own extends object = object> {
  /** The values of the preset's own flags. */
  readonly own: Own
  /** The part of the preset that is run; `undefined` for all of them. */
  readonly part: string | undefined
}

/** What the user asks of a preset: the flags of every preset, and those of this one. */
export interface AskedOfPreset<Own extends object = object> extends WantedTarget<Own> {
  readonly settings: PresetSettings
  /** The servers that are tested, where the user named them. */
  readonly urls: readonly string[]
  /** Path of the URL that is tested; `undefined` where it has none, or there is no URL. */
  readonly path: string | undefined
  /** Whether the target that comes with the preset is tested, rather than the user's own. */
  readonly isEmbedded: boolean
  /** Puts each given setting in place of the matching field of all scenarios of all tests. */
  readonly apply: (suite: SuiteConfig, settings: PresetSettings) => SuiteConfig
  /** Lists the parameters in which a suite differs from the documented one, such as `duration 30s -> 1s`; secrets are redacted. */
  readonly describeChanges: (documented: SuiteConfig, actual: SuiteConfig) => readonly string[]
}

/** A documented test as the user wants it. */
export interface AdaptedSuite {
  readonly suite: SuiteConfig
  /** The parameters that differ from the documented ones, such as `duration 30s -> 1s`. */
  readonly changes: readonly string[]
}

/** A target that comes with a preset, in place of the one that was measured when the test was published. */
export interface StandIn<Own extends object = object> {
  /** The stand-in in words: what it is, and what it is not. */
  readonly description: string
  /** Loads the target, or several by the names of variants that are compared. With `--url` or a command it is not loaded. */
  load(packages: PresetPackages, wanted: WantedTarget<Own>): Promise<PresetTarget>
  /** Loads the files of its program, to be shown beside the figures. */
  code?(): Promise<readonly ReportCode[]>
}

/**
 * A published load test that can be run again, with its published figures. `benchpress preset` runs it.
 *
 * `Own` has the values of its own flags, and `Notes` is what `listen` returns.
 */
export interface Preset<Own extends object = object, Notes = unknown> {
  /** Name of the preset on the command line. Lower-case letters, digits and `-`, a letter first. */
  readonly name: string
  /** What the preset measures, in one line. */
  readonly title: string
  /** The parts that can be run alone, as `NAME:PART`, each with a few words that describe it. Without a part, all of them are run. */
  readonly parts?: Readonly<Record<string, string>>
  /** The parts that can be run against several servers, given as one target. */
  readonly partsOfServers?: readonly string[]
  /** Where the load test was published, such as a URL. */
  readonly source: string
  readonly documented: Publication
  /** URL at which the target is expected when the user starts it. */
  readonly url: string
  /** Flags that no other preset has. */
  readonly flags?: FlagsOf<Own>
  readonly unfit?: readonly UnfitFlag[]
  /** Environment variables of the published test, each with the variable of benchpress that it stands for, which goes first. */
  readonly variables?: Readonly<Record<string, string>>
  /** The flags that make each part of its suite, where they differ from those of every command. */
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
  /** The target that comes with the preset. Without one the user names a target: `--url`, or a command. */
  readonly standIn?: StandIn<Own>
  /** Starts to collect what the runs report besides their result; `sections` finds what this returns as `notes`. */
  listen?(): Notes
  /** Whether its sections show what each of its many runs measured, so that a report needs no tables of its own for each of them. */
  readonly showsRuns?: boolean
  /** What the publication calls the page of each test in a report folder, by the name of the test; the variant comes before it. Default: as the test. */
  readonly pages?: Readonly<Record<string, string>>
  /** The sections of its report besides those of every report: documented figures and measured ones. */
  sections(suite: SuiteResult, presetRun: PresetRun<Own, Notes>): readonly ReportSection[]
  /** The figures of its sections as data that can be written as JSON, where they are not in the result. */
  findings?(suite: SuiteResult, presetRun: PresetRun<Own, Notes>): unknown
  /** More files of a report folder, by their names. */
  files?(suite: SuiteResult, presetRun: PresetRun<Own, Notes>): Readonly<Record<string, string>>
}

/** A preset that was run, as its report needs it. */
export interface PresetRun<Own extends object = object, Notes = unknown> {
  readonly preset: Preset
  /** The part that was run; `undefined` for all of them. */
  readonly part: string | undefined
  /** Whether the target that comes with the preset was tested, rather than the reader's own. */
  readonly isEmbedded: boolean
  /** The values of the preset's own flags; missing where it has none. */
  readonly own?: Partial<Own>
  /** The flags that make each part of the suite: those that were given, where any of them was. */
  readonly sources?: FlagSources | undefined
  /** The parameters that differ from the documented ones, such as `duration 30s -> 1s`. */
  readonly changes: readonly string[]
  /** The program that was measured; empty when it is not known. */
  readonly code: readonly ReportCode[]
  /** What the runs reported to the preset besides their result. */
  readonly notes?: Notes
}

/**
 * Checks the type of a preset and returns it as it is; the default export of its module.
 *
 * `Own` is what its flags give, by their keys, each of them `undefined` where its flag is not given; `Notes` is what its `listen` returns.
 */
export function definePreset<Own extends object = object, Notes = unknown>(preset: Preset<Own, Notes>): Preset<Own, Notes> {
  return preset
}

/** Puts the tests of a suite that have no target of their own on the given one, or on each of its variants in turns. */
export function onTarget(suite: SuiteConfig, target: PresetTarget): SuiteConfig {
  if (typeof target !== 'string' && 'variants' in target) return { ...suite, variants: target.variants }
  return { ...suite, tests: suite.tests.map((test) => ({ target, ...test })) }
}
