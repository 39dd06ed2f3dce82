import { isBenchpressError } from '../base/errors/benchpress-error.ts'
import { plural } from '../base/units/format.ts'
import { alignSides, type AlignedSides } from '../compare/align-sides.ts'
import { pairTests } from '../compare/compare-figures.ts'
import { comparedMargin, leastRuns, type RunsComparison } from '../compare/compare-runs.ts'
import type { RegressionCondition } from '../compare/condition.ts'
import { namesOfSides, SidesDifferError, type DifferenceKind } from '../compare/differences.ts'
import { findDifferingParts } from '../compare/failure-shares.ts'
import { judgeRegressions, type JudgedCase, type JudgedRegression } from '../compare/judge-regression.ts'
import { nameWithVariant, runsToCompare } from '../compare/side.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import { formatQuantity, share } from '../result/threshold/quantity.ts'
import {
  checkOptionNames,
  formatRatio,
  formatValues,
  textOfFigure,
  readSpeed,
  shownRun,
  suitesOf,
  whyInvalid,
  type Speed,
} from './compared-runs.ts'
import { decided, readLimit, together, undecidedFinding, type Fact, type Finding } from './finding.ts'

/** How much faster runs must be, and by which figure. */
export interface FasterOptions {
  /** The figure: a time such as `p99` or `http_response_time{endpoint:GET /items} p90`, or a rate such as `throughput`. Default `median`. */
  readonly metric?: string
  /** The least gain that counts, such as `10%`: times must be shorter, or rates higher, by at least this share. Default: any gain beyond the margin. */
  readonly by?: string | number
  /** The kinds of differences that are allowed besides the speed. Default: none. */
  readonly allow?: readonly DifferenceKind[]
  /** Whether the n-th runs of both sides were made right after each other, so that changes of the machine cancel out. Default `false`. */
  readonly paired?: boolean
}

/**
 * Judges whether runs are faster than others, by the rule of every comparison ({@link compareRuns}): the answer must be `better`, and with `by` the
 * whole interval of the ratio must lie beyond this gain. With several kinds of requests or several tests, each has to be faster.
 *
 * Undecided when a run is invalid, ended early or is too short, when a side has fewer than five runs or differs in more than its speed, when `paired`
 * runs did not take turns, and when the runs do not decide it.
 *
 * @throws TypeError when runs, metric, gain or options cannot be read
 */
export function isFaster(given: unknown, than: unknown, options: FasterOptions = {}): Finding {
  checkOptionNames(options, ['metric', 'by', 'allow', 'paired'])
  const { metric = 'median', by, ...how } = options
  if (typeof (how.paired ?? false) !== 'boolean') throw new TypeError(`paired: ${JSON.stringify(how.paired)} is neither true nor false`)
  const [head, base] = [suitesOf(given), suitesOf(than)]
  const gain = by === undefined ? undefined : readGain(by)
  const invalid = whyInvalid([...head, ...base])
  if (invalid !== undefined) return invalid
  const all = [...runsToCompare(head), ...runsToCompare(base)]
  const shown = shownRun(all.length > 0 ? all : [...head, ...base].flatMap(({ tests }) => tests))
  const speed = readSpeed(metric, all)
  const claim = `faster${gain === undefined ? '' : ` by at least ${formatQuantity(gain, share)}`}`
  const sides = findSides(base, head, how)
  if ('problems' in sides)
    return undecidedFinding(`whether ${speed.name} is ${claim}: the runs cannot be compared`, shown, [['in the way', sides.problems]])
  const [first, ...others] = judge(speed, { claim, gain, sides }, how)
  if (first === undefined) throw new TypeError(`no test measured ${metric}`)
  return together([first, ...others])
}

/** Judges a figure in each test that has it. */
function judge(speed: Speed, claim: Claim, { allow = [], paired = false }: Pick<FasterOptions, 'allow' | 'paired'>): readonly Finding[] {
  const { base, head } = claim.sides
  const texts = allow.includes('errors') ? null : { base: names.base.at, head: names.head.at }
  const apart = texts === null ? [] : findDifferingParts(pairTests(base.tests, head.tests), texts)
  const margin = claim.gain === undefined && { margin: comparedMargin }
  return judgeRegressions([conditionOf(speed, claim)], base, head, { paired, apart, ...margin }).map((judged) => describe(judged, claim))
}

function readGain(by: string | number): number {
  const gain = readLimit(by, share)
  if (gain >= 1) throw new TypeError('nothing is faster by 100 % or more; write a share such as 10%')
  return gain
}

/** The condition that a figure is faster by a gain: it is held where its whole interval lies beyond. */
function conditionOf({ on, aggregate, better }: Speed, { gain = 0, claim }: Pick<Claim, 'gain' | 'claim'>): RegressionCondition {
  const [operator, limit] = better === 'low' ? (['>', 1 - gain] as const) : (['<', 1 + gain] as const)
  return { condition: claim, on, aggregate, operator, limit, scale: 'ratio' }
}

