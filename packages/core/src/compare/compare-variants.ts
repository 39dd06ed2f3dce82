import type { TestResult, SuiteResult } from '../result/shape/result.ts'
import { isLowerBound } from '../result/summary/time-summary.ts'
import { mainRequests } from '../result/verdict/request-kinds.ts'
import type { RequestsSummary } from '../result/summary/requests-summary.ts'
import { errorRate, type ScenarioSummary } from '../result/summary/scenario-summary.ts'
import { compareRuns, type ComparisonSettings, type RunsComparison } from './compare-runs.ts'
import { causeNotRun, whyDoubtful, withDoubt } from './doubtful-run.ts'
import { failuresApart } from './failure-shares.ts'
import { knownPercentile } from './figures.ts'

/** A figure by which variants are compared: responses that ended `ok` per second, and response times in milliseconds. */
export type ComparedFigureName = 'okPerSecond' | 'mean' | 'p50' | 'p99'

/** One figure of two variants; the answer is how the other variant compares with the baseline. */
export interface ComparedFigure extends RunsComparison {
  readonly name: ComparedFigureName
  /** One value for each run with a reliable one: with enough samples, and not only a lower bound. */
  readonly baseline: readonly number[]
  readonly other: readonly number[]
  /** Name of the better variant; `null` when neither is better. */
  readonly better: string | null
}

/** One scenario of a test on two variants of its target. */
export interface VariantComparison {
  readonly test: string
  readonly scenario: string
  /** The variant that the suite names first. */
  readonly baseline: string
  readonly other: string
  readonly figures: readonly ComparedFigure[]
  /** The runs that were not made, and why. */
  readonly missing: readonly (Pick<TestResult, 'variant' | 'repeat'> & { readonly cause: string })[]
}

interface Side extends Pick<VariantComparison, 'test' | 'scenario'> {
  readonly variant: string
  readonly runs: readonly TestResult[]
  /** The scenario in each run that was made. */
  readonly made: readonly ScenarioSummary[]
}

/**
 * Compares each scenario of a suite on the first variant with the same scenario on each other variant. Pure; empty with one variant.
 *
 * Runs that were not made have no values; when a run that was made has no reliable value of a figure, no side is better in it. The intervals are
 * corrected for the number of figures of the suite that both sides have values of. When a run is doubtful ({@link whyDoubtful}), or the sides fail
 * different shares of their requests ({@link failuresApart}), values are shown and no side is better. The same holds for rounds, which are judged as
 * they are made.
 */
export function compareVariants({ tests, rounds }: SuiteResult): readonly VariantComparison[] {
  const pairs = [...Map.groupBy(tests, ({ name }) => name).values()].flatMap((runs) => {
    const [first = [], ...others] = Map.groupBy(runs, ({ variant }) => variant).values()
    const scenarios = first[0]?.scenarios ?? []
    return scenarios.flatMap(({ name }) => others.map((other) => [sideOf(first, name), sideOf(other, name)] as const))
  })
  const both = pairs.flatMap((sides) => names.filter((name) => sides.every((side) => known(valuesOf(side, name)).length > 0)))
  return pairs.map(([baseline, other]) => compare(baseline, other, Math.max(1, both.length), rounds !== undefined))
}

function sideOf(runs: readonly TestResult[], scenario: string): Side {
  const [first] = runs
  const made = runs.filter((run) => causeNotRun(run) === undefined)
  return {
    test: first?.name ?? '',
    scenario,
    variant: first?.variant ?? '',
    runs,
    made: made.flatMap(({ scenarios }) => scenarios.filter(({ name }) => name === scenario)),
  }
}

/** The values of a figure; `null` where a run has no reliable value. */
function valuesOf({ made }: Side, name: ComparedFigureName): readonly (number | null)[] {
  return made.map((scenario) => readers[name].read(mainRequests(scenario)))
}

function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null)
}

// Any other rule than that of the rounds could find the other side better.
const ofRounds = { interval: null, answer: 'inconclusive', because: 'rounds are judged as they are made', runsNeeded: null } as const

function compare(baseline: Side, other: Side, figures: number, isOfRounds: boolean): VariantComparison {
  const { test, scenario } = baseline
  const runs = [...baseline.runs, ...other.runs]
  const failuresOf = ({ made }: Side) => made.map((each) => ({ share: errorRate(each) }))
  const apart = failuresApart(failuresOf(baseline), failuresOf(other), {
    base: `on ${baseline.variant}`,
    head: `on ${other.variant}`,
  })
  const doubtful = runs.find((run) => whyDoubtful(run) !== null)
  const doubt = doubtful === undefined ? apart && `${scenario} ${apart}` : `a run of ${doubtful.variant} ${whyDoubtful(doubtful)}`
  return {
    test,
    scenario,
    baseline: baseline.variant,
    other: other.variant,
    figures: names.map((name): ComparedFigure => {
      const sides = { baseline: known(valuesOf(baseline, name)), other: known(valuesOf(other, name)) }
      // The runs with a value are not all that was measured.
      const untold = [baseline, other].find((side) => valuesOf(side, name).includes(null))
      const few = untold ? `a run of ${untold.variant} has too few samples for it, or only a lower bound` : null
      const compared = withDoubt(compareRuns(sides.baseline, sides.other, { better: readers[name].better, figures }), doubt ?? few)
      const judged = isOfRounds ? { ...compared, ...ofRounds } : compared
      const better = judged.answer === 'better' ? other.variant : judged.answer === 'worse' ? baseline.variant : null
      return { name, ...sides, ...judged, better }
    }),
    missing: runs.flatMap((run) => {
      const cause = causeNotRun(run)
      return cause === undefined ? [] : [{ variant: run.variant, repeat: run.repeat, cause }]
    }),
  }
}

type Reader = Pick<ComparisonSettings, 'better'> & { readonly read: (requests: RequestsSummary) => number | null }

const readers: Readonly<Record<ComparedFigureName, Reader>> = {
  okPerSecond: { better: 'high', read: ({ throughput }) => throughput.okPerSecond },
  mean: { better: 'low', read: ({ responseTime }) => (isLowerBound(responseTime, 'mean') ? null : responseTime.mean) },
  p50: { better: 'low', read: ({ responseTime }) => knownPercentile(responseTime, 'p50') },
  p99: { better: 'low', read: ({ responseTime }) => knownPercentile(responseTime, 'p99') },
}

const names = ['okPerSecond', 'mean', 'p50', 'p99'] as const
