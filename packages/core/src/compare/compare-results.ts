import type { Environment, SuiteResult } from '../result/shape/result.ts'
import { acceptedDifferences, type AskedComparison } from './accepted-differences.ts'
import { comparisonNotes, figureNotes } from './comparison-notes.ts'
import { alignSides, doubtOfSearch, type SideDifference, findSuspectSides } from './side-differences.ts'
import { compareRuns, settingsOf, type RunsComparison } from './compare-runs.ts'
import { withDoubt } from './doubtful-run.ts'
import { judgeRegressions, withDoubtOfFailures, type JudgedRegression } from './judge-regression.ts'
import { measurableIn } from './parse-regression.ts'
import { readConditions, readSide, type ReadSide } from './read-figure.ts'
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
import { doubtfulRuns, nameOf, nameOfTest } from './runs-of-test.ts'

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
  /** What the sides differ in besides the figures, as far as it was allowed, or a condition on failures regressed by it. */
  readonly differences: readonly SideDifference[]
  /** Caveats that the intervals do not cover, one sentence each, such as that the base was measured before the head; missing when there are none. */
  readonly notes?: readonly string[]
  /** Figures of scenarios, endpoints, plugins, deliveries and searches. */
  readonly figures: readonly FigureComparison[]
  /** Conditions on the change of a figure. */
  readonly regressions: readonly JudgedRegression[]
}

/** Options of {@link compareResults}. */
export interface CompareOptions extends AskedComparison {
  /** Share by which a figure may differ without being called better or worse. Default 0.05; for shares of failures it is always one percentage point. */
  readonly margin?: number
}

/**
 * Compares results of two sides run by run: each figure has the ratio of head to base with its confidence interval, corrected for the number of
 * figures. Pure.
 *
 * The unit of evidence is a run: one run on each side proves nothing, whatever the number of requests. When a run is invalid or ended early, no side is
 * better. Sides that fail different shares of their requests are compared if a condition on failures regressed
 * ({@link acceptedDifferences}), and their times and rates decide nothing.
 *
 * @throws BenchpressError `NOT_COMPARABLE` with one line for each difference besides the figures that is not allowed, or with what is wrong with the
 * conditions
 */
export function compareResults(
  base: readonly SuiteResult[],
  head: readonly SuiteResult[],
  { allow = [], failOn = [], margin, paired = false }: CompareOptions = {},
): ResultsComparison {
  const accepted = acceptedDifferences(base, head, { allow, failOn, paired })
  const { first, firstOfHead, differences, ...sides } = alignSides(base, head, { allow: accepted })
  const [ofBase, ofHead] = [readSide(sides.base), readSide(sides.head)]
  const areErrorsAllowed = allow.includes('errors')
  const runs = [...ofBase.runs, ...ofHead.runs]
  const conditions = readConditions(failOn, measurableIn(runs, ofBase.searches.length + ofHead.searches.length), runs)
  const measured = figuresOfSides(ofBase, ofHead)
  const apart = areErrorsAllowed ? [] : findPartsApart(measured, { base: 'on the base', head: 'on the head' })
  const doubts = doubtsOfTests(ofBase, ofHead)
  const doubtOf = (figure: FigureOfSides): string | undefined => doubts.get(nameOfTest(figure.part)) ?? doubtOfFailures(figure, apart)
  const figures = compareSides(measured, doubtOf, { ...(margin !== undefined && { margin }), paired })
  const notes = [...comparisonNotes(sides.base, sides.head), ...figureNotes(figures)]
  return {
    schemaVersion: 1,
    name: first.name === firstOfHead.name ? first.name : `${first.name} (base) and ${firstOfHead.name} (head)`,
    base: { name: 'base', environment: first.environment, runs: countRuns(ofBase) },
    head: { name: 'head', environment: firstOfHead.environment, runs: countRuns(ofHead) },
    differences: [...differences, ...findSuspectSides(sides)],
    ...(notes.length > 0 && { notes }),
    figures,
    regressions: judgeRegressions(conditions, ofBase, ofHead, { paired, areErrorsAllowed }).map((each) => withDoubtOfFailures(each, apart)),
  }
}

function countRuns({ runs, searches }: ReadSide): number {
  return Math.max(searches.length, ...[...Map.groupBy(runs, nameOf).values()].map((ofTest) => ofTest.length))
}

type Settings = { readonly margin?: number; readonly paired: boolean }

function figuresOfSides(base: ReadSide, head: ReadSide): readonly FigureOfSides[] {
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
  return withoutOnlyEndpoints(measured)
}

/** Why no figure of a test decides anything, by the name of the test or the search. */
function doubtsOfTests(base: ReadSide, head: ReadSide): ReadonlyMap<string, string> {
  return new Map([
    ...doubtfulRuns([...base.runs, ...head.runs]).map(({ run, text }): [string, string] => [nameOf(run), text]),
    ...[...base.searches, ...head.searches].flatMap((suite) => doubtOfSearch(suite).map((doubt): [string, string] => [suite.name, doubt])),
  ])
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
