import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { worstVerdict } from '../result/verdict/verdict.ts'
import type { ComparisonFailure, ResultsComparison } from './compare-results.ts'
import { leastRuns } from './compare-runs.ts'
import { notesOnFigures } from './comparison-notes.ts'
import type { Measurable } from './condition.ts'
import { decideFigures, type FiguresDecision } from './decide-figures.ts'
import { differencesOfSides, findSuspectSides, namesOfSides, type SideDifference } from './differences.ts'
import { causeNotRun, leastComparedSeconds } from './doubtful-run.ts'
import { findDifferingParts } from './failure-shares.ts'
import { decideRegressions, describeCase, leftUndecided, type JudgedRegression } from './judge-regression.ts'
import { readConditions } from './read-figure.ts'
import { doubtsOfRounds, type RunsRound } from './rounds.ts'
import { sideOf } from './side.ts'

/** The decision by the rounds made so far, with the given conditions. */
export interface ComparisonDecision extends FiguresDecision {
  readonly regressions: readonly JudgedRegression[]
}

/** What rounds are judged by. */
export interface RoundsToDecide {
  readonly precision: number | undefined
  readonly margin: number | undefined
  readonly most: number
  readonly isLast: boolean
  readonly failOn: readonly string[]
  readonly known: Measurable
}

/** Decides by the rounds so far; with conditions, only these decide whether another round is made. */
export function decide(
  results: readonly SuiteResult[],
  { precision, margin, failOn, known, ...limits }: RoundsToDecide,
): ComparisonDecision {
  const settings = { ...limits, precision }
  const made = results.map(roundOf)
  const figures = decideFigures(made, { ...settings, margin })
  const doubts = doubtsOf(results)
  const counted = results.filter((_result, index) => doubts[index] === null).flatMap(({ tests }) => tests)
  // Whether any run measured the figure is known after the first run.
  const conditions = readConditions(failOn, known, counted.length === 0 ? undefined : counted)
  const asked = decideRegressions(conditions, made, settings)
  const judged = new Set(asked.regressions.map(({ condition }) => condition))
  const test = results[0]?.tests[0]?.name ?? ''
  const unread = conditions
    .filter(({ condition }) => !judged.has(condition))
    .map((condition) => leftUndecided(describeCase({ condition, test }, { ratio: null, interval: null }), 'few', 'no round counts'))
  // When no condition has a reliable value, the rounds continue for the figures.
  const isAsked = asked.regressions.some(({ undecidedBy }) => undecidedBy !== 'unusable')
  return { ...figures, goesOn: isAsked ? asked.goesOn : figures.goesOn, regressions: [...asked.regressions, ...unread] }
}

/** Why each round does not count; `null` for a round that counts. */
export function doubtsOf(results: readonly SuiteResult[]): readonly (string | null)[] {
  return doubtsOfRounds(results.map(roundOf))
}

/** Joins all rounds into one result, in which each run has its own number. */
export function joinRounds(results: readonly SuiteResult[]): SuiteResult {
  const [first] = results
  if (first === undefined) throw new RangeError('there is no round')
  const tests = results.flatMap((result, round) => result.tests.map((run) => ({ ...run, repeat: run.repeat + 2 * round })))
  const verdict = worstVerdict(tests, ({ name, variant, repeat }) => `${name} (${variant}) run ${repeat}`)
  return { ...first, verdict, tests, rounds: results.length }
}

/** Compares the sides by all rounds. When the sides fail different shares of their requests, neither is better in times and throughput. Pure. */
export function comparisonOfRounds(
  results: readonly SuiteResult[],
  { figures, rounds, regressions }: ComparisonDecision,
  names: { readonly A: string; readonly B: string } = { A: targetOf('A', results), B: targetOf('B', results) },
): ResultsComparison {
  const suite = joinRounds(results)
  const { environment, name } = suite
  const doubts = doubtsOf(results)
  const counted = results.filter((_result, round) => doubts[round] === null)
  const apart = findDifferingParts(figures, { base: 'on A', head: 'on B' })
  const failure = failureOf(suite, doubts, rounds)
  const notes = failure === null ? [...notCounted(doubts), ...notesOnFigures(figures, { base: 'A', head: 'B' })] : []
  return {
    schemaVersion: 1,
    name,
    base: { name: 'A', of: names.A, environment, runs: 2 * rounds },
    head: { name: 'B', of: names.B, environment, runs: 2 * rounds },
    ...(failure !== null && { failure }),
    differences: [
      ...(counted.length === 0 ? [] : differencesOf(joinRounds(counted))),
      ...apart.map(({ text }) => ({ kind: 'errors' as const, text })),
    ],
    ...(notes.length > 0 && { notes }),
    figures,
    regressions,
  }
}