const names = namesOfSides('the other side', 'this side')

type Sides = Pick<AlignedSides, 'base' | 'head'>

/** Aligns both sides, or finds every reason why they cannot be compared. */
function findSides(
  base: readonly SuiteResult[],
  head: readonly SuiteResult[],
  { allow, paired = false }: Pick<FasterOptions, 'allow' | 'paired'>,
): Sides | { readonly problems: readonly string[] } {
  try {
    const sides = alignSides(base, head, { names, allow })
    if (sides.refused.length > 0) throw new SidesDifferError(sides.refused)
    const problems = paired ? whyNoPairs(sides) : []
    return problems.length > 0 ? { problems } : sides
  } catch (error) {
    if (!isBenchpressError(error)) throw error
    return { problems: [...error.message.split('\n'), ...(error.hint === undefined ? [] : [error.hint])] }
  }
}

/** Why the runs of tests are not pairs: the sides have different numbers of runs, or the runs did not take turns. */
function whyNoPairs({ base, head }: Sides): readonly string[] {
  const [ofBase, ofHead] = [base, head].map(({ runs }) => Map.groupBy(runs, nameWithVariant))
  return [...(ofHead ?? [])].flatMap(([test, own]) => {
    const others = ofBase?.get(test) ?? []
    if (own.length !== others.length)
      return [`paired: ${test} has ${plural(own.length, 'run')} on this side and ${others.length} on the other`]
    const starts = others.map((run, index) => [run, own[index] ?? run].map(({ startedAt }) => Date.parse(startedAt)))
    const areByTurns = starts.every((pair, index) => Math.max(...pair) < Math.min(...(starts[index + 1] ?? [Infinity])))
    return areByTurns ? [] : [`paired: the runs of ${test} were not made by turns, one of each side and then the next of each`]
  })
}

interface Claim {
  readonly claim: string
  readonly gain: number | undefined
  readonly sides: Sides
}

function describe({ one, regression, comparison, values }: JudgedCase, { claim, gain, sides }: Claim): Finding {
  const { condition, test } = one
  const [head, base] = [sides.head, sides.base].map((side) => side.runs.filter((run) => nameWithVariant(run) === test))
  const runs = [...(head ?? []), ...(base ?? [])]
  const counted = [head?.length, base?.length]
  const isOnly = new Set(sides.head.runs.map(nameWithVariant)).size === 1
  const name = `${textOfFigure(condition.on, condition.aggregate)}${isOnly ? '' : ` of ${test}`}`
  const shown = shownRun(runs)
  const was = `${comparison.answer}, ${formatRatio(comparison.ratio, comparison.interval)}`
  const { because, runsNeeded } = gain === undefined && regression.undecidedBy !== 'unusable' ? comparison : regression
  const facts = (expected: string): readonly Fact[] => [
    ['expected', expected],
    ['actual', was],
    ...(comparison.runs < leastRuns || counted.every((count) => count === comparison.runs)
      ? []
      : [['compared', `the last ${comparison.runs} runs of each side`] as const]),
    ['this side', formatValues(values.head, condition, runs)],
    ['the other', formatValues(values.base, condition, runs)],
    ...describeNeeded(runsNeeded, comparison.runs),
  ]
  const outcome = outcomeOf(regression, comparison, gain)
  if (outcome === 'undecided') {
    const isKnown = regression.undecidedBy !== 'unusable'
    return undecidedFinding(`whether ${name} is ${claim}: ${because ?? 'the runs do not decide it'}`, shown, isKnown ? facts(claim) : [])
  }
  return decided(outcome === 'holds', shown, (isNegated) => {
    const expected = isNegated ? `not ${claim}` : claim
    return [`${name} is ${was}, but was expected to be ${expected}`, ...facts(expected)]
  })
}

// Without a gain, a figure that is sure to be faster by less than the margin is equivalent, and not faster.
function outcomeOf({ outcome, undecidedBy }: JudgedRegression, { answer }: RunsComparison, gain: number | undefined): Finding['outcome'] {
  if (undecidedBy === 'unusable') return 'undecided'
  if (gain === undefined) return answer === 'better' ? 'holds' : answer === 'inconclusive' ? 'undecided' : 'fails'
  return outcome === 'held' ? 'holds' : outcome === 'regressed' ? 'fails' : 'undecided'
}

function describeNeeded(runsNeeded: number | null, runs: number): readonly Fact[] {
  if (runsNeeded === null) return []
  return [['needed', `about ${plural(runsNeeded, 'run')} a side, ${plural(runsNeeded - runs, 'more', 'more')}`]]
}
