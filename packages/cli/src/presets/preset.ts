import type { SuiteConfig, SuiteResult, TargetConfig } from '@benchpress/core'
import type { Settings } from '../flags/apply-settings.ts'
import type { FlagsOf } from '../flags/flag.ts'
import type { FlagSources } from '../flags/in-flag-words.ts'
import type { ReportSection } from '../report/report-section.ts'
import type { PresetPackages } from './preset-packages.ts'

/** A file of a program under test, as it is shown in a report. */
export interface CodeFile {
  readonly file: string
  /** Name of the language, for a fenced block. */
  readonly language: string
  readonly code: string
}

/** What was measured with and on when a load test was published. */
interface Publication {
  readonly tool: string
  readonly machine: string
  /** Its figures, run by run; each preset knows what they are. */
  readonly runs: readonly unknown[]
}

/** A flag of every command that a preset cannot follow. */
export interface UnfitFlag {
  readonly key: keyof Settings
  readonly because: string
  /** What to do in its place, as a sentence. */
  readonly hint: string
}

/** What the reader asks for: flags of every preset, and those of this one. */
interface Asked<Own> {
  readonly settings: Settings
  readonly own: Own
  /** Path of the URL that is tested; `undefined` where it has none, or there is no URL. */
  readonly path: string | undefined
}

/** A documented test as the reader wants it. */
export interface AdaptedSuite {
  readonly suite: SuiteConfig
  /** The parameters that differ from the documented ones, such as `duration 30s -> 1s`. */
  readonly changes: readonly string[]
}

/**
 * A published load test that can be run again, with what was published of it.
 *
 * `Own` is what its own flags give.
 */
export interface Preset<Own extends object = object> {
  /** What it is called on the command line. */
  readonly name: string
  readonly title: string
  /** Where it was published. */
  readonly source: string
  readonly documented: Publication
  /** Where its target is expected when the reader starts it. */
  readonly url: string
  /** Flags that no other preset has. */
  readonly flags?: FlagsOf<Own>
  readonly unfit?: readonly UnfitFlag[]
  /** Which flags make which part of its suite, where it is not as for every command. */
  readonly sources?: FlagSources
  /** Modules of the plugins that its journeys use, of packages that are installed beside the command. */
  readonly plugins?: readonly string[]
  /** The test with its documented parameters, against a target. */
  suite(target: TargetConfig, path: string): SuiteConfig
  /** The test as it was asked for. Without it each setting replaces the matching field of all scenarios of the documented one. */
  adapt?(target: TargetConfig, asked: Asked<Own>): AdaptedSuite
  /** What the target is that comes with it, and what it is not. */
  readonly embedded: string
  /** Loads the target that comes with it. */
  loadTarget(packages: PresetPackages, own: Own): Promise<TargetConfig>
  /** Loads the program of that target, to be shown beside its figures. */
  loadCode(): Promise<readonly CodeFile[]>
  /** Starts to hear what the runs tell of themselves beside their result; `sections` finds it as `notes`. */
  listen?(): unknown
  /** What its report says beside what every report does: documented figures and measured ones. */
  sections(suite: SuiteResult, presetRun: PresetRun): readonly ReportSection[]
  /** The same as data, where it is not in the result: what can be written as JSON. */
  findings?(suite: SuiteResult, presetRun: PresetRun): unknown
}

/** What a report tells of a preset that was run. */
export interface PresetRun {
  readonly preset: Preset
  /** Whether the target that comes with the preset was tested, rather than the reader's own. */
  readonly isEmbedded: boolean
  /** The parameters that differ from the documented ones, such as `duration 30s -> 1s`. */
  readonly changes: readonly string[]
  /** The program that was measured; empty when it is not known. */
  readonly code: readonly CodeFile[]
  /** What the runs told the preset beside their result. */
  readonly notes?: unknown
}
