import { compareRuns, type RunsComparison, type SuiteResult, type TestResult } from '@benchpress/core'
import { formatNumber, whyDoubtful, type ReportSection } from '@benchpress/core/report'
import type { Claim, ClaimJudged, Measured, Place, PresetRun, RunFacts, Where } from '@benchpress/core/preset'
import { numberOf } from './documented-cells.ts'
import { findPlaces } from './places.ts'

/** A claim with its rule applied to a result. */
export interface JudgedClaim extends ClaimJudged {
  readonly says: string
}

/** Applies the rule of each claim of a preset; those that the result says nothing of are left out. */
export function judgeClaims(suite: SuiteResult, presetRun: PresetRun): readonly JudgedClaim[] {
  return (presetRun.preset.claims ?? []).flatMap(({ says, rule }: Claim) => {
    const judged = rule(suite, presetRun)
    return judged === undefined ? [] : { says, ...judged }
  })
}

/** The section of what a document says, with whether it holds for what was measured. */
export function claimsSection(claims: readonly JudgedClaim[]): readonly ReportSection[] {
  if (claims.length === 0) return []
  // Claims that one reason leaves open share a line.
  const alike = Map.groupBy(claims, ({ says, holds, because }) => (holds === 'unknown' ? because : says))
  const lines = [...alike.values()].map((of) => {
    const [{ holds, because }] = of as [JudgedClaim]
    return [{ condition: of.map(({ says }) => says).join('; '), holds, outcome: because }]
  })
  return [{ title: 'What the document says, and what was measured', parts: [{ lines }] }]
}

/** Makes a rule that holds where it holds in every run; `judge` gets each run with its index, and returns `undefined` for one that it says nothing of. */
export function inEachRun(judge: (test: TestResult, index: number, facts: RunFacts) => ClaimJudged | undefined): Claim['rule'] {
  return ({ tests }, facts) => {
    const runs = tests.flatMap((test, index) => (test.scenarios.length === 0 ? [] : (judge(test, index, facts) ?? [])))
    if (runs.length === 0) return undefined
    const holds = (['no', 'unknown'] as const).find((answer) => runs.some((run) => run.holds === answer)) ?? 'yes'
    return { holds, because: runs.map(({ because }, index) => (runs.length > 1 ? `run ${index + 1}: ${because}` : because)).join('; ') }
  }
}

type Settings = Parameters<typeof compareRuns>[2]

/** Two sides of a result in one figure. */
export interface Sides extends Settings {
  readonly base: Where
  readonly head: Where
  /** Reads the figure of a run. */
  readonly measure: (place: Place) => Measured
  /** The ratio of head to base from which the claim holds, as `1.86` for 86 % more. Default: any by which the head is better. */
  readonly least?: number
}

/**
 * Decides by `compareRuns` whether the head is better than the base; a rule for claims of a winner.
 *
 * It holds where the head is better, and does not where it is worse or equivalent. Runs that decide nothing, such as invalid ones, are left out; with too few runs it
 * is unknown. `undefined` where neither side was run.
 */
export function judgeSides(suite: SuiteResult, { base, head, measure, ...settings }: Sides): ClaimJudged | undefined {
  const [places, others] = [base, head].map((where) => findPlaces(suite, where).places) as [readonly Place[], readonly Place[]]
  if (places.length === 0 && others.length === 0) return undefined
  const valuesOf = (side: readonly Place[]): readonly number[] =>
    side.filter(({ test }) => whyDoubtful(test) === null).flatMap((place) => numberOf(measure(place)) ?? [])
  const [doubt] = [...places, ...others].flatMap(({ test }) => whyDoubtful(test) ?? [])
  return judgeRuns(valuesOf(places), valuesOf(others), { ...settings, ...(doubt !== undefined && { doubt: `a run ${doubt}` }) })
}

/** How runs of two sides are compared for a claim. */
export interface RunsSettings extends Settings {
  /** The ratio of head to base from which the claim holds, as for {@link judgeSides}. */
  readonly least?: number
  /** Why the runs may decide nothing; it is the reason where they do not. */
  readonly doubt?: string
}

/** Decides by `compareRuns` whether the head is better than the base, by the values of their runs: as {@link judgeSides}, for figures over several tests. */
export function judgeRuns(base: readonly number[], head: readonly number[], { least, doubt, ...settings }: RunsSettings): ClaimJudged {
  const { answer, ratio, interval, because } = compareRuns(base, head, settings)
  const holds = decide({ answer, interval }, least)
  if (holds === 'unknown') return { holds, because: doubt ?? because ?? 'the runs do not decide it' }
  const ends = interval === null ? '' : ` (${interval.map(roundRatio).join(' to ')})`
  return { holds, because: `measured ${roundRatio(ratio ?? 1)} times${ends}` }
}

function decide({ answer, interval }: Pick<RunsComparison, 'answer' | 'interval'>, least: number | undefined): ClaimJudged['holds'] {
  if (least === undefined) return answer === 'inconclusive' ? 'unknown' : answer === 'better' ? 'yes' : 'no'
  if (interval === null) return 'unknown'
  const [low, high] = interval
  return low >= least ? 'yes' : high < least ? 'no' : 'unknown'
}

function roundRatio(ratio: number): string {
  return formatNumber(Number(ratio.toPrecision(3)))
}
