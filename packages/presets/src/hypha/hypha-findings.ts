import type { SuiteResult } from '@benchpress/core'
import { formatShare, leastComparedSeconds, whyDoubtful } from '@benchpress/core/report'
import { shareOfServers, type ClusterServers } from './measured-hypha.ts'
import { lightest, type SideFigures } from './documented-hypha.ts'
import type { HyphaKind, HyphaPart } from './hypha-cases.ts'
import { average, gradeOf, judgeLevel, judgePasses } from './hypha-comparison.ts'
import type { Advantage, Grade, HyphaVerdict, Pass, Short, Side } from './hypha-comparison.ts'
import type { HyphaMode } from './hypha-suite.ts'
import { measureRow, runsOfSide, type CaseRuns, type HyphaRun, type MeasuredRow } from './measured-hypha.ts'

/** An average over several rows. Times in milliseconds. */
export interface AveragedRows {
  readonly name: string
  /** Right responses per second. */
  readonly throughput: number
  readonly responseTime: number
  /** 0 to 1. */
  readonly success: number
}

/** The findings about the load levels on one side. */
export interface SideFindings {
  readonly side: Side
  /** The runs that the rows are made of. */
  readonly cases: readonly CaseRuns[]
  readonly rows: readonly MeasuredRow[]
  readonly levels: readonly AveragedRows[]
  readonly endpoints: readonly AveragedRows[]
  readonly figures: SideFigures
  /** `null` where the peak proves nothing. */
  readonly grade: Grade | null
  /** Why the peak has no grade; `null` where it has one. */
  readonly ungraded: string | null
  /** The row with the highest throughput. */
  readonly peak: MeasuredRow
  /** Averages of the endpoint with the highest average throughput. */
  readonly bestEndpoint: AveragedRows
  readonly bestLevel: AveragedRows
  /** `null` for a target that is one server. */
  readonly servers: ClusterServers | null
}

/** The comparison of both sides, over the cases that were measured on both. */
export interface SideComparison extends HyphaVerdict {
  readonly single: SideFigures
  readonly cluster: SideFigures
  /** The side with the higher throughput at each level. */
  readonly byLevel: Readonly<Record<string, Advantage>>
  /** The peak and levels with too little time to decide anything; missing where there are none. */
  readonly short?: Short
  /** The number of invalid runs: a single one leaves no winner and no recommendation. */
  readonly invalidRuns: number
  /** The number of servers of the cluster that took part. Default: the published three. */
  readonly servers?: number
  /** Why the peak of a side has no grade; missing where it has one. */
  readonly ungraded?: Readonly<Partial<Record<Side, string>>>
}

/** The findings about a part, or about all parts. */
export interface HyphaFindings {
  readonly mode: HyphaMode
  readonly single: SideFindings | null
  readonly cluster: SideFindings | null
  /** `null` where nothing was measured on both sides. */
  readonly comparison: SideComparison | null
  /** Rows other than load levels, by kind. */
  readonly others: Readonly<Record<Exclude<HyphaKind, 'load'>, readonly MeasuredRow[]>>
}

/** Evaluates the runs of a part, or of all parts. Pure. */
export function findInHypha(suite: SuiteResult, part: HyphaPart | undefined): HyphaFindings {
  const [singles, clusters] = [runsOfSide(suite, part, 'single'), runsOfSide(suite, part, 'cluster')]
  const single = findOfSide('single', singles)
  const cluster = findOfSide('cluster', clusters)
  const others = [...singles, ...clusters]
  const invalid = suite.tests.filter(({ variant, verdict }) => variant !== null && verdict.level === 'invalid')
  const ofKind = (kind: HyphaKind): readonly MeasuredRow[] => others.filter(({ of }) => of.kind === kind).map(measureRow)
  return {
    mode: suite.tests.some(({ scenarios }) => scenarios.some(({ workload }) => workload.kind === 'batch')) ? 'batch' : 'sound',
    single,
    cluster,
    comparison: single === null || cluster === null ? null : compare(single, cluster, invalid.length),
    others: { max: ofKind('max'), mix: ofKind('mix'), individual: ofKind('individual'), burst: ofKind('burst') },
  }
}

