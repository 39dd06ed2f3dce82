import { nameHint } from '../base/errors/closest-name.ts'
import { formatNumberOf } from '../base/units/format.ts'
import { parseRate } from '../base/units/duration.ts'
import { formatFigure, perSecond, share } from '../result/threshold/quantity.ts'
import { findRepeated, runsToCompare, findSideDifferences } from '../result/compare/side-differences.ts'
import { compareRuns, leastRuns, type RunsComparison } from '../result/compare/compare-runs.ts'
import { withDoubt } from '../result/compare/doubtful-run.ts'
import { describeSides, scaleFor } from '../result/compare/evidence.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import {
  checkOptionNames,
  doubtsOf,
  failuresOfFigure,
  readSpeed,
  readValues,
  shownRun,
  suitesOf,
  whyInvalid,
  type Speed,
} from './compared-runs.ts'
import { readLimit, together, untold, writeMessage, type Fact, type Finding } from './finding.ts'

/** How close to linear a rate has to grow. */
export interface ScaleOptions {
  /** The least share of linear growth at each level, such as `0.8` or `80%`. */
  readonly atLeast: string | number
  /** The rate that grows, such as `iterations` or `throughput{scenario:reads}`. Default `throughput`. */
  readonly metric?: string
}

/**
 * Judges whether a rate grows with a swept parameter, such as `users`, or with the number of `servers` or `workers`: at each level it must be at least
 * a share of linear growth from the lowest level.
 *
 * With 0.8, eight users must have at least 6.4 times the throughput of one user. Each level is compared with the lowest one by the rule of every
 * comparison ({@link compareRuns}), corrected for the number of levels; the rate does not scale when the whole interval of a level lies below the
 * share.
 *
 * Undecided when a run is invalid, ended early or is too short, when a level has fewer than five runs, when a run is given twice, and when the runs do
 * not decide it.
 *
 * @throws TypeError when runs, share, rate or options cannot be read; RangeError when the parameter was not swept, or has one level only
 */
export function scales(given: unknown, by: string, options: ScaleOptions): Finding {
  const { atLeast, metric = 'throughput' } = checkOptions(options)
  const suites = suitesOf(given)
  const least = readLimit(atLeast, share)
  if (least === 0) throw new TypeError('atLeast: anything is at least 0 of linear; write a share such as 0.8')
  const invalid = whyInvalid(suites)
  if (invalid !== undefined) return invalid
  const runs = runsToCompare(suites)
  const speed = readSpeed(metric, runs)
  if (speed.better === 'low') throw new TypeError(`${metric} does not grow with the load; name a rate such as throughput`)
  const series = seriesOf(runs, by)
  const problems = [
    ...doubtsOf(suites),
    ...findRepeated('the sweep', suites),
    ...machinesOf(suites),
    ...series.flatMap((each) => fewRuns(by, each)),
  ]
  if (problems.length > 0) {
    return untold(`how ${speed.name} scales with ${by}: the runs do not show it`, shownRun(runs), [['in the way', problems]])
  }
  const figures = series.reduce((sum, { levels }) => sum + levels.length - 1, 0)
  const [first, ...others] = series.map((each) => judge(each, { by, least, speed, figures, isOnly: series.length === 1 }))
  if (first === undefined) throw new RangeError(`nothing was run with ${by}`)
  return together([first, ...others])
}

function checkOptions(options: ScaleOptions | null | undefined): ScaleOptions {
  if (options != null && typeof options !== 'object')
    throw new TypeError(`the options are ${String(options)}; write the share of linear growth as { atLeast: 0.8 }`)
  checkOptionNames(options ?? {}, ['atLeast', 'metric'])
  if (options?.atLeast === undefined) throw new TypeError('atLeast is missing: the share of linear growth, such as { atLeast: 0.8 }')
  return options
}

interface Level {
  readonly level: number
  readonly runs: readonly TestResult[]
}

/** A test at each of its levels, from the lowest one. */
interface Series {
  readonly test: string
  readonly levels: readonly Level[]
}

function seriesOf(runs: readonly TestResult[], by: string): readonly Series[] {
  const placed = runs.flatMap((run) => {
    const level = levelOf(run, by)
    return level === undefined ? [] : [{ ...level, run }]
  })
  if (placed.length === 0) {
    const swept = [...new Set(runs.flatMap(({ sweep }) => (sweep === null ? [] : [sweep.parameter])))]
    throw new RangeError(`nothing was swept over "${by}"; ${nameHint(by, [...swept, ...counted.keys()])}`)
  }
  return [...Map.groupBy(placed, ({ test }) => test)].map(([test, all]) => {
    const levels = [...Map.groupBy(all, ({ level }) => level)].map(([level, own]) => ({ level, runs: own.map(({ run }) => run) }))
    if (levels.length < 2) throw new RangeError(`${test} was run with ${by}=${levels[0]?.level ?? ''} alone; it takes at least two levels`)
    return { test, levels: levels.toSorted((a, b) => a.level - b.level) }
  })
}

// The levels that a result counts by itself, whether a variant or another config made them differ.
const counted: ReadonlyMap<string, (run: TestResult) => number> = new Map([
  ['servers', ({ target }) => target.servers?.filter(({ available }) => available).length ?? 1],
  ['workers', ({ generator }) => Math.max(1, generator.threads.length)],
])

