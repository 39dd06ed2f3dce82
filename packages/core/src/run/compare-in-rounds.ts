import { formatSelector } from '../result/threshold/threshold.ts'
import { BenchpressError } from '../base/errors/benchpress-error.ts'
import { given } from '../config/unchecked.ts'
import type { SuiteConfig } from '../config/config.ts'
import { figureNotes } from '../compare/comparison-notes.ts'
import type { ComparisonFailure, ResultsComparison } from '../compare/compare-results.ts'
import { leastRuns } from '../compare/compare-runs.ts'
import { causeNotRun, leastComparedSeconds } from '../compare/doubtful-run.ts'
import { doubtsOfRounds, type RunsRound } from '../compare/rounds.ts'
import { findPartsApart } from '../compare/failure-shares.ts'
import type { JudgedRegression } from '../compare/judge-regression.ts'
import { readConditions } from '../compare/read-figure.ts'
import { differencesOfSides, findSuspectSides, namesOfSides, type SideDifference } from '../compare/differences.ts'
import { sideOf } from '../compare/side.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { worstVerdict } from '../result/verdict/verdict.ts'
import type { TargetConfig } from '../target/target.ts'
import { measurableOf, defaultBudget, planRounds } from './plan-rounds.ts'
import { performSuite } from './perform-suite.ts'
import type { RunOptions } from './progress.ts'
import { resolveTests } from './resolve-tests.ts'
import { decideFigures, type FiguresDecision } from '../compare/decide-figures.ts'
import { decideRegressions } from '../compare/decide-regressions.ts'
import type { Measurable, RegressionCondition } from '../compare/condition.ts'

/** Options of a comparison of two targets. */
export interface CompareTargetsOptions extends Omit<RunOptions, 'onCheckpoint'> {
  /** The most rounds, at least 5, fixed before the first round. Default 20; with a budget or a precision, the planned number that fits into the budget. */
  readonly rounds?: number
  /** Seconds for the comparison: no round is begun that would end later, but for the fifth, and five planned rounds must fit. Default 600. */
  readonly budget?: number
  /** Half the width of an interval, as a share, at which its figure is precise enough. Default: none. */
  readonly precision?: number
  /** Share by which a figure may differ without being called better or worse. Default 0.05. */
  readonly margin?: number
  /** Conditions that define a regression, such as `p99 > +5%`: with conditions, rounds are made until each of them is decided, whatever the other figures are. */
  readonly failOn?: readonly string[]
  /** Descriptions of the sides, such as two commits. Default: the URL or the command of each target. */
  readonly names?: { readonly A: string; readonly B: string }
  /** Is called after each round with the decision so far, and with why the round does not count, or `null` if it counts. */
  readonly onRound?: (decision: ComparisonDecision, doubt: string | null) => void
}

/** The result of a comparison of two targets by rounds. */
export interface TargetsComparison {
  /** All runs of all rounds, with the targets as the variants `A` and `B`. */
  readonly suite: SuiteResult
  readonly comparison: ResultsComparison
  /** The number of rounds that count, in which each run can be believed. */
  readonly rounds: number
}

/**
 * Compares two targets by the same load on both, in rounds of A, B, B, A and B, A, A, B by turns, until each figure is decided or precise enough, or
 * rounds or time are used up; with conditions on changes, until each condition is decided.
 *
 * Gradual changes favour neither side, and looking after each round finds no more differences between equal sides than a single look would
 * (`decideFigures`). After an interruption it resolves with what was measured so far, and the answers of the planned looks until then.
 *
 * @param suite tests of load, whose targets are replaced
 * @throws the errors of `runSuite`; BenchpressError `NOT_COMPARABLE` when too few rounds fit into the budget, or with what is wrong with the
 * conditions: before any load, or after the first round that counts if no run measured the figure of a condition
 */
export async function compareInRounds(
  suite: SuiteConfig,
  targets: { readonly A: TargetConfig; readonly B: TargetConfig },
  options: CompareTargetsOptions = {},
): Promise<TargetsComparison> {
  const { rounds, budget, precision, margin, failOn = [], names, onRound, ...running } = options
  const seed = Math.floor(Math.random() * 2 ** 31)
  const tests = suite.tests.map((test) => {
    const { target: _target, ...others } = { seed, target: undefined, ...test }
    return others
  })
  const each: SuiteConfig = { ...suite, tests, variants: targets, repeats: 2 }
  const turned: SuiteConfig = { ...each, variants: { B: targets.B, A: targets.A } }
  const resolved = await resolveTests(each, running.cwd)
  const known = measurableOf(resolved)
  readConditions(failOn, known, undefined)
  const { most, tooLong } = planRounds(resolved, { rounds, budget, precision })
  if (tooLong !== undefined) throw new BenchpressError('NOT_COMPARABLE', tooLong, { hint: 'Give it more time, or make the runs shorter.' })
  const { results, decision } = await makeRounds((isTurned) => performSuite(isTurned ? turned : each, running), {
    most,
    budget: budget ?? defaultBudget,
    precision,
    margin,
    failOn,
    known,
    signal: running.signal,
    onRound,
  })
  return { suite: joinRounds(results), comparison: comparisonOfRounds(results, decision, names), rounds: decision.rounds }
}

