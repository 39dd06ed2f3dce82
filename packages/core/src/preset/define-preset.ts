import type { Settings } from '../config/change/settings.ts'
import { hasNoTarget, type SuiteConfig } from '../config/config.ts'
import type { ReportCode, ReportSection } from '../result/shape/report-section.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import type { TargetConfig } from '../target/target.ts'
import type { Claim, Correction, DocumentedTable, RunFacts, Source } from './documented.ts'
import type { Parameters, ValuesOf } from './parameter.ts'
import type { PresetPackages } from './preset-packages.ts'

/** A setting of every command that one preset does not support. */
export interface UnfitFlag {
  readonly key: keyof Settings
  readonly because: string
  /** What to do instead, as a sentence. */
  readonly hint: string
}

/** A route by which the target of a preset is recognised, because other programs do not have it. */
export interface KnownRoute {
  readonly path: string
  /** A method other than GET is requested without a body, and must change nothing then. */
  readonly method?: string
  /** The statuses that its response may have. Default 200. */
  readonly statuses?: readonly number[]
  /** A text that the body contains, or the beginning of an endless body. */
  readonly contains: string
  /** The kind of server that has the route, such as `a server with benchmark-service`. */
  readonly of: string
  /** What to do where the route is missing. Default: to give the URL of such a server. */
  readonly hint?: string
  /** The variant whose servers have the route, where only one has. A URL without a name counts as any. */
  readonly variant?: string
}

/** Targets that a preset compares with each other, by the names of its variants; the first is the baseline. */
interface VariantTargets {
  readonly variants: Readonly<Record<string, TargetConfig>>
}

/** The target of a preset: one, or one for each of its variants. */
export type PresetTarget = TargetConfig | VariantTargets

/** The choices that decide which target comes with a preset. */
export interface WantedTarget<Own extends object = object> {
  /** The values of the preset's own parameters. */
  readonly own: Own
  /** The part of the preset that is run; `undefined` for all parts. */
  readonly part: string | undefined
}

/** What a suite is made for. */
export interface WantedSuite<Own extends object = object> extends WantedTarget<Own> {
  readonly target: PresetTarget
  /** Path of the URL that is tested, or of the preset's `url`. */
  readonly path: string
}

/** The choices that decide which routes a running target must have. */
export interface WantedRoutes<Own extends object = object> extends WantedTarget<Own> {
  /** Path of the URL that is tested; `undefined` without a path or a URL. */
  readonly path: string | undefined
}

/** A target that comes with a preset, as a replacement for the one that was measured for the publication. */
export interface StandIn<Own extends object = object> {
  /** Description of the stand-in: what it is, and what it is not. */
  readonly description: string
  /** Loads the target, or the compared targets by the names of their variants. Not called with `--url` or a command. */
  load(packages: PresetPackages, wanted: WantedTarget<Own>): Promise<PresetTarget>
  /** Loads the source files of the target, which the report shows. */
  code?(): Promise<readonly ReportCode[]>
}

/**
 * A published load test that `benchpress preset` runs again, with its published figures, as data.
 *
 * Declare what the document has, and leave the rest out: its `parameters`, of which the command makes flags; its tables in `documented`, each row with its
 * published figures and the place at which they are measured; what it says in `claims`, each with its rule; what it has wrong in `corrections`. Every report of
 * the preset shows these before the figures of the runs, and `preset.json` has them as data. A new figure of the document is one line in a table:
 *
 * ```ts
 * export default definePreset({
 *   name: 'shop',
 *   title: 'A shop: lists of items, 50 connections for 30 s',
 *   source: { url: 'https://example.com/how-fast-is-our-shop', tool: 'wrk', machine: 'a laptop with 8 cores' },
 *   parameters: { pageSize: { kind: 'count', says: 'items of a list', default: 20 } },
 *   url: 'http://localhost:3000',
 *   suite: ({ own }) => ({
 *     name: 'shop',
 *     tests: [{ name: 'reads', scenarios: { reads: { request: { path: `/items?size=${own.pageSize}` }, workload: { connections: 50, duration: '30s' } } } }],
 *   }),
 *   documented: [
 *     {
 *       title: 'Documented and measured',
 *       columns: [rateColumn('Requests/s'), ...timeColumns({ '50%': 'p50', '99%': 'p99' })],
 *       rows: [{ name: 'lists', where: { scenario: 'reads' }, documented: { 'Requests/s': 12_400, '50%': 3.9, '99%': 9.8 } }],
 *     },
 *   ],
 *   claims: [{ says: 'a list takes less than 10 ms', rule: ({ tests }) => … }],
 *   corrections: ['The published average is that of the fastest run.'],
 * })
 * ```
 *
 * Gates are `thresholds` of the suite. The flags of every command change the matching fields of the suite, except those that a parameter stands for (`setting`).
 *
 * `Own` is the type of the values of its parameters, and `Notes` the type of what `listen` returns.
 */
