import type { SuiteConfig } from '../config/config.ts'
import type { ResultsComparison } from '../result/compare/compare-results.ts'
import { decideFigures, type FiguresDecision, type RunsRound } from '../result/compare/decide-figures.ts'
import { leastRounds } from '../result/compare/decide-rounds.ts'
import { causeNotRun, leastComparedSeconds, whyDoubtful, withDoubt } from '../result/compare/doubtful-run.ts'
import { findSideDifferences, nameOf, type SideDifference } from '../result/compare/side-differences.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { worstVerdict } from '../result/verdict/verdict.ts'
import type { TargetConfig } from '../target/target.ts'
import { performSuite } from './perform-suite.ts'
import type { RunOptions } from './progress.ts'

/** How two targets are compared. */
export interface CompareTargetsOptions extends Omit<RunOptions, 'onCheckpoint'> {
  /** The most rounds, fixed before the first; from 5. Default 20. */
  readonly rounds?: number
  /** Seconds after which no round is begun that would end later. Default 600. */
  readonly budget?: number
  /** Half the width of an interval that is narrow enough, as a share: its figure is looked at no further. Default: none is. */
  readonly precision?: number
  /** Share by which a figure may differ without being called better or worse. Default 0.05. */
  readonly margin?: number
  /** Is called after each round with what the rounds so far come to, and with why the round counts for nothing; `null` where it counts. */
  readonly onRound?: (decision: FiguresDecision, doubt: string | null) => void
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
 * Compares two targets by the same load on both, in rounds of A, B, B, A, until each figure is decided, or precise enough, or rounds or time are used up.
 *
 * Whatever changes by and by favours neither side, and to look after each round finds no more differences between equal sides than one look would
 * (`decideFigures`). An interruption leaves what was measured so far.
 *
 * @param suite tests of load, whose targets are replaced
 * @throws what `runSuite` throws
 */
export async function compareInRounds(
  suite: SuiteConfig,
  targets: { readonly A: TargetConfig; readonly B: TargetConfig },
  { rounds: most = 20, budget = 600, precision, margin, onRound, ...running }: CompareTargetsOptions = {},
): Promise<TargetsComparison> {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const tests = suite.tests.map((test) => {
    const { target: _target, ...others } = { seed, target: undefined, ...test }
    return others
  })
  const each: SuiteConfig = { ...suite, tests, variants: targets, repeats: 2 }
  const began = performance.now()
  const results: SuiteResult[] = []
  let longest = 0
  let decision: FiguresDecision
  do {
    const start = performance.now()
    const result = await performSuite(each, running)
    results.push(result)
    longest = Math.max(longest, performance.now() - start)
    const isLast =
      running.signal?.aborted === true ||
      result.tests.some((run) => causeNotRun(run) !== undefined) ||
      performance.now() - began + longest > budget * 1000 ||
      canCountNoMore(results, most)
    decision = decideFigures(results.map(roundOf), {
      most,
      isLast,
      ...(precision !== undefined && { precision }),
      ...(margin !== undefined && { margin }),
    })
    onRound?.(decision, doubtOfRound(result))
  } while (decision.goesOn)
  return { suite: joinRounds(results), comparison: comparisonOfRounds(results, decision), rounds: decision.rounds }
}

/** Why a round counts for nothing, such as `run 1 of shop (A) is invalid`; `null` where it counts. */
function doubtOfRound({ tests }: SuiteResult): string | null {
  for (const run of tests) {
    const doubt = whyDoubtful(run)
    if (doubt !== null) return `run ${run.repeat} of ${nameOf(run)} ${doubt}`
  }
  return null
}

// Runs that all were too short are no longer in the rounds to come.
function canCountNoMore(results: readonly SuiteResult[], most: number): boolean {
  const counted = results.filter((result) => doubtOfRound(result) === null).length
  const areAllShort = results.every(({ tests }) =>
    tests.every(({ interrupted, scenarios }) => interrupted === null && scenarios.some(({ duration }) => duration < leastComparedSeconds)),
  )
  return areAllShort || counted + most - results.length < leastRounds
}

function runsOf(name: 'A' | 'B', { tests }: SuiteResult): readonly TestResult[] {
  return tests.filter(({ variant }) => variant === name)
}

function roundOf(result: SuiteResult): RunsRound {
  return { base: runsOf('A', result), head: runsOf('B', result) }
}

/** All rounds as one result: each run has a number of its own. */
function joinRounds(results: readonly SuiteResult[]): SuiteResult {
  const [first] = results
  if (first === undefined) throw new RangeError('there is no round')
  const tests = results.flatMap((result, round) => result.tests.map((run) => ({ ...run, repeat: run.repeat + 2 * round })))
  const verdict = worstVerdict(
    tests.map((run) => run.verdict),
    tests.map(({ name, variant, repeat }) => `${name} (${variant}) run ${repeat}`),
  )
  return { ...first, verdict, tests, rounds: results.length }
}

/** What the rounds come to. Where more requests fail on one side, its times and throughput are those of other requests, and no side wins by them. Pure. */
export function comparisonOfRounds(results: readonly SuiteResult[], { figures, rounds }: FiguresDecision): ResultsComparison {
  const suite = joinRounds(results)
  const { environment, name } = suite
  const counted = results.filter((result) => doubtOfRound(result) === null)
  const errors = (test?: string): readonly SideDifference[] =>
    counted.length === 0 ? [] : differencesOf(joinRounds(counted), test).filter(({ kind }) => kind === 'errors')
  const doubts = new Map(figures.map(({ part: { test } }) => [test, errors(test)[0]?.text ?? null]))
  return {
    schemaVersion: 1,
    name,
    base: { name: 'A', environment, runs: 2 * rounds },
    head: { name: 'B', environment, runs: 2 * rounds },
    differences: [...differencesOf(suite).filter(({ kind }) => kind !== 'errors'), ...errors()],
    figures: figures.map((figure) =>
      figure.unit === 'share' ? figure : { ...figure, ...withDoubt(figure, doubts.get(figure.part.test) ?? null) },
    ),
    regressions: [],
  }
}

/** In what the sides differ besides the figures, of all tests or one. */
function differencesOf(suite: SuiteResult, test?: string): readonly SideDifference[] {
  const sideOf = (variant: 'A' | 'B'): readonly SuiteResult[] => {
    const runs = runsOf(variant, suite).filter(({ name }) => test === undefined || name === test)
    return [{ ...suite, tests: runs.map((run) => ({ ...run, variant: 'default' })) }]
  }
  return findSideDifferences({ base: sideOf('A'), head: sideOf('B'), names: { base: 'A', head: 'B' } })
}
