import type { SuiteConfig, SuiteResult } from '@benchpress/core'
import type { ReportCode, ReportSection } from '@benchpress/core/report'
import type { Settings } from '../flags/apply-settings.ts'
import type { FlagsOf } from '../flags/flag.ts'
import type { FlagSources } from '../flags/in-flag-words.ts'
import type { KnownRoute } from './check-target.ts'
import type { PresetPackages } from './preset-packages.ts'
import type { PresetTarget } from './preset-target.ts'

/** What was measured with and on when a load test was published. */
interface Publication {
  readonly tool: string
  readonly machine: string
  /** Its figures, run by run; each preset knows what they are. */
  readonly runs: readonly unknown[]
  /** What was published, where that is no number of runs: `the best rows`. */
  readonly what?: string
}

/** A flag of every command that a preset cannot follow. */
export interface UnfitFlag {
  readonly key: keyof Settings
  readonly because: string
  /** What to do in its place, as a sentence. */
  readonly hint: string
}

/** What decides which target comes with a preset. */
interface Wanted<Own> {
  /** What the flags of this preset give. */
  readonly own: Own
  /** Which of its parts is run; `undefined` for all of them. */
  readonly part: string | undefined
}

/** What the reader asks for: flags of every preset, and those of this one. */
interface Asked<Own> extends Wanted<Own> {
  readonly settings: Settings
  /** Path of the URL that is tested; `undefined` where it has none, or there is no URL. */
  readonly path: string | undefined
  /** Whether the target that comes with the preset is tested, rather than the reader's own. */
  readonly isEmbedded: boolean
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
   * Modules of the plugins that the journeys of a part, or of all, use, of packages that are installed beside the command.
   *
   * Every test gets them but those that have `plugins` of their own, which may be none.
   */
  plugins?(part: string | undefined): readonly string[]
  /** The test with its documented parameters, or a part of it, against a target or the variants of one. */
  suite(target: PresetTarget, path: string, part?: string): SuiteConfig
  /** The test as it was asked for. Without it each setting replaces the matching field of all scenarios of the documented one. */
  adapt?(target: PresetTarget, asked: Asked<Own>): AdaptedSuite
  /** What a running target must have to be what the preset tests; it is asked before anything is measured. */
  knownRoutes?(asked: Pick<Asked<Own>, 'part' | 'path' | 'own'>): readonly KnownRoute[]
  /** What the target is that comes with it, and what it is not. */
  readonly embedded: string
  /** Loads the target that comes with it, or several by the names of its variants, which are compared. With `--url` or a command there is that one alone. */
  loadTarget(packages: PresetPackages, wanted: Wanted<Own>): Promise<PresetTarget>
  /** Loads the program of that target, to be shown beside its figures. */
  loadCode(): Promise<readonly ReportCode[]>
  /** Starts to hear what the runs tell of themselves beside their result; `sections` finds it as `notes`. */
  listen?(): unknown
  /** Whether its sections tell what each of its many runs measured, so that a report needs no tables of its own for each of them. */
  readonly tellsRuns?: boolean
  /** What its report says beside what every report does: documented figures and measured ones. */
  sections(suite: SuiteResult, presetRun: PresetRun): readonly ReportSection[]
  /** The same as data, where it is not in the result: what can be written as JSON. */
  findings?(suite: SuiteResult, presetRun: PresetRun): unknown
  /** More files of a report folder, by their names. */
  files?(suite: SuiteResult, presetRun: PresetRun): Readonly<Record<string, string>>
}

/** Presets by their names. */
export type Presets = ReadonlyMap<string, Preset>

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
