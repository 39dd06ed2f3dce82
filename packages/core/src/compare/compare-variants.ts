import type { SuiteResult } from '../result/shape/result.ts'
import { compareFigures, isTested, pairTests, type FigureComparison } from './compare-figures.ts'
import { mostRuns, type ResultsComparison } from './compare-results.ts'
import { notesOnFigures } from './comparison-notes.ts'
import { namesOfSides } from './differences.ts'
import type { FigureOfSides } from './figures.ts'
import { causeNotRun } from './doubtful-run.ts'
import { doubtsOfRuns, measuredTest, runsByTest, type MeasuredTest, type RunsOfTest } from './side.ts'

/** A test on the variant that its suite names first, and on another one. */
interface Pair {
  readonly base: RunsOfTest
  readonly head: RunsOfTest
  readonly tests: Readonly<Record<'base' | 'head', MeasuredTest>>
  readonly figures: readonly FigureOfSides[]
}

/**
 * Compares each test of a suite on the first variant of its target with the same test on each other variant, as {@link compareFigures} does, with intervals
 * that are corrected for all figures of the suite. Pure; empty with one variant.
 *
 * Neither endpoints nor shares without any failure are compared, since a few figures are enough to compare variants. Rounds are judged as they are made, and have no answer here: any other
 * rule could find the other side better.
 */
export function compareVariants(suite: SuiteResult): readonly ResultsComparison[] {
  const pairs = [...Map.groupBy(runsByTest([suite]), ({ test }) => test).values()].flatMap(([base, ...others]) =>
    base === undefined ? [] : others.map((head) => pairOf(base, head)),
  )
  const figures = pairs.flatMap((pair) => pair.figures).filter((figure) => figure.base.length * figure.head.length > 0)
  return pairs.map((pair) => compare(pair, suite, Math.max(1, figures.length)))
}

// A figure is that of the same test on both sides, whatever its variant.
function pairOf(base: RunsOfTest, head: RunsOfTest): Pair {
  const [ofBase, ofHead] = [base, head].map((of) =>
    measuredTest({ ...of, variant: 'default', runs: of.runs.map((run) => ({ ...run, variant: 'default' })) }),
  ) as [MeasuredTest, MeasuredTest]
  const figures = pairTests([ofBase], [ofHead]).filter((figure) => figure.part.kind !== 'endpoint' && isTested(figure))
  return { base, head, tests: { base: ofBase, head: ofHead }, figures }
}

const ofRounds = { interval: null, answer: 'inconclusive', because: 'rounds are judged as they are made', runsNeeded: null } as const

function compare({ base, head, tests, figures }: Pair, { environment, rounds }: SuiteResult, count: number): ResultsComparison {
  const names = namesOfSides(base.variant, head.variant)
  const made = [...base.runs, ...head.runs].filter((run) => causeNotRun(run) === undefined)
  const compared = compareFigures(figures, {
    doubts: new Map(doubtsOfRuns(made).map((doubt) => [base.test, doubt])),
    texts: { base: names.base.at, head: names.head.at },
    count,
  }).figures
  const judged = rounds === undefined ? compared : compared.map((figure): FigureComparison => ({ ...figure, ...ofRounds }))
  const notes = notesOnFigures(judged, { base: base.variant, head: head.variant })
  return {
    schemaVersion: 1,
    name: base.test,
    base: { name: base.variant, environment, runs: mostRuns([tests.base]) },
    head: { name: head.variant, environment, runs: mostRuns([tests.head]) },
    differences: [],
    ...(notes.length > 0 && { notes }),
    figures: judged,
    regressions: [],
  }
}
