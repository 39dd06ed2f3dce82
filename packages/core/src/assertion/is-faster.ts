import { isBenchpressError } from '../base/errors/benchpress-error.ts'
import { formatNumberOf } from '../base/units/format.ts'
import { formatFigure, share } from '../result/threshold/quantity.ts'
import { alignSides, runsToCompare, type DifferenceKind } from '../compare/side-differences.ts'
import { compareRuns, leastRuns, type RunsComparison } from '../compare/compare-runs.ts'
import { metricsMeant } from '../compare/read-figure.ts'
import { nameOf } from '../compare/runs-of-test.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import {
  checkOptionNames,
  doubtsOf,
  formatRatio,
  failuresOfFigure,
  formatValues,
  nameOfFigure,
  readSpeed,
  readValues,
  shownRun,
  suitesOf,
  whyInvalid,
  type Speed,
} from './compared-runs.ts'
import { readLimit, together, untold, writeMessage, type Fact, type Finding } from './finding.ts'

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
  const claim = `faster${gain === undefined ? '' : ` by at least ${formatFigure(gain, share)}`}`
  const sides = findSides(base, head, how)
  if ('problems' in sides) {
    return untold(`whether ${speed.name} is ${claim}: the runs cannot be compared`, shown, [['in the way', sides.problems]])
  }
  const cases = sides.tests.flatMap(({ test, ...runs }) =>
    metricsMeant(speed.on, [...runs.head, ...runs.base]).map((on) => ({ test, ...runs, speed: { ...speed, on } })),
  )
  const isOnly = sides.tests.length === 1
  const settings = { paired: how.paired === true, areErrorsAllowed: how.allow?.includes('errors') === true }
  const [first, ...others] = cases.map((each) => judge(each, { claim, gain, figures: cases.length, isOnly, ...settings }))
  if (first === undefined) throw new TypeError(`no test measured ${metric}`)
  return together([first, ...others])
}

function readGain(by: string | number): number {
  const gain = readLimit(by, share)
  if (gain >= 1) throw new TypeError('nothing is faster by 100 % or more; write a share such as 10%')
  return gain
}

interface RunsOfTest {
  readonly test: string
  readonly base: readonly TestResult[]
  readonly head: readonly TestResult[]
}

const names = { base: 'the other side', head: 'this side' }

/** Pairs the tests of both sides, or finds every reason why they cannot be compared. */
function findSides(
  base: readonly SuiteResult[],
  head: readonly SuiteResult[],
  { allow = [], paired = false }: Pick<FasterOptions, 'allow' | 'paired'>,
): { readonly tests: readonly RunsOfTest[] } | { readonly problems: readonly string[] } {
  const problems = [...doubtsOf([...head, ...base]), ...fewRuns(names.head, head), ...fewRuns(names.base, base)]
  try {
    const sides = alignSides(base, head, { allow, names })
    if (problems.length > 0) return { problems }
    const [ofBase, ofHead] = [sides.base, sides.head].map((side) => Map.groupBy(runsToCompare(side), nameOf))
    const tests = [...(ofHead ?? [])].map(([test, runs]) => ({ test, base: ofBase?.get(test) ?? [], head: runs }))
    const unpaired = paired ? tests.flatMap(whyNoPairs) : []
    return unpaired.length > 0 ? { problems: unpaired } : { tests }
  } catch (error) {
    if (!isBenchpressError(error)) throw error
    return { problems: [...problems, ...error.message.split('\n'), ...(error.hint === undefined ? [] : [error.hint])] }
  }
}

function fewRuns(name: string, side: readonly SuiteResult[]): readonly string[] {
  const counts = [...Map.groupBy(runsToCompare(side), nameOf)].map(([, runs]) => runs.length)
  const fewest = Math.min(...(counts.length === 0 ? [0] : counts))
  return fewest >= leastRuns
    ? []
    : [`of ${name} there ${fewest === 1 ? 'is' : 'are'} ${formatNumberOf(fewest, 'run')}: it takes at least ${leastRuns} of each side`]
}

/** Why the runs of a test are not pairs: the sides have different numbers of runs, or the runs did not take turns. */
function whyNoPairs({ test, base, head }: RunsOfTest): readonly string[] {
  if (base.length !== head.length)
    return [`paired: ${test} has ${formatNumberOf(head.length, 'run')} on this side and ${base.length} on the other`]
  const starts = base.map((run, index) => [run, head[index] ?? run].map(({ startedAt }) => Date.parse(startedAt)))
  const areByTurns = starts.every((pair, index) => Math.max(...pair) < Math.min(...(starts[index + 1] ?? [Infinity])))
  return areByTurns ? [] : [`paired: the runs of ${test} were not made by turns, one of each side and then the next of each`]
}

interface Claim {
  readonly claim: string
  readonly gain: number | undefined
  readonly figures: number
  readonly isOnly: boolean
  readonly paired: boolean
  readonly areErrorsAllowed: boolean
}

function judge(
  { test, speed, ...sides }: RunsOfTest & { readonly speed: Speed },
  { claim, gain, figures, isOnly, paired, areErrorsAllowed }: Claim,
): Finding {
  const name = `${nameOfFigure(speed.on, speed.aggregate)}${isOnly ? '' : ` of ${test}`}`
  const counted = Math.min(sides.base.length, sides.head.length)
  const [base, head] = [sides.base.slice(-counted), sides.head.slice(-counted)]
  const runs = [...head, ...base]
  const shown = shownRun(runs)
  const [ofHead, ofBase] = [readValues(head, speed), readValues(base, speed)]
  const open = (why: string, facts?: readonly Fact[]): Finding => untold(`whether ${name} is ${claim}: ${why}`, shown, facts)
  if ('why' in ofHead) return open(ofHead.why)
  if ('why' in ofBase) return open(ofBase.why)
  const apart = failuresOfFigure({ test, on: speed.on, base, head }, { base: `on ${names.base}`, head: `on ${names.head}` })
  if (apart !== null && !areErrorsAllowed) return open(apart)
  const settings = { better: speed.better, figures, paired }
  const compared = compareRuns(ofBase.values, ofHead.values, settings)
  // With the base moved by the gain, any further difference makes the head better.
  const moved = ofBase.values.map((value) => value * (1 + (speed.better === 'low' ? -1 : 1) * (gain ?? 0)))
  const decided = gain === undefined ? compared : compareRuns(moved, ofHead.values, { ...settings, margin: 0 })
  const was = `${compared.answer}, ${formatRatio(compared.ratio, compared.interval)}`
  const facts = (expected: string): readonly Fact[] => [
    ['expected', expected],
    ['actual', was],
    ...(sides.base.length === sides.head.length ? [] : [['compared', `the last ${counted} runs of each side`] as const]),
    ['this side', formatValues(ofHead.values, speed, runs)],
    ['the other', formatValues(ofBase.values, speed, runs)],
    ...describeNeeded(decided, counted),
  ]
  if (decided.answer === 'inconclusive') return open(decided.because ?? 'the runs do not decide it', facts(claim))
  return {
    outcome: decided.answer === 'better' ? 'holds' : 'fails',
    message: (isNegated) => {
      const expected = isNegated ? `not ${claim}` : claim
      return writeMessage(`${name} is ${was}, but was expected to be ${expected}`, facts(expected), shown)
    },
  }
}

function describeNeeded({ runsNeeded }: RunsComparison, runs: number): readonly Fact[] {
  if (runsNeeded === null) return []
  return [['needed', `about ${formatNumberOf(runsNeeded, 'run')} a side, ${formatNumberOf(runsNeeded - runs, 'more', 'more')}`]]
}
