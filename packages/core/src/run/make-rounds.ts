import { decideFigures, type FiguresDecision } from '../result/compare/decide-figures.ts'
import { decideRegressions } from '../result/compare/decide-regressions.ts'
import { leastRounds } from '../result/compare/decide-rounds.ts'
import { causeNotRun, doubtsOfRounds, leastComparedSeconds, type RunsRound } from '../result/compare/doubtful-run.ts'
import type { JudgedRegression } from '../result/compare/judge-regression.ts'
import type { Measurable, RegressionCondition } from '../result/compare/parse-regression.ts'
import { readConditions } from '../result/compare/regression-cases.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { formatSelector } from '../result/threshold/selector.ts'

/** What the rounds made so far come to, with the conditions that were asked for. */
export interface ComparisonDecision extends FiguresDecision {
  readonly regressions: readonly JudgedRegression[]
}

/** How rounds are made and judged. */
export interface RoundsToMake extends Omit<DecisionSettings, 'isLast'> {
  /** Seconds after which no round is begun that would end later. */
  readonly budget: number
  readonly signal: AbortSignal | undefined
  readonly onRound: ((decision: ComparisonDecision, doubt: string | null) => void) | undefined
}

/**
 * Makes rounds until they decide what is asked for, or rounds or time are used up, or they are stopped.
 *
 * @param perform makes a round: A, B, B, A, and turned B, A, A, B, so that what comes with the end of each, such as a look at the machine, meets both sides alike
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
    // Whoever stops because of what there is to be seen gets no look of their own: its error would be one more.
    const isStopped = signal?.aborted === true || canCountNoMore(results, settings.most)
    const isLast = !isStopped && performance.now() - began + longest > budget * 1000
    const decision = decide(results, { ...settings, isLast })
    onRound?.(decision, doubtsOf(results).at(-1) ?? null)
    if (isStopped || !decision.goesOn) return { results, decision }
  }
}

interface DecisionSettings {
  readonly precision: number | undefined
  readonly margin: number | undefined
  readonly most: number
  readonly isLast: boolean
  readonly failOn: readonly string[]
  readonly known: Measurable
}

/** Says what the rounds come to: with conditions, they alone say whether another round is made. */
function decide(results: readonly SuiteResult[], { precision, margin, failOn, known, ...given }: DecisionSettings): ComparisonDecision {
  const settings = { ...given, ...(precision !== undefined && { precision }) }
  const made = results.map(roundOf)
  const figures = decideFigures(made, { ...settings, ...(margin !== undefined && { margin }) })
  const counted = results.filter((_result, index) => doubtsOf(results)[index] === null).flatMap(({ tests }) => tests)
  // What no run measured is known when there is one.
  const conditions = readConditions(failOn, known, counted.length === 0 ? undefined : counted)
  const asked = decideRegressions(conditions, made, settings)
  const judged = new Set(asked.regressions.map(({ condition }) => condition))
  const unread = conditions.filter(({ condition }) => !judged.has(condition)).map((each) => undecidedOf(each, results))
  // What no run can tell is no reason to stop: the figures are what is left to be said.
  const isAsked = asked.regressions.some(({ undecidedBy }) => undecidedBy !== 'untold')
  return { ...figures, goesOn: isAsked ? asked.goesOn : figures.goesOn, regressions: [...asked.regressions, ...unread] }
}

/** A condition that no run could be read for, as none counts. */
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

/** Why each round counts for nothing; `null` where it counts. */
export function doubtsOf(results: readonly SuiteResult[]): readonly (string | null)[] {
  return doubtsOfRounds(results.map(roundOf))
}

// What makes each of the first rounds invalid, such as a target that stands still, does so to the others.
const fruitlessRounds = 3

// Of a target that is away, or runs that all were too short are no longer in the rounds to come.
function canCountNoMore(results: readonly SuiteResult[], most: number): boolean {
  const counted = doubtsOf(results).filter((doubt) => doubt === null).length
  const isAway = results.at(-1)?.tests.some((run) => causeNotRun(run) !== undefined) === true
  const areAllShort = results.every(({ tests }) =>
    tests.every(({ interrupted, scenarios }) => interrupted === null && scenarios.some(({ duration }) => duration < leastComparedSeconds)),
  )
  const doNoneCount = counted === 0 && results.length >= fruitlessRounds
  return isAway || areAllShort || doNoneCount || counted + most - results.length < leastRounds
}

/** The runs of a side in one round. */
export function runsOf(name: 'A' | 'B', { tests }: SuiteResult): readonly TestResult[] {
  return tests.filter(({ variant }) => variant === name)
}

function roundOf(result: SuiteResult): RunsRound {
  return { base: runsOf('A', result), head: runsOf('B', result) }
}