/** Joins all rounds into one result, in which each run has its own number. */
function joinRounds(results: readonly SuiteResult[]): SuiteResult {
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
  names: CompareTargetsOptions['names'] = { A: targetOf('A', results), B: targetOf('B', results) },
): ResultsComparison {
  const suite = joinRounds(results)
  const { environment, name } = suite
  const doubts = doubtsOf(results)
  const counted = results.filter((_result, round) => doubts[round] === null)
  const apart = findPartsApart(figures, { base: 'on A', head: 'on B' })
  const failure = failureOf(suite, doubts, rounds)
  const notes = failure === null ? [...notCounted(doubts), ...figureNotes(figures, { base: 'A', head: 'B' })] : []
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

/** The decision by the rounds made so far, with the given conditions. */
export interface ComparisonDecision extends FiguresDecision {
  readonly regressions: readonly JudgedRegression[]
}

/** Settings for making and judging rounds. */
export interface RoundsToMake extends Omit<DecisionSettings, 'isLast'> {
  /** Seconds after which no round is begun that would end later. */
  readonly budget: number
  readonly signal: AbortSignal | undefined
  readonly onRound: ((decision: ComparisonDecision, doubt: string | null) => void) | undefined
}

/**
 * Makes rounds until everything is decided, or rounds or time are used up, or they are stopped.
 *
 * @param perform makes a round: A, B, B, A, or B, A, A, B when turned, so that work at the end of each round, such as checking the machine, affects
 * both sides alike
 */
export async function makeRounds(
  perform: (isTurned: boolean) => Promise<SuiteResult>,
  { budget, signal, onRound, ...settings }: RoundsToMake,
): Promise<{ readonly results: readonly SuiteResult[]; readonly decision: ComparisonDecision }> {
  const began = performance.now()
  const results: SuiteResult[] = []
  let longest = 0
  for (;;) {
    const start = performance.now()
    results.push(await perform(results.length % 2 === 1))
    longest = Math.max(longest, performance.now() - start)
    // A comparison that is stopped, perhaps because of its figures, gets no final look, whose error would be additional.
    const isStopped = signal?.aborted === true || canCountNoMore(results, settings.most)
    const isLast = !isStopped && isTimeUp(results.length, performance.now() - began, longest, budget * 1000)
    const decision = decide(results, { ...settings, isLast })
    onRound?.(decision, doubtsOf(results).at(-1) ?? null)
    if (isStopped || !decision.goesOn) return { results, decision }
  }
}

/**
 * Whether no further round is made because of the time: none that would end after the budget. Since fewer than five decide nothing, five that take a little longer
 * than planned may together end one round later, and where they cannot, none is made after the first.
 *
 * @param elapsed the time since the first round began, and with it `longest`, the longest round, in the unit of the budget
 */
export function isTimeUp(made: number, elapsed: number, longest: number, budget: number): boolean {
  const missing = leastRuns - made
  return missing > 0 ? elapsed + missing * longest > budget + longest : elapsed + longest > budget
}

interface DecisionSettings {
  readonly precision: number | undefined
  readonly margin: number | undefined
  readonly most: number
  readonly isLast: boolean
  readonly failOn: readonly string[]
  readonly known: Measurable
}

/** Decides by the rounds so far; with conditions, only these decide whether another round is made. */
function decide(results: readonly SuiteResult[], { precision, margin, failOn, known, ...limits }: DecisionSettings): ComparisonDecision {
  const settings = { ...limits, ...given({ precision }) }
  const made = results.map(roundOf)
  const figures = decideFigures(made, { ...settings, ...given({ margin }) })
  const doubts = doubtsOf(results)
  const counted = results.filter((_result, index) => doubts[index] === null).flatMap(({ tests }) => tests)
  // Whether any run measured the figure is known after the first run.
  const conditions = readConditions(failOn, known, counted.length === 0 ? undefined : counted)
  const asked = decideRegressions(conditions, made, settings)
  const judged = new Set(asked.regressions.map(({ condition }) => condition))
  const unread = conditions.filter(({ condition }) => !judged.has(condition)).map((each) => undecidedOf(each, results))
  // When no condition has a reliable value, the rounds continue for the figures.
  const isAsked = asked.regressions.some(({ undecidedBy }) => undecidedBy !== 'untold')
  return { ...figures, goesOn: isAsked ? asked.goesOn : figures.goesOn, regressions: [...asked.regressions, ...unread] }
}

/** A condition that cannot be read, because no run counts. */
function undecidedOf({ condition, on, aggregate, scale }: RegressionCondition, results: readonly SuiteResult[]): JudgedRegression {
  return {
    condition,
    scale,
    metric: `${formatSelector(on)} ${aggregate}`,
    test: results[0]?.tests[0]?.name ?? '',
    outcome: 'undecided',
    undecidedBy: 'few',
    because: 'no round counts',
    ratio: null,
    interval: null,
    runsNeeded: null,
  }
}

/** Why each round does not count; `null` for a round that counts. */
function doubtsOf(results: readonly SuiteResult[]): readonly (string | null)[] {
  return doubtsOfRounds(results.map(roundOf))
}

// When each of the first rounds is invalid, as with a target that stands still, further rounds will be, too.
const fruitlessRounds = 3

// The same holds for a target that is away, and for runs that are too short.
function canCountNoMore(results: readonly SuiteResult[], most: number): boolean {
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
