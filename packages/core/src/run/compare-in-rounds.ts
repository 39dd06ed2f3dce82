import { BenchpressError } from '../base/errors/benchpress-error.ts'
import type { SuiteConfig } from '../config/config.ts'
import type { ComparisonFailure, ResultsComparison } from '../result/compare/compare-results.ts'
import { leastRounds } from '../result/compare/decide-rounds.ts'
import { causeNotRun, withDoubt } from '../result/compare/doubtful-run.ts'
import type { JudgedRegression } from '../result/compare/judge-regression.ts'
import { readConditions } from '../result/compare/regression-cases.ts'
import { findSideDifferences, type SideDifference, findSuspectSides } from '../result/compare/side-differences.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import { worstVerdict } from '../result/verdict/verdict.ts'
import type { TargetConfig } from '../target/target.ts'
import { measurableOf } from './comparison-problems.ts'
import { doubtsOf, makeRounds, runsOf, type ComparisonDecision } from './make-rounds.ts'
import { performSuite } from './perform-suite.ts'
import { defaultBudget, planRounds } from './plan-rounds.ts'
import type { RunOptions } from './progress.ts'
import { resolveTests } from './resolve-tests.ts'

/** How two targets are compared. */
export interface CompareTargetsOptions extends Omit<RunOptions, 'onCheckpoint'> {
  /** The most rounds, fixed before the first; from 5. Default 20; with a budget or a precision, as many as fit into the budget by their plan. */
  readonly rounds?: number
  /** Seconds after which no round is begun that would end later; five rounds have to fit into it by their plan. Default 600. */
  readonly budget?: number
  /** Half the width of an interval that is narrow enough, as a share: its figure is looked at no further. Default: none is. */
  readonly precision?: number
  /** Share by which a figure may differ without being called better or worse. Default 0.05. */
  readonly margin?: number
  /** Conditions that say what a regression is, such as `p99 > +5%`: with some, rounds are made until each of them is decided, whatever the other figures are. */
  readonly failOn?: readonly string[]
  /** What the sides are, such as two commits. Default: the URL or the command of each. */
  readonly names?: { readonly A: string; readonly B: string }
  /** Is called after each round with what the rounds so far come to, and with why the round counts for nothing; `null` where it counts. */
  readonly onRound?: (decision: ComparisonDecision, doubt: string | null) => void
}

/** Two targets, compared by rounds. */
export interface TargetsComparison {
  /** All runs of all rounds, with the targets as the variants `A` and `B`. */
  readonly suite: SuiteResult
  readonly comparison: ResultsComparison
  /** The number of rounds that count: those of which each run can be believed. */
  readonly rounds: number
}

/**
 * Compares two targets by the same load on both, in rounds of A, B, B, A and B, A, A, B by turns, until each figure is decided, or precise enough, or rounds or
 * time are used up; with conditions on changes, until each of these is.
 *
 * Whatever changes by and by favours neither side, and to look after each round finds no more differences between equal sides than one look would
 * (`decideFigures`). An interruption leaves what was measured so far, with the answers of the looks that were planned until then.
 *
 * @param suite tests of load, whose targets are replaced
 * @throws what `runSuite` throws; BenchpressError `NOT_COMPARABLE` for a budget that holds too few rounds, or with what is wrong with the conditions, before any
 *   load, or after the first round that counts where one is on what no run measured
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

/** All rounds as one result: each run has a number of its own. */
function joinRounds(results: readonly SuiteResult[]): SuiteResult {
  const [first] = results
  if (first === undefined) throw new RangeError('there is no round')
  const tests = results.flatMap((result, round) => result.tests.map((run) => ({ ...run, repeat: run.repeat + 2 * round })))
  const verdict = worstVerdict(tests, ({ name, variant, repeat }) => `${name} (${variant}) run ${repeat}`)
  return { ...first, verdict, tests, rounds: results.length }
}

/** What the rounds come to. Where more requests fail on one side, its times and throughput are those of other requests, and no side wins by them. Pure. */
export function comparisonOfRounds(
  results: readonly SuiteResult[],
  { figures, rounds, regressions }: ComparisonDecision,
  names: CompareTargetsOptions['names'] = { A: targetOf('A', results), B: targetOf('B', results) },
): ResultsComparison {
  const suite = joinRounds(results)
  const { environment, name } = suite
  const doubtsOfThem = doubtsOf(results)
  const counted = results.filter((_result, index) => doubtsOfThem[index] === null)
  const errors = (test?: string): readonly SideDifference[] =>
    counted.length === 0 ? [] : differencesOf(joinRounds(counted), test).filter(({ kind }) => kind === 'errors')
  const doubts = new Map(figures.map(({ part: { test } }) => [test, errors(test)[0]?.text ?? null]))
  const failure = failureOf(suite, doubtsOfThem, rounds)
  return {
    schemaVersion: 1,
    name,
    base: { name: 'A', of: names.A, environment, runs: 2 * rounds },
    head: { name: 'B', of: names.B, environment, runs: 2 * rounds },
    ...(failure !== null && { failure }),
    differences: [...differencesOf(suite).filter(({ kind }) => kind !== 'errors'), ...errors()],
    figures: figures.map((figure) =>
      figure.unit === 'share' ? figure : { ...figure, ...withDoubt(figure, doubts.get(figure.part.test) ?? null) },
    ),
    regressions: regressions.map((each) => withDoubtOfErrors(each, doubts.get(each.test) ?? null)),
  }
}

/** What went wrong: first that a side failed, and else that too few rounds count, with why the last of those does not. */
function failureOf({ tests }: SuiteResult, doubts: readonly (string | null)[], rounds: number): ComparisonFailure | null {
  const failed = tests.find(({ interrupted, target }) => interrupted?.cause === 'target' || target.failed !== null)
  if (failed !== undefined) {
    const came = causeNotRun(failed) === undefined ? 'failed' : 'did not start'
    return { cause: 'target', reason: `${failed.variant} ${came}: ${failed.interrupted?.reason ?? failed.target.failed?.reason ?? ''}` }
  }
  if (rounds >= leastRounds) return null
  const counted = rounds === 0 ? 'no round counts' : `only ${rounds} ${rounds === 1 ? 'round counts' : 'rounds count'}`
  const why = doubts.findLast((doubt) => doubt !== null)
  return { cause: 'rounds', reason: `${counted}, and it takes ${leastRounds}: ${why ?? 'the time was up before'}` }
}

function targetOf(name: 'A' | 'B', results: readonly SuiteResult[]): string {
  const [run] = results.flatMap((result) => runsOf(name, result))
  return run?.target.command?.join(' ') ?? run?.target.url ?? ''
}

// A share of failures is what such a doubt is about.
function withDoubtOfErrors(regression: JudgedRegression, doubt: string | null): JudgedRegression {
  if (doubt === null || /^\w+_failed\b/.test(regression.metric)) return regression
  return { ...regression, outcome: 'undecided', undecidedBy: 'untold', because: doubt, runsNeeded: null }
}

/** In what the sides differ besides the figures, of all tests or one. */
function differencesOf(suite: SuiteResult, test?: string): readonly SideDifference[] {
  const sideOf = (variant: 'A' | 'B'): readonly SuiteResult[] => {
    const runs = runsOf(variant, suite).filter(({ name }) => test === undefined || name === test)
    return [{ ...suite, tests: runs.map((run) => ({ ...run, variant: 'default' })) }]
  }
  const sides = { base: sideOf('A'), head: sideOf('B'), names: { base: 'A', head: 'B' } }
  return [...findSideDifferences(sides), ...findSuspectSides(sides)]
}