function findOfSide(side: Side, cases: readonly CaseRuns[]): SideFindings | null {
  const load = cases.filter(({ of }) => of.kind === 'load')
  const rows = load.map(measureRow)
  const peak = highest(rows)
  const levels = averageBy(rows, ({ level }) => level)
  const endpoints = averageBy(rows, ({ endpoint }) => endpoint ?? '')
  const [bestLevel, bestEndpoint] = [highest(levels), highest(endpoints)]
  if (peak === undefined || bestLevel === undefined || bestEndpoint === undefined) return null
  const figures = figuresOf(rows)
  const ungraded = whyUngraded(load, peak, figures)
  return {
    side,
    cases: load,
    rows,
    levels,
    endpoints,
    figures,
    grade: ungraded === null ? gradeOf(figures.peak) : null,
    ungraded,
    peak,
    bestEndpoint,
    bestLevel,
    servers: shareOfServers(load),
  }
}

const leastSuccess = 0.99

// Only a peak that can be believed has a grade.
function whyUngraded(cases: readonly CaseRuns[], peak: MeasuredRow, { success }: SideFigures): string | null {
  const isBelieved = cases.every((one) => one.runs.every(({ test }) => test.verdict.level !== 'invalid'))
  if (!isBelieved) return 'one of its runs is invalid'
  if (success < leastSuccess) return `${formatShare(1 - success)} of its responses were wrong, more than ${formatShare(1 - leastSuccess)}`
  const runs = cases.find(({ of }) => of.name === peak.name)?.runs ?? []
  const [doubt] = runs.flatMap(({ test }) => whyDoubtful(test) ?? [])
  return doubt === undefined ? null : `a run of its peak ${doubt}`
}

// A side that broke off must not win or lose by cases that only the other side ran.
function compare(single: SideFindings, cluster: SideFindings, invalidRuns: number): SideComparison | null {
  const common = ({ rows }: SideFindings, other: SideFindings): readonly MeasuredRow[] =>
    rows.filter(({ name }) => other.rows.some((row) => row.name === name))
  const [ofSingle, ofCluster] = [common(single, cluster), common(cluster, single)]
  if (ofSingle.length === 0) return null
  const [a, b] = [figuresOf(ofSingle), figuresOf(ofCluster)]
  const names = ofSingle.map(({ name }) => name)
  const [ofOne, ofOther] = [passesOf(single, names), passesOf(cluster, names)]
  const both = [...ofOne, ...ofOther]
  const levels = single.levels.map(({ name }) => name)
  const short = shortOf(both, levels)
  const judged = (pass: MeasuredPass): Pass => withoutShortLevels(pass, short)
  const haveOneStart = both.some(({ runs }) => runs.some(({ test }) => test.target.command === null))
  const passes = { single: ofOne.map(judged), cluster: ofOther.map(judged), doubt: whyNotCompared(both, invalidRuns), haveOneStart, short }
  const took = cluster.servers?.servers.filter(({ missed, runs }) => missed < runs).length
  return {
    ...judgePasses(passes),
    short,
    byLevel: Object.fromEntries(levels.map((name) => [name, judgeLevel(passes, name)])),
    single: a,
    cluster: b,
    invalidRuns,
    ungraded: {
      ...(single.ungraded !== null && { single: single.ungraded }),
      ...(cluster.ungraded !== null && { cluster: cluster.ungraded }),
    },
    ...(took !== undefined && { servers: took }),
  }
}

interface MeasuredPass extends Pass {
  readonly rows: readonly MeasuredRow[]
  readonly runs: readonly HyphaRun[]
  /** Seconds of all runs together, of those of the peak, and of those of each level. */
  readonly seconds: { readonly all: number; readonly peak: number; readonly levels: Readonly<Record<string, number>> }
}

// A pass in which a case was not run is left out.
function passesOf({ cases }: SideFindings, names: readonly string[]): readonly MeasuredPass[] {
  const common = cases.filter(({ of }) => names.includes(of.name))
  const repeats = new Set(common.flatMap(({ runs }) => runs.map(({ test }) => test.repeat)))
  return [...repeats].flatMap((repeat) => {
    const own = common.map(({ of, runs }) => ({ of, runs: runs.filter(({ test }) => test.repeat === repeat) }))
    return own.some(({ runs }) => runs.length === 0) ? [] : [passOf(own)]
  })
}

