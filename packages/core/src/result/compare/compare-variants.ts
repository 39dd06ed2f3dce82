import type { TestResult, SuiteResult } from '../shape/result.ts'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import { isLowerBound, judgeFigure, type TimeSummary } from '../summary/time-summary.ts'

/** A figure by which variants are compared: responses that ended `ok` per second, and response times in milliseconds. */
export type ComparedFigureName = 'okPerSecond' | 'mean' | 'p50' | 'p99'

/** One figure of two variants; `better` and `because` are those of the variants by their names. */
export interface ComparedFigure extends Omit<Difference, 'better'> {
  readonly name: ComparedFigureName
  /** One value for each run that has one: enough samples, and more than a lower bound. */
  readonly baseline: readonly number[]
  readonly other: readonly number[]
  /** Name of the better variant; `null` where the difference is within the noise. */
  readonly better: string | null
}

/** A run of a variant that was not made, and why. */
export interface MissingRun {
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
 * Runs that were not made have no values. Where a run of a side is invalid, or ended early, its values are shown, and no side is better.
 */
export function compareVariants({ tests }: SuiteResult): readonly VariantComparison[] {
  return [...Map.groupBy(tests, ({ name }) => name)].flatMap(([test, runs]) => {
    const [baseline, ...others] = [...Map.groupBy(runs, ({ variant }) => variant)].map(([variant, own]): Side => ({ variant, runs: own }))
    if (baseline === undefined) return []
    const scenarios = baseline.runs[0]?.scenarios.map(({ name }) => name) ?? []
    return scenarios.flatMap((scenario) => others.map((other) => compare(test, scenario, baseline, other)))
  })
}

function compare(test: string, scenario: string, baseline: Side, other: Side): VariantComparison {
  const doubtful = [baseline, other].find(({ runs }) => runs.some(isDoubtful))
  const figures = Object.entries(readers).map(([name, { good, read }]): ComparedFigure => {
    const [a, b] = [baseline, other].map((side) => valuesOf(side, scenario, read))
    const values = { name: name as ComparedFigureName, baseline: a ?? [], other: b ?? [] }
    const { change, better, because } = compareSides(values.baseline, values.other, good)
    if (better !== null && doubtful !== undefined) {
      return { ...values, change, better: null, because: `a run of ${doubtful.variant} is invalid or ended early` }
    }
    return { ...values, change, better: better === null ? null : { baseline, other }[better].variant, because }
  })
  return {
    test,
    scenario,
    baseline: baseline.variant,
    other: other.variant,
    figures,
    missing: [...baseline.runs, ...other.runs].flatMap((run) => {
      const cause = causeNotRun(run)
      return cause === undefined ? [] : [{ variant: run.variant, repeat: run.repeat, cause }]
    }),
  }
}

function isDoubtful(run: TestResult): boolean {
  return causeNotRun(run) === undefined && (run.verdict.level === 'invalid' || run.interrupted !== null)
}

type Read = (scenario: ScenarioSummary) => number | null

function valuesOf({ runs }: Side, name: string, read: Read): readonly number[] {
  return runs
    .filter((run) => causeNotRun(run) === undefined)
    .flatMap(({ scenarios }) => scenarios.filter((scenario) => scenario.name === name))
    .flatMap((scenario) => read(scenario) ?? [])
}

const readers: Readonly<Record<ComparedFigureName, { readonly good: 'high' | 'low'; readonly read: Read }>> = {
  okPerSecond: { good: 'high', read: ({ throughput }) => throughput.okPerSecond },
  mean: { good: 'low', read: ({ responseTime }) => (isLowerBound(responseTime, 'mean') ? null : responseTime.mean) },
  p50: { good: 'low', read: ({ responseTime }) => knownOf(responseTime, 'p50') },
  p99: { good: 'low', read: ({ responseTime }) => knownOf(responseTime, 'p99') },
}

// A lower bound is no value: what it is a bound of may be anything above.
function knownOf(times: TimeSummary, figure: 'p50' | 'p99'): number | null {
  return judgeFigure(times, figure).says === 'enough' && !isLowerBound(times, figure) ? times[figure] : null
}

/**
 * Why a run sent nothing at all, such as a target that did not start; `undefined` for one that did.
 *
 * Such a run stands in the result as a marked entry, all of whose counts are zero: reports show it as `N/A`.
 */
export function causeNotRun({ interrupted, scenarios }: TestResult): string | undefined {
  if (interrupted === null) return undefined
  const hasStarted = scenarios.some(
    ({ counts, warmup, users }) => counts.started > 0 || (warmup?.counts.started ?? 0) > 0 || (users?.created ?? 0) > 0,
  )
  return hasStarted ? undefined : interrupted.reason
}

/** How two sides compare in one figure. */
export interface Difference {
  /** From the mean of the baseline to that of the other: 0.25 for a quarter more; `null` where a side has no value, or the baseline is 0. */
  readonly change: number | null
  /** Which side is better; `null` where the difference is within the noise. */
  readonly better: 'baseline' | 'other' | null
  /** Why no side is called better, as the end of a sentence; `null` where one is. */
  readonly because: string | null
}

/** Least difference, as a share of the larger value, by which one run of each side is called better than the other. */
export const floorOfOneRun = 0.2

/** Least difference, as a share of the larger value, that several runs can show. */
export const floorOfRuns = 0.01

/** The number of runs of each side that is enough for ranges that merely do not overlap: with 4, chance puts them apart once in 35 times. */
export const runsToTrustRanges = 4

/**
 * Compares the values of one figure, one for each run, of two sides.
 *
 * With several runs a side is better only where the ranges do not overlap, and, where a side has fewer than 4 runs, lie farther apart than
 * the wider of them is wide. With one run of a side there is no noise to see: it takes a difference of 20 %.
 *
 * @param good whether a high value is good, or a low one
 */
export function compareSides(baseline: readonly number[], other: readonly number[], good: 'high' | 'low'): Difference {
  if (baseline.length === 0 || other.length === 0) return { change: null, better: null, because: 'a side has no value' }
  const [a, b] = [mean(baseline), mean(other)]
  const change = a === 0 ? null : (b - a) / Math.abs(a)
  const because = whyNoise(baseline, other)
  if (because !== null) return { change, better: null, because }
  return { change, better: b > a === (good === 'high') ? 'other' : 'baseline', because: null }
}

function whyNoise(baseline: readonly number[], other: readonly number[]): string | null {
  const [a, b] = [mean(baseline), mean(other)]
  const difference = a === b ? 0 : Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b))
  const runs = Math.min(baseline.length, other.length)
  if (runs === 1) {
    const each = baseline.length === other.length ? 'one run each' : 'one run of a side'
    return difference < floorOfOneRun ? `not comparable: ${each}` : null
  }
  const gap = Math.max(Math.min(...baseline) - Math.max(...other), Math.min(...other) - Math.max(...baseline))
  if (gap <= 0) return 'the ranges overlap'
  if (difference < floorOfRuns) return 'less than 1 % apart'
  const isClear = runs >= runsToTrustRanges || gap > Math.max(widthOf(baseline), widthOf(other))
  return isClear ? null : 'the runs are spread too widely'
}

function widthOf(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