export interface Preset<Own extends object = object, Notes = unknown> {
  /** Name of the preset on the command line. Lower-case letters, digits and `-`, a letter first. */
  readonly name: string
  /** What the preset measures, in one line. */
  readonly title: string
  /** The parts that can be run alone, as `NAME:PART`, each with a short description. Without a part, all parts with a load are run. */
  readonly parts?: Readonly<Record<string, string>>
  /** The parts that can be run against several servers, given as one target. */
  readonly partsOfServers?: readonly string[]
  /** The number of servers of the cluster that was published; a run on another number says so. */
  readonly servers?: number
  /** The variants that the document compares, the baseline first. A user names them to compare targets of their own: `--url one=URL --url many=URL`. */
  readonly variants?: readonly string[]
  /** Where and how the load test was published. */
  readonly source: Source
  /** URL at which the target is expected when the user starts it. */
  readonly url: string
  /** The parameters of the published test, of which the command makes flags. */
  readonly parameters?: Parameters
  /** The tables of the document, with the place of each figure in a result. */
  readonly documented?: readonly DocumentedTable[]
  /** What the document says, each with the rule that decides it. */
  readonly claims?: readonly Claim[]
  /** What the document has wrong. */
  readonly corrections?: readonly Correction[]
  readonly unfit?: readonly UnfitFlag[]
  /** Environment variables of the published test, each with the variable of benchpress that it stands for and that takes precedence. */
  readonly variables?: Readonly<Record<string, string>>
  /**
   * Modules of the plugins that the journeys of a part, or of all parts, use, from packages that the user installs.
   *
   * Every test gets these plugins unless it has its own `plugins`, which may be empty.
   */
  plugins?(part: string | undefined): readonly string[]
  /** Makes the suite, or a part of it, with the given values of its parameters. Tests without a target are run on the wanted one. */
  suite(wanted: WantedSuite<Own>): SuiteConfig
  /**
   * Returns how to measure a part that sends no load, such as functions in this process; `undefined` for any other part.
   *
   * Such a part is not in `suite`, and is run only by its name. The signal aborts when the command is interrupted.
   */
  local?(part: string, own: Own): ((signal: AbortSignal) => Promise<readonly ReportSection[]>) | undefined
  /** The routes by which a running target is recognised as the one that the preset tests; they are requested before anything is measured. */
  knownRoutes?(asked: WantedRoutes<Own>): readonly KnownRoute[]
  /** The target that comes with the preset. Without one the user must give `--url` or a command. */
  readonly standIn?: StandIn<Own>
  /** Starts to collect what the runs report besides their result; `sections` gets the returned value as `notes`. */
  listen?(): Notes
  /** Whether its sections show the figures of each of many runs, so that a report has no tables for every run. */
  readonly showsRuns?: boolean
  /** Names of the pages in a report folder by the name of the test, as the publication calls them; the variant is put before it. Default: the name of the test. */
  readonly pages?: Readonly<Record<string, string>>
  /** Makes more sections of its report, which stand after its documented tables. */
  sections?(suite: SuiteResult, presetRun: PresetRun<Own, Notes>): readonly ReportSection[]
  /** Returns the figures of these sections that are not in the result, as data for JSON. */
  findings?(suite: SuiteResult, presetRun: PresetRun<Own, Notes>): unknown
  /** Returns more files of a report folder, by their names. */
  files?(suite: SuiteResult, presetRun: PresetRun<Own, Notes>): Readonly<Record<string, string>>
}

/** The facts of a run of a preset that its report needs. */
export interface PresetRun<Own extends object = object, Notes = unknown> extends RunFacts<Own, Notes> {
  readonly preset: Preset
  /** The parameters that differ from the documented ones, such as `duration 30s -> 1s`. */
  readonly changes: readonly string[]
  /** The source files of the measured program; empty when they are unknown. */
  readonly code: readonly ReportCode[]
  /** Makes what the preset adds to a report, or returns `otherwise` and reports the fault where the preset fails. Default: the fault is thrown. */
  readonly guard?: <Value>(make: () => Value, otherwise: Value) => Value
}

/**
 * Checks the type of a preset and returns it as it is; the default export of its module.
 *
 * The values of its `parameters` have the types of their kinds, or those of `Own`, where they are declared elsewhere: `ValuesOf<typeof parameters>` of parameters
 * that are written `as const`. `Notes` is the type of what its `listen` returns.
 */
export function definePreset<const All extends Parameters, Notes = unknown>(
  preset: Preset<ValuesOf<All>, Notes> & { readonly parameters: All },
): Preset<ValuesOf<All>, Notes>
export function definePreset<Own extends object = object, Notes = unknown>(preset: Preset<Own, Notes>): Preset<Own, Notes>
export function definePreset<Own extends object = object, Notes = unknown>(preset: Preset<Own, Notes>): Preset<Own, Notes> {
  return preset
}

/** Returns a suite whose tests that have no target of their own run on the given target, or in turns on each of its variants; one with variants, or without such tests, is left as it is. */
export function onTarget(suite: SuiteConfig, target: PresetTarget): SuiteConfig {
  if (suite.variants !== undefined || !suite.tests.some(hasNoTarget)) return suite
  if (typeof target !== 'string' && 'variants' in target) return { ...suite, variants: target.variants }
  return { ...suite, tests: suite.tests.map((test) => ({ target, ...test })) }
}
