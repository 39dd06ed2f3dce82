import type { Missing } from '../threshold/measured.ts'
import { formatSelector } from '../threshold/selector.ts'
import type { TestResult } from '../shape/result.ts'
import { compareRuns, type RunsComparison } from './compare-runs.ts'
import { whyDoubtful } from './doubtful-run.ts'
import type { RegressionCondition } from './parse-regression.ts'
import { metricsMeant, readFigure, type Untold } from './read-figure.ts'
import { nameOf } from './side-differences.ts'

/** A condition on a change, judged in one test. */
export interface JudgedRegression extends Pick<RunsComparison, 'ratio' | 'interval' | 'runsNeeded'> {
  /** The condition as it was written. */
  readonly condition: string
  /** The metric that it looked at, and the test, with its variant. */
  readonly metric: string
  readonly test: string
  /** `regressed` where the whole interval lies beyond the limit, `held` where none of it does, and else `undecided`. */
  readonly outcome: 'regressed' | 'held' | 'undecided'
  /** Why it is undecided; `null` where it is decided. */
  readonly because: string | null
}

/** Judges conditions in each test, corrected for all that are judged. */
export function judgeRegressions(
  conditions: readonly RegressionCondition[],
  base: readonly TestResult[],
  head: readonly TestResult[],
  paired: boolean,
): readonly JudgedRegression[] {
  const tests = [...new Set([...base, ...head].map(nameOf))]
  const cases = conditions.flatMap((condition) =>
    tests.flatMap((test) =>
      metricsMeant(
        condition.on,
        [...base, ...head].filter((run) => nameOf(run) === test),
      ).map((on) => ({ condition, on, test })),
    ),
  )
  return cases.map(({ condition, on, test }) => {
    const [ofBase, ofHead] = [base, head].map((side) => side.filter((run) => nameOf(run) === test))
    return judgeOne({ ...condition, on }, test, { base: ofBase ?? [], head: ofHead ?? [], paired, figures: cases.length })
  })
}

interface SidesOfTest {
  readonly base: readonly TestResult[]
  readonly head: readonly TestResult[]
  readonly paired: boolean
  readonly figures: number
}

function judgeOne(condition: RegressionCondition, test: string, { base, head, paired, figures }: SidesOfTest): JudgedRegression {
  const { operator, limit, on, aggregate } = condition
  const runs = [...base, ...head]
  const read = runs.map((run) => readFigure(run, on, aggregate))
  const values = read.filter((value) => typeof value === 'number')
  const isKnown = values.length === read.length
  const [ofBase, ofHead] = isKnown ? [values.slice(0, base.length), values.slice(base.length)] : [[], []]
  const settings = { better: operator === '>' ? 'low' : 'high', figures, margin: 0, paired: paired && isKnown } as const
  const compared = compareRuns(ofBase, ofHead, settings)
  const { ratio, interval } = compared
  const judged = { condition: condition.condition, metric: `${formatSelector(on)} ${aggregate}`, test, ratio, interval, runsNeeded: null }
  const unknown = whyUnknown(read, runs)
  if (unknown !== undefined) return { ...judged, outcome: 'undecided', because: unknown }
  if (values.every((value) => value === 0)) return { ...judged, outcome: 'held', because: null }
  const decided = decide(condition, compared)
  if (decided.outcome !== 'undecided' || interval === null) return { ...judged, ...decided }
  // From a base that is moved to the limit, the difference to decide is that from the limit.
  const { runsNeeded } = compareRuns(
    ofBase.map((value) => value * limit),
    ofHead,
    settings,
  )
  return { ...judged, ...decided, runsNeeded }
}

/** Why nothing can be said of a condition, whatever the values are. */
function whyUnknown(read: readonly (number | Untold | Missing)[], runs: readonly TestResult[]): string | undefined {
  const unknown = read.filter((value) => typeof value === 'object')
  const missing = unknown.find((value) => 'missing' in value)
  if (missing !== undefined) return missing.missing
  const untold = unknown.find((value) => 'untold' in value)
  if (untold !== undefined) return untold.untold
  const doubts = runs.flatMap((run) => {
    const doubt = whyDoubtful(run)
    return doubt === null ? [] : [`run ${run.repeat} of ${nameOf(run)} ${doubt}`]
  })
  return doubts[0]
}

function decide(
  { operator, limit }: RegressionCondition,
  { interval, because, answer }: RunsComparison,
): Pick<JudgedRegression, 'outcome' | 'because'> {
  // A change from a base of 0 is beyond any share of it.
  if (interval === null && (answer === 'worse' || answer === 'better'))
    return { outcome: answer === 'worse' ? 'regressed' : 'held', because: null }
  if (interval === null) return { outcome: 'undecided', because: because ?? 'there is no interval' }
  const [low, high] = interval
  const [isBeyond, isWithin] = operator === '>' ? [low > limit, high <= limit] : [high < limit, low >= limit]
  if (isBeyond || isWithin) return { outcome: isBeyond ? 'regressed' : 'held', because: null }
  return { outcome: 'undecided', because: 'the interval has the limit within it' }
}
