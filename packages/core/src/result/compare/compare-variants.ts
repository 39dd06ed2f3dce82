import type { TestResult, SuiteResult } from '../shape/result.ts'
import { isLowerBound, judgeFigure, type TimeSummary } from '../summary/time-summary.ts'
import { mainRequests } from '../verdict/request-kinds.ts'
import type { RequestsSummary } from '../summary/requests-summary.ts'
import { errorRate, type ScenarioSummary } from '../summary/scenario-summary.ts'
import { compareRuns, type ComparisonSettings, type RunsComparison } from './compare-runs.ts'
import { causeNotRun, whyDoubtful, withDoubt, failuresApart } from './doubtful-run.ts'

/** A figure by which variants are compared: responses that ended `ok` per second, and response times in milliseconds. */
export type ComparedFigureName = 'okPerSecond' | 'mean' | 'p50' | 'p99'

/** One figure of two variants; its answer is that of the other variant, seen from the baseline. */
export interface ComparedFigure extends RunsComparison {
  readonly name: ComparedFigureName
  /** One value for each run that has one: enough samples, and more than a lower bound. */
  readonly baseline: readonly number[]
  readonly other: readonly number[]
  /** Name of the better variant; `null` where neither is. */
  readonly better: string | null
}

/** A run of a variant that was not made, and why. */
interface MissingRun {
  readonly variant: string
  readonly repeat: number
  readonly cause: string
}

/** One scenario of a test on two variants of its target. */
export interface VariantComparison {
  readonly test: string
  readonly scenario: string
  /** The variant that the suite names first. */
  readonly baseline: string
  readonly other: string
  readonly figures: readonly ComparedFigure[]
  readonly missing: readonly MissingRun[]
}

interface Side {
  readonly variant: string
  readonly runs: readonly TestResult[]
}

/**
 * Compares each scenario of a suite on the first variant with the same on each other one. Pure; empty where there is one variant.
 *
 * Runs that were not made have no values; where one that was made cannot tell a figure, no side is better in it. The intervals are corrected for all figures of the suite that both sides have values of. Where a run of a side
 * is doubtful ({@link whyDoubtful}), or the sides fail different shares of their requests ({@link failuresApart}), its values are shown, and no side is better. So it is of rounds,
 * which are judged as they are made.
 */
export function compareVariants({ tests, rounds }: SuiteResult): readonly VariantComparison[] {
  const pairs = [...Map.groupBy(tests, ({ name }) => name)].flatMap(([test, runs]) => {
    const [baseline, ...others] = [...Map.groupBy(runs, ({ variant }) => variant)].map(([variant, own]): Side => ({ variant, runs: own }))
    if (baseline === undefined) return []
    const scenarios = baseline.runs[0]?.scenarios.map(({ name }) => name) ?? []
    return scenarios.flatMap((scenario) => others.map((other) => readPair(test, scenario, baseline, other)))
  })
  const figures = pairs.flatMap(({ values }) => values).filter(({ a, b }) => a.length > 0 && b.length > 0).length
  return pairs
    .map((pair) => compare(pair, Math.max(1, figures)))
    .map((compared) => (rounds === undefined ? compared : withoutWinners(compared)))
}

// By another rule than that of the rounds, another side could win.
const ofRounds = 'rounds are judged as they are made'

function withoutWinners(comparison: VariantComparison): VariantComparison {
  const figures = comparison.figures.map((figure): ComparedFigure => ({
    ...figure,
    interval: null,
    answer: 'inconclusive',
    because: ofRounds,
    runsNeeded: null,
    better: null,
  }))
  return { ...comparison, figures }
}

/** One scenario on two variants, with the values of each figure. */
interface Pair {
  readonly test: string
  readonly scenario: string
  readonly baseline: Side
  readonly other: Side
  readonly values: readonly { readonly name: ComparedFigureName; readonly a: readonly number[]; readonly b: readonly number[] }[]
}

function readPair(test: string, scenario: string, baseline: Side, other: Side): Pair {
  const values = Object.entries(readers).map(([name, { read }]) => ({
    name: name as ComparedFigureName,
    a: valuesOf(baseline, scenario, read),
    b: valuesOf(other, scenario, read),
  }))
  return { test, scenario, baseline, other, values }
}

function compare({ test, scenario, baseline, other, values }: Pair, figures: number): VariantComparison {
  const doubts = [baseline, other].flatMap(({ variant, runs }) =>
    runs.flatMap((run) => {
      const doubt = whyDoubtful(run)
      return doubt === null ? [] : [`a run of ${variant} ${doubt}`]
    }),
  )
  const [ofBaseline, ofOther] = [baseline, other].map(({ runs }) => scenariosOf(runs, scenario).map(errorRate))
  const apart = failuresApart(ofBaseline ?? [], ofOther ?? [], { base: `on ${baseline.variant}`, head: `on ${other.variant}` })
  if (apart !== null) doubts.push(`${scenario} ${apart}`)
  return {
    test,
    scenario,
    baseline: baseline.variant,
    other: other.variant,
    figures: values.map(({ name, a, b }): ComparedFigure => {
      const unknown = [baseline, other].flatMap(({ variant, runs }) =>
        ofMade(runs, scenario).some((each) => readers[name].read(each) === null) ? [variant] : [],
      )
      // Those that can tell it are not all that was measured.
      const few = unknown.map((variant) => `a run of ${variant} has too few samples for it, or only a lower bound`)
      const compared = withDoubt(compareRuns(a, b, { better: readers[name].better, figures }), doubts[0] ?? few[0] ?? null)
      const better = compared.answer === 'better' ? other.variant : compared.answer === 'worse' ? baseline.variant : null
      return { name, baseline: a, other: b, ...compared, better }
    }),
    missing: [...baseline.runs, ...other.runs].flatMap((run) => {
      const cause = causeNotRun(run)
      return cause === undefined ? [] : [{ variant: run.variant, repeat: run.repeat, cause }]
    }),
  }
}

type Read = (requests: RequestsSummary) => number | null

function valuesOf({ runs }: Side, name: string, read: Read): readonly number[] {
  return ofMade(runs, name).flatMap((requests) => read(requests) ?? [])
}

function ofMade(runs: readonly TestResult[], name: string): readonly RequestsSummary[] {
  return scenariosOf(runs, name).map(mainRequests)
}

function scenariosOf(runs: readonly TestResult[], name: string): readonly ScenarioSummary[] {
  return runs
    .filter((run) => causeNotRun(run) === undefined)
    .flatMap(({ scenarios }) => scenarios.filter((scenario) => scenario.name === name))
}

const readers: Readonly<Record<ComparedFigureName, Pick<ComparisonSettings, 'better'> & { readonly read: Read }>> = {
  okPerSecond: { better: 'high', read: ({ throughput }) => throughput.okPerSecond },
  mean: { better: 'low', read: ({ responseTime }) => (isLowerBound(responseTime, 'mean') ? null : responseTime.mean) },
  p50: { better: 'low', read: ({ responseTime }) => knownOf(responseTime, 'p50') },
  p99: { better: 'low', read: ({ responseTime }) => knownOf(responseTime, 'p99') },
}

// A lower bound is no value: what it is a bound of may be anything above.
function knownOf(times: TimeSummary, figure: 'p50' | 'p99'): number | null {
  return judgeFigure(times, figure).says === 'enough' && !isLowerBound(times, figure) ? times[figure] : null
}