/** Why a comparison decides nothing: a side failed, or else too few rounds count, with the reason of the last that does not. */
function failureOf({ tests }: SuiteResult, doubts: readonly (string | null)[], rounds: number): ComparisonFailure | null {
  const failed = tests.find(({ interrupted, target }) => interrupted?.cause === 'target' || target.failed !== null)
  if (failed !== undefined) {
    const came = causeNotRun(failed) === undefined ? 'failed' : 'did not start'
    return { cause: 'target', reason: `${failed.variant} ${came}: ${failed.interrupted?.reason ?? failed.target.failed?.reason ?? ''}` }
  }
  if (rounds >= leastRuns) return null
  const counted = rounds === 0 ? 'no round counts' : `only ${rounds} ${rounds === 1 ? 'round counts' : 'rounds count'}`
  const why = doubts.findLast((doubt) => doubt !== null)
  return { cause: 'rounds', reason: `${counted}, and it takes ${leastRuns}: ${why ?? 'the time was up before'}` }
}

function targetOf(name: 'A' | 'B', results: readonly SuiteResult[]): string {
  const [run] = results.flatMap((result) => runsOf(name, result))
  return run?.target.command?.join(' ') ?? run?.target.url ?? ''
}

/** The caveat that some rounds do not count, with the first of the reasons. */
function notCounted(doubts: readonly (string | null)[]): readonly string[] {
  const first = doubts.findIndex((doubt) => doubt !== null)
  if (first === -1) return []
  const many = doubts.filter((doubt) => doubt !== null).length
  const reason = doubts[first]?.replaceAll(/\s*\n\s*/g, ' ') ?? ''
  return [`${many} of ${doubts.length} rounds ${many === 1 ? 'does' : 'do'} not count: in round ${first + 1}, ${reason}.`]
}

/** Finds what the sides differ in besides the figures and the shares of failures, by the rounds that count. */
function differencesOf(suite: SuiteResult): readonly SideDifference[] {
  const [base, head] = (['A', 'B'] as const).map((variant): readonly SuiteResult[] => [
    { ...suite, tests: runsOf(variant, suite).map((run) => ({ ...run, variant: 'default' })) },
  ]) as [readonly SuiteResult[], readonly SuiteResult[]]
  const names = namesOfSides('A', 'B')
  const differences = differencesOfSides(sideOf(base), sideOf(head), names)
  return [...differences.filter(({ kind }) => kind !== 'errors'), ...findSuspectSides(base, head, names)]
}

// When each of the first rounds is invalid, as with a target that stands still, further rounds will be, too.
const fruitlessRounds = 3

/** Whether no further round can count, as with a target that stands still or is away, and for runs that are too short. */
export function canCountNoMore(results: readonly SuiteResult[], most: number): boolean {
  const counted = doubtsOf(results).filter((doubt) => doubt === null).length
  const isAway = results.at(-1)?.tests.some((run) => causeNotRun(run) !== undefined) === true
  const areAllShort = results.every(({ tests }) =>
    tests.every(({ interrupted, scenarios }) => interrupted === null && scenarios.some(({ duration }) => duration < leastComparedSeconds)),
  )
  const doNoneCount = counted === 0 && results.length >= fruitlessRounds
  return isAway || areAllShort || doNoneCount || counted + most - results.length < leastRuns
}

/** The runs of a side in one round. */
function runsOf(name: 'A' | 'B', { tests }: SuiteResult): readonly TestResult[] {
  return tests.filter(({ variant }) => variant === name)
}

function roundOf(result: SuiteResult): RunsRound {
  return { base: runsOf('A', result), head: runsOf('B', result) }
}
