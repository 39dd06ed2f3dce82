import { compareRuns, type RunsComparison, type SuiteResult, type TestResult } from '@benchpress/core'
import { failuresDiffer, formatNumber, whyDoubtful, type ReportSection } from '@benchpress/core/report'
import type { Claim, ClaimJudged, Measured, OverRuns, Place, PresetRun, RunFacts, Where } from '@benchpress/core/preset'
import { numberOf } from './documented-cells.ts'
import { chooseRuns, findPasses, readPass } from './passes.ts'
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

/** A figure of one side. */
interface Side {
  /** Reads the figure of a run. */
  readonly measure: (place: Place) => Measured
  /** How the figure is over the tests of each repeat. Default: each run has its own. */
  readonly over?: OverRuns
}

/** Two sides of a result in one figure. */
export interface Sides extends Settings, Side {
  readonly base: Where
  readonly head: Where
  /** The ratio of head to base from which the claim holds, as `1.86` for 86 % more. Default: any by which the head is better. */
  readonly least?: number
  /** Whether sides that fail in another share of their requests cannot be compared, as in a rate of right responses. */
  readonly alike?: boolean
}

/**
 * The share by which two starts of the same server may differ.
 *
 * A server that was running before has one start in all of its runs, so no interval covers this, and a lead decides only beyond it. Of 16 starts, each
 * measured in turns with the same other one, 95 % of all pairs differed by at most 10.4 % (`npm run prove` has the proof).
 */
export const startMargin = 0.2

/** Makes a claim of a winner, which {@link judgeSides} decides; a function where the sides need the result. */
export function sidesClaim(says: string, sides: Sides | ((suite: SuiteResult) => Sides)): Claim {
  return { says, rule: (suite) => judgeSides(suite, typeof sides === 'function' ? sides(suite) : sides) }
}

/**
 * Decides by `compareRuns` whether the head is better than the base; a rule for claims of a winner.
 *
 * It holds where the head is better, and does not where it is worse or equivalent. Runs that decide nothing, such as invalid ones, are left out; with too few runs it
 * is unknown. `undefined` where neither side was run, or one of two sides of many tests.
 */
export function judgeSides(suite: SuiteResult, sides: Sides): ClaimJudged | undefined {
  const { base, head, measure, over, alike = false, ...settings } = sides
  const figure = { measure, ...(over !== undefined && { over }) }
  const [before, after] = [runsOfSide(suite, base, figure), runsOfSide(suite, head, figure)]
  const isMissing = [before, after].map(({ passes }) => passes.length === 0)
  if (over === undefined ? !isMissing.includes(false) : isMissing.includes(true)) return undefined
  const apart = alike ? failuresDiffer(before.passes.map(failures), after.passes.map(failures), namesOf(base, head)) : null
  return apart === null ? judgeValues(before, after, settings) : { holds: 'unknown', because: `it ${apart}` }
}

function judgeValues(before: RunsOfSide, after: RunsOfSide, { least, ...settings }: RunsSettings): ClaimJudged {
  const doubt = before.doubt ?? after.doubt
  const judge = (changes: Pick<RunsSettings, 'least' | 'margin'>): ClaimJudged =>
    judgeRuns(before.values, after.values, { ...settings, ...changes, ...(doubt !== undefined && { doubt }) })
  const judged = judge({ least })
  // A share of less than 1 is no lead, and points are no ratio.
  if (judged.holds !== 'yes' || (least ?? 1) < 1 || settings.scale === 'points') return judged
  const isRunning = [before, after].some(({ passes }) => passes.flat().some(({ test }) => test.target.command === null))
  if (!isRunning || judge({ margin: startMargin }).holds === 'yes') return judged
  return { holds: 'unknown', because: `${judged.because}; two starts of one server may differ by ${startMargin * 100} %` }
}

/** The runs of one side. */
interface RunsOfSide {
  readonly passes: readonly (readonly Place[])[]
  /** The figure of each pass that can be believed. */
  readonly values: readonly number[]
  /** Why another one cannot. */
  readonly doubt?: string
}

/** Reads the figure of one side in each run, or in each repeat of its tests, without those that decide nothing. */
export function runsOfSide(suite: SuiteResult, where: Where, { measure, over }: Side): RunsOfSide {
  const passes = over === undefined ? findPlaces(suite, where).places.map((place) => [place]) : findPasses(suite, where)
  const judged = passes.map((pass) => ({ pass, doubt: whyDoubtfulPass(over === undefined ? pass : chooseRuns(over, pass)) }))
  const sound = judged.filter(({ doubt }) => doubt === undefined)
  const doubt = judged.find((one) => one.doubt !== undefined)?.doubt
  return {
    passes,
    values: sound.flatMap(({ pass }) => numberOf(readPass(over ?? 'mean', pass, measure)) ?? []),
    ...(doubt !== undefined && { doubt: `a run ${doubt}` }),
  }
}

// The runs of a pass are as long as all of them together.
function whyDoubtfulPass(pass: readonly Place[]): string | undefined {
  const duration = pass.reduce((sum, { scenario }) => sum + scenario.duration, 0)
  return pass.flatMap(
    ({ test, scenario }) => whyDoubtful(pass.length === 1 ? test : { ...test, scenarios: [{ ...scenario, duration }] }) ?? [],
  )[0]
}

function failures(pass: readonly Place[]): { readonly share: number } {
  const sum = (read: (place: Place) => number): number => pass.reduce((all, place) => all + read(place), 0)
  return { share: 1 - sum(({ requests }) => requests.counts.outcomes.ok) / sum(({ requests }) => requests.counts.started) }
}

function namesOf(base: Where, head: Where): { readonly base: string; readonly head: string } {
  return { base: `on ${base.variant ?? 'the base'}`, head: `on ${head.variant ?? 'the head'}` }
}

interface RunsSettings extends Settings {
  readonly least?: number | undefined
  /** Why the runs may decide nothing; it is the reason where they do not. */
  readonly doubt?: string
}

function judgeRuns(base: readonly number[], head: readonly number[], { least, doubt, ...settings }: RunsSettings): ClaimJudged {
  const { answer, ratio, interval, because } = compareRuns(base, head, settings)
  const holds = decide({ answer, interval }, least)
  if (holds === 'unknown') return { holds, because: doubt ?? because ?? 'the runs do not decide it' }
  const ends = interval === null ? '' : ` (${interval.map(formatNumber).join(' to ')})`
  return { holds, because: `measured ${formatNumber(ratio ?? 1)} times${ends}` }
}

function decide({ answer, interval }: Pick<RunsComparison, 'answer' | 'interval'>, least: number | undefined): ClaimJudged['holds'] {
  if (least === undefined) return answer === 'inconclusive' ? 'unknown' : answer === 'better' ? 'yes' : 'no'
  if (interval === null) return 'unknown'
  const [low, high] = interval
  return low >= least ? 'yes' : high < least ? 'no' : 'unknown'
}
