import { decideFigures, type FiguresDecision } from '../result/compare/decide-figures.ts'
import { decideRegressions } from '../result/compare/decide-regressions.ts'
import { leastRuns } from '../result/compare/compare-runs.ts'
import { causeNotRun, doubtsOfRounds, leastComparedSeconds, type RunsRound } from '../result/compare/doubtful-run.ts'
import type { JudgedRegression } from '../result/compare/judge-regression.ts'
import type { Measurable, RegressionCondition } from '../result/compare/parse-regression.ts'
import { readConditions } from '../result/compare/regression-cases.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { formatSelector } from '../result/threshold/selector.ts'

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

/** Decides by the rounds so far; with conditions, only these decide whether another round is made. */
function decide(results: readonly SuiteResult[], { precision, margin, failOn, known, ...given }: DecisionSettings): ComparisonDecision {
  const settings = { ...given, ...(precision !== undefined && { precision }) }
  const made = results.map(roundOf)
  const figures = decideFigures(made, { ...settings, ...(margin !== undefined && { margin }) })
  const counted = results.filter((_result, index) => doubtsOf(results)[index] === null).flatMap(({ tests }) => tests)
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
export function doubtsOf(results: readonly SuiteResult[]): readonly (string | null)[] {
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
export function runsOf(name: 'A' | 'B', { tests }: SuiteResult): readonly TestResult[] {
  return tests.filter(({ variant }) => variant === name)
}

function roundOf(result: SuiteResult): RunsRound {
  return { base: runsOf('A', result), head: runsOf('B', result) }
}