function passOf(cases: readonly CaseRuns[]): MeasuredPass {
  const rows = cases.map(measureRow)
  const peak = highest(rows)
  const secondsOf = (some: readonly CaseRuns[]): number =>
    some.flatMap(({ runs }) => runs).reduce((sum, { scenario }) => sum + scenario.duration, 0)
  const byLevel = [...Map.groupBy(cases, ({ of }) => of.level.name)].map(([name, some]) => [name, secondsOf(some)] as const)
  return {
    figures: figuresOf(rows),
    levels: Object.fromEntries(averageBy(rows, ({ level }) => level).map(({ name, throughput }) => [name, throughput])),
    rows,
    runs: cases.flatMap(({ runs }) => runs),
    seconds: {
      all: secondsOf(cases),
      peak: secondsOf(cases.filter(({ of }) => of.name === peak?.name)),
      levels: Object.fromEntries(byLevel),
    },
  }
}

// An average gives each level the same weight: a level whose runs are too short to be compared would decide as much as the longest one.
function withoutShortLevels(pass: MeasuredPass, { levels }: Short): Pass {
  const rows = pass.rows.filter(({ level }) => levels[level] === undefined)
  if (rows.length === 0) return pass
  const { average: throughput, responseTime } = figuresOf(rows)
  return { ...pass, figures: { ...pass.figures, average: throughput, responseTime } }
}

function whyNotCompared(passes: readonly MeasuredPass[], invalidRuns: number): string | null {
  if (invalidRuns > 0) return 'a run is invalid'
  if (passes.some(({ runs }) => runs.some(({ test }) => test.interrupted !== null))) return 'a run ended early'
  return whyShort('all runs of a side', passes, ({ all }) => all)
}

// A peak or level with too little time is no evidence, however long the rest of the pass is.
function shortOf(passes: readonly MeasuredPass[], levels: readonly string[]): Short {
  const short = levels.flatMap((name) => {
    const why = whyShort(`the runs of ${name}`, passes, (seconds) => seconds.levels[name] ?? 0)
    return why === null ? [] : [[name, why] as const]
  })
  return {
    peak: whyShort('the run of the peak', passes, ({ peak }) => peak),
    averages: short.length < levels.length ? null : whyAllShort(passes, levels),
    levels: Object.fromEntries(short),
  }
}

function whyAllShort(passes: readonly MeasuredPass[], levels: readonly string[]): string {
  const longest = Math.max(...levels.map((name) => Math.min(...passes.map(({ seconds }) => seconds.levels[name] ?? 0))))
  const times = longest === 0 ? '' : `; ${Math.ceil(leastComparedSeconds / longest)} times the --scale would be enough for one of them`
  return `the longest level lasted ${Number(longest.toPrecision(2))} s, less than the ${leastComparedSeconds} s that can be compared${times}`
}

function whyShort(what: string, passes: readonly MeasuredPass[], read: (seconds: MeasuredPass['seconds']) => number): string | null {
  const shortest = Math.min(...passes.map(({ seconds }) => read(seconds)))
  return shortest < leastComparedSeconds
    ? `${what} lasted ${Number(shortest.toPrecision(2))} s, less than the ${leastComparedSeconds} s that can be compared`
    : null
}

function figuresOf(rows: readonly MeasuredRow[]): SideFigures {
  return {
    peak: Math.max(...rows.map(({ throughput }) => throughput)),
    average: average(rows.map(({ throughput }) => throughput)),
    responseTime: average(rows.map(({ mean }) => mean)),
    success: average(rows.map(({ success }) => success)),
    light: average(rows.filter(({ level }) => level === lightest).map(({ throughput }) => throughput)),
  }
}

function averageBy(rows: readonly MeasuredRow[], nameOf: (row: MeasuredRow) => string): readonly AveragedRows[] {
  return [...Map.groupBy(rows, nameOf)].map(([name, of]) => ({
    name,
    throughput: average(of.map(({ throughput }) => throughput)),
    responseTime: average(of.map(({ mean }) => mean)),
    success: average(of.map(({ success }) => success)),
  }))
}

function highest<Row extends { readonly throughput: number }>(rows: readonly Row[]): Row | undefined {
  return rows.toSorted((a, b) => b.throughput - a.throughput)[0]
}
