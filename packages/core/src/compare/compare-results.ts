import type { Environment, SuiteResult } from '../result/shape/result.ts'
import { alignSides } from './align-sides.ts'
import { compareFigures, pairTests, type FigureComparison } from './compare-figures.ts'
import { notesOnFigures, orderNotes, sharedStarts } from './comparison-notes.ts'
import { measurableIn } from './condition.ts'
import { findSuspectSides, namesOfSides, SidesDifferError, type DifferenceKind, type SideDifference } from './differences.ts'
import { judgeRegressions, type JudgedRegression } from './judge-regression.ts'
import { readConditions } from './read-figure.ts'
import { doubtOfSearch, doubtsOfRuns, nameWithVariant, type MeasuredTest, type Side } from './side.ts'

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
export interface CompareOptions {
  /** The kinds of differences that are allowed. Default: none. */
  readonly allow?: readonly DifferenceKind[]
  /** Conditions that say what a regression is, such as `p99 > +5%` or `throughput < -5%`. */
  readonly failOn?: readonly string[]
  /** Whether the runs of the sides are pairs, made one after the other. */
  readonly paired?: boolean
  /** Share by which a figure may differ without being called better or worse. Default 0.05; for shares of failures it is always one percentage point. */
  readonly margin?: number
}

const names = namesOfSides('the base', 'the head')

/**
 * Compares results of two sides run by run: each figure has the ratio of head to base with its confidence interval, corrected for the number of
 * figures. Pure.
 *
 * The unit of evidence is a run: one run on each side proves nothing, whatever the number of requests. When a run is invalid or ended early, no side is
 * better. Sides that fail different shares of their requests are compared if a condition on failures regressed, and their times and rates decide nothing:
 * a gate that looks at a part of the failures does not let the others through.
 *
 * @throws SidesDifferError, a BenchpressError `NOT_COMPARABLE`, with each difference besides the figures that is not allowed; BenchpressError
 * `NOT_COMPARABLE` for runs that are given twice, or with what is wrong with the conditions; TypeError for options that cannot be read
 */
export function compareResults(
  base: readonly SuiteResult[],
  head: readonly SuiteResult[],
  { allow = [], failOn = [], margin, paired = false }: CompareOptions = {},
): ResultsComparison {
  if (!Array.isArray(failOn)) throw new TypeError(`failOn: ${JSON.stringify(failOn)} is no list; write it as ['p99 > +5%']`)
  const { differences, refused, ...sides } = alignSides(base, head, { names, allow })
  const canExplain = failOn.some((condition) => /fail|error/i.test(condition))
  if (refused.some(({ kind }) => kind !== 'errors' || !canExplain)) throw new SidesDifferError(refused)
  const texts = allow.includes('errors') ? null : { base: names.base.at, head: names.head.at }
  const { figures, apart } = compareFigures(pairTests(sides.base.tests, sides.head.tests), {
    doubts: new Map([...doubtsOfSide(sides.base), ...doubtsOfSide(sides.head)]),
    texts,
    paired,
    margin,
  })
  const conditions = readConditions(failOn, measurableIn(sides.base, sides.head), [...sides.base.runs, ...sides.head.runs])
  const regressions = judgeRegressions(conditions, sides.base, sides.head, { paired, apart }).map(({ regression }) => regression)
  if (refused.length > 0 && !regressions.some(isOfFailures)) throw new SidesDifferError(refused)
  const notes = [
    ...orderNotes(sides.base, sides.head),
    ...sharedStarts({ 'the base': sides.base.suites, 'the head': sides.head.suites }),
    ...notesOnFigures(figures),
  ]
  const [first, firstOfHead] = [sides.base.first, sides.head.first]
  return {
    schemaVersion: 1,
    name: first.name === firstOfHead.name ? first.name : `${first.name} (base) and ${firstOfHead.name} (head)`,
    base: { name: 'base', environment: first.environment, runs: mostRuns(sides.base.tests) },
    head: { name: 'head', environment: firstOfHead.environment, runs: mostRuns(sides.head.tests) },
    differences: [...differences, ...findSuspectSides(sides.base.suites, sides.head.suites, names)],
    ...(notes.length > 0 && { notes }),
    figures,
    regressions,
  }
}

/** The most runs that a side has of a test. */
export function mostRuns(tests: readonly MeasuredTest[]): number {
  return Math.max(0, ...tests.map(({ runs }) => runs))
}

// A number of users that failed is no share.
function isOfFailures({ outcome, scale, metric }: JudgedRegression): boolean {
  return outcome === 'regressed' && scale === 'points' && /_failed\b/.test(metric)
}

/** Why no figure of a test decides anything, by the name of the test or the search. */
function doubtsOfSide({ runs, searches }: Side): readonly (readonly [test: string, doubt: string])[] {
  return [
    ...[...Map.groupBy(runs, nameWithVariant)].flatMap(([test, own]) => doubtsOfRuns(own).map((doubt) => [test, doubt] as const)),
    ...searches.flatMap((suite) => {
      const doubt = doubtOfSearch(suite)
      return doubt === undefined ? [] : [[suite.name, doubt] as const]
    }),
  ]
}
