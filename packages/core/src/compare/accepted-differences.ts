import type { SuiteResult } from '../result/shape/result.ts'
import { judgeRegressions } from './judge-regression.ts'
import { measurableIn, parseRegression, type RegressionCondition } from './parse-regression.ts'
import { readConditions, readSide } from './read-figure.ts'
import { alignSides, differenceKinds, runsToCompare, type DifferenceKind } from './side-differences.ts'

/** What a comparison of two sides is asked for. */
export interface AskedComparison {
  /** The kinds of differences that are allowed. Default: none. */
  readonly allow?: readonly DifferenceKind[]
  /** Conditions that say what a regression is, such as `p99 > +5%` or `throughput < -5%`. */
  readonly failOn?: readonly string[]
  /** Whether the runs of the sides are pairs, made one after the other. */
  readonly paired?: boolean
}

/**
 * The kinds of differences in spite of which two sides are compared: those that are allowed, and other shares of failures if a condition on failures
 * regressed by them. Pure.
 *
 * Without such a condition, or where none of them regressed, sides that fail differently are refused: a gate that looked at a part of the failures does not
 * let the others through.
 *
 * @throws BenchpressError `NOT_COMPARABLE` with what is wrong with the conditions, and for runs that are given twice; TypeError for conditions that
 * are no list
 */
export function acceptedDifferences(
  base: readonly SuiteResult[],
  head: readonly SuiteResult[],
  { allow = [], failOn = [], paired = false }: AskedComparison,
): readonly DifferenceKind[] {
  if (!Array.isArray(failOn)) throw new TypeError(`failOn: ${JSON.stringify(failOn)} is no list; write it as ['p99 > +5%']`)
  if (!hasConditionOnFailures(failOn, [...base, ...head])) return allow
  const sides = alignSides(base, head, { allow: differenceKinds })
  const [ofBase, ofHead] = [readSide(sides.base), readSide(sides.head)]
  const runs = [...ofBase.runs, ...ofHead.runs]
  const conditions = readConditions(failOn, measurableIn(runs, ofBase.searches.length + ofHead.searches.length), runs)
  const onFailures = new Set(conditions.filter(isOnFailures).map(({ condition }) => condition))
  const judged = judgeRegressions(conditions, ofBase, ofHead, { paired, areErrorsAllowed: true })
  return judged.some(({ condition, outcome }) => outcome === 'regressed' && onFailures.has(condition)) ? [...allow, 'errors'] : allow
}

function hasConditionOnFailures(failOn: readonly string[], suites: readonly SuiteResult[]): boolean {
  const known = measurableIn(runsToCompare(suites), 0)
  return failOn.some((text) => {
    const parsed = parseRegression(text, known)
    return 'regression' in parsed && isOnFailures(parsed.regression)
  })
}

function isOnFailures({ scale, on }: RegressionCondition): boolean {
  // A number of users that failed is no share.
  return scale === 'points' && on.metric.endsWith('_failed')
}
