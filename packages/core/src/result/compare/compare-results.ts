import type { Environment, SuiteResult } from '../shape/result.ts'
import { alignSides, runsToCompare, doubtOfSearch, type DifferenceKind, type SideDifference, findSuspectSides } from './side-differences.ts'
import { compareRuns, leastRuns, settingsOf, type RunsComparison } from './compare-runs.ts'
import { withDoubt, causeNotRun } from './doubtful-run.ts'
import { judgeRegressions, type JudgedRegression } from './judge-regression.ts'
import { measurableIn, parseRegression } from './parse-regression.ts'
import { readConditions, type ReadSide } from './read-figure.ts'
import { doubtOfFailures, findPartsApart } from './failure-shares.ts'
import {
  figureOfSearch,
  figuresOfRun,
  keyOfFigure,
  requestsIn,
  requestsOf,
  withoutOnlyEndpoints,
  type FigureOfSides,
  type RunFigure,
} from './run-figures.ts'
import { doubtfulRuns, nameOf, nameOfTest, runsByTest } from './runs-of-test.ts'

/** One figure of two sides, with its value in each run, compared. */
export interface FigureComparison extends RunsComparison, FigureOfSides {}

/** A side of a comparison. */
export interface ComparedSide {
  /** Name of the side, such as `base` or `head`. */
  readonly name: string
  /** What was measured, where the environment does not show it: the URL, the command or the commit of the target. */
  readonly of?: string
  /** The environment of the first result of the side; `null` for a baseline, which keeps only the part that has to be alike. */
  readonly environment: Environment | null
  /** The number of runs of each test. */
  readonly runs: number
}

/** Why a comparison of two targets decides nothing. */
export interface ComparisonFailure {
  /** `target` when a side failed, `rounds` when too few rounds count. */
  readonly cause: 'target' | 'rounds'
  /** A sentence without a full stop, such as `B did not start: it exited with code 1`. */
  readonly reason: string
}

/** Results of two sides, compared. */
export interface ResultsComparison {
  /** Version of this format. */
  readonly schemaVersion: 1
  /** Name of what was compared. */
  readonly name: string
  readonly base: ComparedSide
  readonly head: ComparedSide
  /** What went wrong with the rounds of two targets; missing when nothing did. */
  readonly failure?: ComparisonFailure
  /** What the sides differ in besides the figures, as far as it was allowed. */
  readonly differences: readonly SideDifference[]
  /** Caveats that the intervals do not cover, one sentence each, such as that the base was measured before the head; missing when there are none. */
  readonly notes?: readonly string[]
  /** Figures of scenarios, endpoints, plugins, deliveries, functions and searches. */
  readonly figures: readonly FigureComparison[]
  /** Conditions on the change of a figure. */
  readonly regressions: readonly JudgedRegression[]
}

/** Options of {@link compareResults}. */
export interface CompareOptions {
  /** The kinds of differences that are allowed. Default: none. */
  readonly allow?: readonly DifferenceKind[]
  /** Conditions that say what a regression is, such as `p99 > +5%` or `throughput < -5%`. */
  readonly failOn?: readonly string[]
  /** Share by which a figure may differ without being called better or worse. Default 0.05; for shares of failures it is always one percentage point. */
  readonly margin?: number
  /** Whether the runs of the sides are pairs, made one after the other. */
  readonly paired?: boolean
}

/**
 * Compares results of two sides run by run: each figure has the ratio of head to base with its confidence interval, corrected for the number of
 * figures. Pure.
 *
 * The unit of evidence is a run: one run on each side proves nothing, whatever the number of requests. When a run is invalid or ended early, no side is
 * better. Sides that fail different shares of their requests are compared for a condition on these shares, and their times and rates decide nothing.
 *
 * @throws BenchpressError `NOT_COMPARABLE` with one line for each difference besides the figures that is not allowed, or with what is wrong with the
 * conditions
 */
export function compareResults(
  base: readonly SuiteResult[],
  head: readonly SuiteResult[],
  { allow = [], failOn = [], margin, paired = false }: CompareOptions = {},
): ResultsComparison {
  // A condition on failures is judged however the sides fail, and their times decide nothing then.
  const accepted: readonly DifferenceKind[] = hasConditionOnFailures(failOn, [...base, ...head]) ? [...allow, 'errors'] : allow
  const { first, firstOfHead, differences, ...sides } = alignSides(base, head, { allow: accepted })
  const [ofBase, ofHead] = [readSide(sides.base), readSide(sides.head)]
  const areErrorsAllowed = allow.includes('errors')
  const runs = [...ofBase.runs, ...ofHead.runs]
  const conditions = readConditions(failOn, measurableIn(runs, ofBase.searches.length + ofHead.searches.length), runs)
  const figures = compareFigures(ofBase, ofHead, { ...(margin !== undefined && { margin }), paired, areErrorsAllowed })
  const notes = [...comparisonNotes(sides.base, sides.head), ...figureNotes(figures)]
  return {
    schemaVersion: 1,
    name: first.name === firstOfHead.name ? first.name : `${first.name} (base) and ${firstOfHead.name} (head)`,
    base: { name: 'base', environment: first.environment, runs: countRuns(ofBase) },
    head: { name: 'head', environment: firstOfHead.environment, runs: countRuns(ofHead) },
    differences: [...differences, ...findSuspectSides(sides)],
    ...(notes.length > 0 && { notes }),
    figures,
    regressions: judgeRegressions(conditions, ofBase, ofHead, { paired, areErrorsAllowed }),
  }
}