/** The level of a run, and the facts that all levels share; `undefined` for a run of another sweep. */
function levelOf({ sweep, ...run }: TestResult, by: string): { readonly test: string; readonly level: number } | undefined {
  const variant = run.variant === 'default' ? '' : ` (${run.variant})`
  if (sweep !== null && (sweep.parameter === by || sweep.parameter.endsWith(`.${by}`)))
    return { test: `${sweep.of}${variant}`, level: numberOf(sweep.value, by) }
  const count = sweep === null ? counted.get(by) : undefined
  // Levels of `servers` are variants of the target with different numbers of servers.
  return count && { test: by === 'servers' ? run.name : `${run.name}${variant}`, level: count({ ...run, sweep }) }
}

function numberOf(value: number | string, by: string): number {
  const level = typeof value === 'number' ? value : parseRate(value)
  if (level === undefined || !(level > 0))
    throw new TypeError(`${by}=${value} is no level that a rate can grow with; sweep numbers above 0`)
  return level
}

function fewRuns(by: string, { levels }: Series): readonly string[] {
  return levels
    .filter(({ runs }) => runs.length < leastRuns)
    .map(
      ({ level, runs }) =>
        `${by}=${level} has ${formatNumberOf(runs.length, 'run')}, and it takes at least ${leastRuns}: give the suite \`repeats: ${leastRuns}\` or more`,
    )
}

function machinesOf([first, ...others]: readonly SuiteResult[]): readonly string[] {
  if (first === undefined || others.length === 0) return []
  return findSideDifferences({ base: [first], head: others, names: { base: 'the first result', head: 'the others' } })
    .filter(({ kind }) => kind === 'machine')
    .map(({ text }) => `machine: ${text}`)
}

interface Claim {
  readonly by: string
  readonly least: number
  readonly speed: Speed
  readonly figures: number
  readonly isOnly: boolean
}

interface ComparedLevel {
  readonly level: number
  readonly rate: string
  readonly compared: RunsComparison
}

function judge({ test, levels: all }: Series, { by, least, speed, figures, isOnly }: Claim): Finding {
  const fewest = Math.min(...all.map((level) => level.runs.length))
  const levels = all.map(({ level, runs }) => ({ level, runs: runs.slice(-fewest) }))
  const runs = levels.flatMap((level) => level.runs)
  const shown = shownRun(runs)
  const name = `${speed.name}${isOnly ? '' : ` of ${test}`}`
  const read: (Level & { readonly values: readonly number[] })[] = []
  for (const each of levels) {
    const told = readValues(each.runs, speed)
    if ('why' in told) return untold(`how ${name} scales with ${by}: ${told.why}`, shown)
    read.push({ ...each, values: told.values })
  }
  const [lowest, ...higher] = read
  if (lowest === undefined) throw new RangeError(`nothing was run with ${by}`)
  const compared = higher.map(({ level, values, runs: own }): ComparedLevel => {
    const linear = lowest.values.map((value) => value * (level / lowest.level) * least)
    const sides = { test, on: speed.on, base: lowest.runs, head: own }
    const apart = failuresOfFigure(sides, { base: `at ${by}=${lowest.level}`, head: `at ${by}=${level}` })
    const told = compareRuns(linear, values, { better: 'high', figures, margin: 0 })
    // Failing another share of the requests at once leaves room for more.
    const isDoubtful = apart !== null && told.answer !== 'worse'
    return { level, rate: meanRate(values), compared: isDoubtful ? withDoubt(told, apart) : told }
  })
  const worse = compared.filter((each) => each.compared.answer === 'worse')
  const open = compared.filter((each) => each.compared.answer === 'inconclusive')
  const asked = `at least ${formatFigure(least, share)} of linear at every level`
  const facts = (expected: string): readonly Fact[] => [
    ['expected', expected],
    ['actual', [`${by}=${lowest.level}: ${meanRate(lowest.values)}`, ...compared.map((each) => describe(each, by, least))]],
    ...(all.every((level) => level.runs.length === fewest) ? [] : [['compared', `the last ${fewest} runs of each level`] as const]),
    ['limited by', levels.at(-1)?.runs[0]?.limitedBy.text ?? ''],
  ]
  const [first] = open
  if (worse.length === 0 && first !== undefined) {
    const why = first.compared.because ?? 'the runs do not decide it'
    return untold(`whether ${name} scales with ${by}: at ${by}=${first.level} ${why}`, shown, facts(asked))
  }
  return {
    outcome: worse.length === 0 ? 'holds' : 'fails',
    message: (isNegated) => {
      const few = `it is less than ${formatFigure(least, share)} of linear at ${worse.map(({ level }) => `${by}=${level}`).join(' and ')}`
      const claim = isNegated ? `scales with ${by}, but was expected not to` : `does not scale with ${by}: ${few}`
      const expected = isNegated ? `less than ${formatFigure(least, share)} of linear at a level` : asked
      return writeMessage(`${name} ${claim}`, facts(expected), shown)
    },
  }
}

function describe({ level, rate, compared: { ratio, interval } }: ComparedLevel, by: string, least: number): string {
  const ofLinear = (value: number): string => formatFigure(value * least, share, least)
  const lies = interval === null ? '' : `, between ${ofLinear(interval[0])} and ${ofLinear(interval[1])} at 95 %`
  return `${by}=${level}: ${rate}, ${ratio === null ? 'no share' : ofLinear(ratio)} of linear${lies}`
}

function meanRate(values: readonly number[]): string {
  return formatFigure(describeSides(values, values, scaleFor(values, values, undefined)).base?.middle ?? 0, perSecond)
}
