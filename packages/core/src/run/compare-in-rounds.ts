import type { SuiteConfig } from '../config/config.ts'
import type { ResultsComparison } from '../result/compare/compare-results.ts'
import { decideFigures, type FiguresDecision, type RunsRound } from '../result/compare/decide-figures.ts'
import { causeNotRun } from '../result/compare/doubtful-run.ts'
import { findSideDifferences } from '../result/compare/side-differences.ts'
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
  /** Is called after each round with what the rounds so far come to. */
  readonly onRound?: (decision: FiguresDecision) => void
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
      performance.now() - began + longest > budget * 1000
    decision = decideFigures(results.map(roundOf), {
      most,
      isLast,
      ...(precision !== undefined && { precision }),
      ...(margin !== undefined && { margin }),
    })
    onRound?.(decision)
  } while (decision.goesOn)
  const whole = joinRounds(results)
  return { suite: whole, comparison: comparisonOf(whole, decision), rounds: decision.rounds }
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
  return { ...first, verdict, tests }
}

function comparisonOf(suite: SuiteResult, { figures, rounds }: FiguresDecision): ResultsComparison {
  const { environment, name } = suite
  const sideOf = (variant: 'A' | 'B'): readonly SuiteResult[] => [
    { ...suite, tests: runsOf(variant, suite).map((run) => ({ ...run, variant: 'default' })) },
  ]
  const differences = findSideDifferences({ base: sideOf('A'), head: sideOf('B') })
  return {
    schemaVersion: 1,
    name,
    base: { name: 'A', environment, runs: 2 * rounds },
    head: { name: 'B', environment, runs: 2 * rounds },
    differences,
    figures,
    regressions: [],
  }
}