function hasConditionOnFailures(failOn: readonly string[], suites: readonly SuiteResult[]): boolean {
  const known = measurableIn(runsToCompare(suites), 0)
  return failOn.some((text) => {
    const parsed = parseRegression(text, known)
    return 'regression' in parsed && parsed.regression.scale === 'points' && parsed.regression.on.metric.endsWith('_failed')
  })
}

function readSide(side: readonly SuiteResult[]): ReadSide {
  return { runs: runsToCompare(side), searches: side.filter(({ found }) => found !== null).toSorted(byStart) }
}

function byStart(a: SuiteResult, b: SuiteResult): number {
  return Date.parse(a.environment.startedAt) - Date.parse(b.environment.startedAt)
}

function countRuns({ runs, searches }: ReadSide): number {
  return Math.max(searches.length, ...[...Map.groupBy(runs, nameOf).values()].map((ofTest) => ofTest.length))
}

type Settings = { readonly margin?: number; readonly paired: boolean }

function compareFigures(
  base: ReadSide,
  head: ReadSide,
  { areErrorsAllowed, ...settings }: Settings & { readonly areErrorsAllowed: boolean },
): readonly FigureComparison[] {
  // The rate that a search found counts as a run.
  const read = ({ runs, searches }: ReadSide): ReadonlyMap<string, readonly RunFigure[]> =>
    Map.groupBy([...runs.flatMap(figuresOfRun), ...searches.map(figureOfSearch)], keyOfFigure)
  const [ofBase, ofHead] = [read(base), read(head)]
  const measured = [...new Map([...ofBase, ...ofHead])].flatMap(([key, [figure]]) => {
    const valuesOf = (side: typeof ofBase): readonly (number | null)[] => (side.get(key) ?? []).map(({ value }) => value)
    const sides = {
      base: valuesOf(ofBase),
      head: valuesOf(ofHead),
      ...requestsOf(requestsIn(ofBase.get(key)), requestsIn(ofHead.get(key))),
    }
    // A figure without a value in any run is left out.
    if (figure === undefined || [...sides.base, ...sides.head].every((value) => value === null)) return []
    const { value: _value, requests: _requests, ...described } = figure
    return [{ ...described, ...sides }]
  })
  const all = withoutOnlyEndpoints(measured)
  const doubts = new Map([
    ...doubtfulRuns([...base.runs, ...head.runs]).map(({ run, text }): [string, string] => [nameOf(run), text]),
    ...[...base.searches, ...head.searches].flatMap((suite) => doubtOfSearch(suite).map((doubt): [string, string] => [suite.name, doubt])),
  ])
  const apart = areErrorsAllowed ? [] : findPartsApart(all, { base: 'on the base', head: 'on the head' })
  return compareSides(all, (figure) => doubts.get(nameOfTest(figure.part)) ?? doubtOfFailures(figure, apart), settings)
}

/**
 * Compares figures of two sides, with intervals that are corrected for the number of figures.
 *
 * @param doubtOf returns why no side can be better in a figure
 */
export function compareSides(
  all: readonly FigureOfSides[],
  doubtOf: (figure: FigureOfSides) => string | undefined,
  settings: Settings,
): readonly FigureComparison[] {
  const figures = Math.max(1, all.filter(isTested).length)
  return all.map((figure) => ({ ...figure, ...compareOne(figure, doubtOf(figure), { ...settings, figures }) }))
}

/** Whether a figure can differ by chance: two sides without any failure are the same. */
export function isTested({ base, head }: Pick<FigureOfSides, 'base' | 'head'>): boolean {
  return [...base, ...head].some((value) => value !== 0)
}

/** Compares one figure, of which a side may lack a value; `doubt` is why no side can be better. */
function compareOne(figure: FigureOfSides, doubt: string | undefined, settings: Settings & { readonly figures: number }): RunsComparison {
  const [base, head] = [figure.base, figure.head].map((side) => side.filter((value) => value !== null))
  const { better, unit } = figure
  const { margin, figures } = settings
  const paired = settings.paired && base?.length === head?.length
  const compared = withDoubt(compareRuns(base ?? [], head ?? [], { better, figures, paired, ...settingsOf(unit, margin) }), doubt ?? null)
  const runs = Math.min(figure.base.length, figure.head.length)
  const unknown = [...figure.base.slice(-runs), ...figure.head.slice(-runs)].filter((value) => value === null).length
  if (unknown === 0) return compared
  const because =
    figure.part.kind === 'search'
      ? `${unknown === 1 ? 'a search' : `${unknown} searches`} found no rate that holds`
      : `${unknown === 1 ? 'a run' : `${unknown} runs`} cannot tell it: too few samples, or requests that were cut off`
  return { ...compared, answer: 'inconclusive', because, runsNeeded: null }
}

/**
 * Lists the caveats that the intervals of a comparison do not cover: a side was measured before the other, or with one start of its target.
 */
function comparisonNotes(base: readonly SuiteResult[], head: readonly SuiteResult[]): readonly string[] {
  const [ofBase = [], ofHead = []] = [base, head].map((suites) =>
    suites.flatMap(({ tests }) => tests.filter((run) => causeNotRun(run) === undefined).map(({ startedAt }) => Date.parse(startedAt))),
  )
  const order = isBefore(ofBase, ofHead)
    ? [measuredBefore('base', 'the head')]
    : isBefore(ofHead, ofBase)
      ? [measuredBefore('head', 'the base')]
      : []
  return [...order, ...sharedStarts({ 'the base': base, 'the head': head })]
}

/** The caveat that one side was measured before the other. */
export function measuredBefore(first: string, second: string): string {
  return `The ${first} was measured before ${second}: what the machine did meanwhile is in each change, and in no interval. benchpress ab measures both by turns.`
}

/** The caveat that all runs of some of the sides share one start of the target; empty when none do. */
export function sharedStarts(sides: Readonly<Record<string, readonly SuiteResult[]>>): readonly string[] {
  const shared = Object.entries(sides).flatMap(([name, suites]) => (hasOneStart(suites) ? [name] : []))
  if (shared.length === 0) return []
  return [
    `The runs of ${shared.join(' and ')} share one start of the target: what a start decides, such as where its memory lies, is in each change, and in no interval.`,
  ]
}

type SideNames = Readonly<Record<'base' | 'head', string>>

/** The caveats about figures: the tests of which one side has more runs than the other, and the requests that only one side has. */
export function figureNotes(
  figures: readonly FigureOfSides[],
  names: SideNames = { base: 'the base', head: 'the head' },
): readonly string[] {
  return [...unequalNotes(figures, names), ...oneSidedNotes(figures, names)]
}

function oneSidedNotes(figures: readonly FigureOfSides[], names: SideNames): readonly string[] {
  const requests = figures.filter(({ part: { kind } }) => kind === 'endpoint' || kind === 'plugin')
  const scenarios = Map.groupBy(requests, ({ part }) => `${part.names[0]}, ${nameOfTest(part)}`)
  return (['base', 'head'] as const).flatMap((side) => {
    const other = side === 'base' ? 'head' : 'base'
    return [...scenarios].flatMap(([scenario, own]) => {
      const missing = own.filter((figure) => figure[other].length === 0)
      const parts = new Set(missing.map(({ part }) => part.names.slice(1).toReversed().join(' of ')))
      if (parts.size === 0) return []
      return `Only ${names[side]} has ${[...parts].join(' and ')} of ${scenario}: the figures of the whole scenario are those of other requests than on ${names[other]}.`
    })
  })
}

function unequalNotes(figures: readonly FigureOfSides[], { base, head }: SideNames): readonly string[] {
  const byTest = Map.groupBy(figures, ({ part }) => nameOfTest(part))
  return [...byTest].flatMap(([test, own]) => {
    const [ofBase, ofHead] = [Math.max(...own.map((each) => each.base.length)), Math.max(...own.map((each) => each.head.length))]
    return unequalNote(ofBase, ofHead, { base: `${test} on ${base}`, head: `${test} on ${head}` }) ?? []
  })
}

/** Tells which runs of the side with more of them count; `undefined` for equal numbers, and for so few that nothing is decided. */
export function unequalNote(ofBase: number, ofHead: number, names: { readonly base: string; readonly head: string }): string | undefined {
  if (ofBase === ofHead || Math.min(ofBase, ofHead) < leastRuns) return undefined
  const [more, fewer, side] = ofBase > ofHead ? [ofBase, ofHead, names.base] : [ofHead, ofBase, names.head]
  return `Of the ${more} runs of ${side} the last ${fewer} count, as many as the other side has: unequal numbers would find differences between equal sides too often.`
}

function isBefore(some: readonly number[], others: readonly number[]): boolean {
  return some.length > 0 && others.length > 0 && Math.max(...some) < Math.min(...others)
}

// Repeats on a target without variants share one start of its command; variants are started for each run.
function hasOneStart(suites: readonly SuiteResult[]): boolean {
  return runsByTest(suites).some(
    ({ runs, suites: own, variant }) =>
      own.length === 1 && runs.length > 1 && variant === 'default' && runs.every(({ target }) => target.command !== null),
  )
}
