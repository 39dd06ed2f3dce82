import { compareRuns, type RunsComparison } from '@benchpress/core'
import { failuresApart, withDoubt } from '@benchpress/core/report'
import { lightest, type SideFigures } from './documented-hypha.ts'

/** One of the two sides. */
export type Side = 'single' | 'cluster'

/** The better side in one figure, and its lead. */
export interface Advantage {
  /** `null` where both are equal, a side has no value, or the runs decide nothing. */
  readonly side: Side | null
  /** The side with the better figure where neither is better by its runs. */
  readonly ahead?: Side | null
  /** Why neither side is better by its runs, as the end of a sentence; missing where a side is better, or there are no runs to judge by. */
  readonly because?: string
  /**
   * The lead as a share: `(better - worse) / worse` where more is better, and the excess of the worse side over the better where less is better. Never
   * negative; `null` where it is unknown.
   */
  readonly by: number | null
  /** The least lead of the better side, at the near end of the interval. Missing where neither is better by its runs, or each figure is one value. */
  readonly atLeast?: number
}

/** The outcome of a comparison of two sides. */
export interface HyphaVerdict extends Readonly<Record<keyof SideFigures, Advantage>> {
  /** The side with the better average throughput. */
  readonly winner: Side | null
  /** The winner where it leads, by its runs at the near end of the interval, by more than {@link recommendationBand}. */
  readonly recommended: Side | null
}

/** Neither side is recommended for a lead in throughput of at most this share. */
export const recommendationBand = 0.2

/**
 * The share by which two starts of the same server may differ.
 *
 * A server that was running before has one start in all of its runs, so no interval covers this, and a lead decides only beyond it. Of 16 starts, each
 * measured in turns with the same other one, 95 % of all pairs differed by at most 10.4 % (`npm run prove -- hypha-starts`).
 */
export const startMargin = 0.2

/** The grade of a peak of requests per second. */
export type Grade = 'EXCELLENT' | 'GOOD' | 'ACCEPTABLE' | 'NEEDS OPTIMIZATION'

const grades: readonly (readonly [above: number, grade: Grade])[] = [
  [15_000, 'EXCELLENT'],
  [10_000, 'GOOD'],
  [5000, 'ACCEPTABLE'],
]

/** Grades a peak throughput, in requests per second. */
export function gradeOf(peak: number): Grade {
  return grades.find(([above]) => peak > above)?.[1] ?? 'NEEDS OPTIMIZATION'
}

/** The figures of one side in one pass over all levels. */
export interface Pass {
  readonly figures: SideFigures
  /** Average throughput by level. */
  readonly levels: Readonly<Record<string, number>>
}

/** The passes of both sides that are compared. */
export interface Passes {
  readonly single: readonly Pass[]
  readonly cluster: readonly Pass[]
  /** Why the passes decide nothing; `null` where they do. */
  readonly doubt: string | null
  /** Whether a side was running before, so that all of its passes have one start in common; missing where it was not. */
  readonly haveOneStart?: boolean
  /** What decides nothing for want of time; missing where all figures decide. */
  readonly short?: Short
}

/** Reasons why figures with too little time decide nothing; `null` for one that decides. */
export interface Short {
  readonly peak: string | null
  /** Of the average throughput and response time, which are compared by the levels that have enough time: there is none. */
  readonly averages: string | null
  readonly levels: Readonly<Record<string, string>>
}

type Read = (pass: Pass) => number

/** Compares both sides by single, published figures: higher throughput and success are better, and so is a lower response time. */
export function judgeSides(single: SideFigures, cluster: SideFigures): HyphaVerdict {
  return judgeBy((key) => advantageOf(single[key], cluster[key], key === 'responseTime' ? 'less' : 'more'))
}

/** Compares both sides by measured passes, with the interval of each figure allowing for all figures and levels together. */
export function judgePasses(passes: Passes): HyphaVerdict {
  const { peak = null, averages = null, levels = {} } = passes.short ?? {}
  const light = levels[lightest] ?? null
  const short: Partial<Record<keyof SideFigures, string | null>> = { peak, average: averages, responseTime: averages, light }
  const failing = whyFailing(passes)
  const doubtOf = (key: keyof SideFigures): string | null => passes.doubt ?? (key === 'success' ? null : (failing ?? short[key] ?? null))
  return judgeBy((key) => advantageOfPasses(passes, ({ figures }) => figures[key], { key, doubt: doubtOf(key) }))
}

/** Compares the throughput of one level by the passes that were measured. */
export function judgeLevel(passes: Passes, level: string): Advantage {
  const doubt = passes.doubt ?? whyFailing(passes) ?? passes.short?.levels[level] ?? null
  return advantageOfPasses(passes, ({ levels }) => levels[level] ?? Number.NaN, { key: 'average', doubt })
}

function judgeBy(of: (key: keyof SideFigures) => Advantage): HyphaVerdict {
  const byAverage = of('average')
  const lead = byAverage.atLeast ?? byAverage.by
  return {
    peak: of('peak'),
    average: byAverage,
    responseTime: of('responseTime'),
    success: of('success'),
    light: of('light'),
    winner: byAverage.side,
    recommended: lead !== null && lead > recommendationBand ? byAverage.side : null,
  }
}

interface JudgedFigure {
  readonly key: keyof SideFigures
  readonly doubt: string | null
}

// One wrong response in a hundred matters.
const marginOfSuccess = 0.01

/** Why only success can be compared, as one side has more failures; `null` where both have the same. */
function whyFailing({ single, cluster }: Passes): string | null {
  const failedOf = (side: readonly Pass[]): readonly { readonly share: number }[] =>
    side.map(({ figures: { success } }) => ({ share: 1 - success }))
  const apart = failuresApart(failedOf(single), failedOf(cluster), { base: 'on single', head: 'on cluster' })
  return apart === null ? null : `the test ${apart}`
}

function advantageOfPasses({ single, cluster, haveOneStart = false }: Passes, read: Read, { key, doubt }: JudgedFigure): Advantage {
  const [a, b] = [single, cluster].map((side) => side.map(read).filter(Number.isFinite)) as [number[], number[]]
  const good = key === 'responseTime' ? 'less' : 'more'
  // Of the averages, as the document has them.
  const { side: ahead, by } = advantageOf(average(a), average(b), good)
  // The five figures, and each level.
  const figures = 5 + Object.keys(single[0]?.levels ?? {}).length
  const settings = { better: good === 'more' ? 'high' : 'low', figures, ...(key === 'success' && { margin: marginOfSuccess }) } as const
  const compared = withDoubt(compareRuns(a, b, settings), doubt)
  const advantage = decide(compared, good)
  // A server does not respond rightly more often by the luck of its start.
  const because = advantage.because ?? whyByStart(advantage, haveOneStart && key !== 'success')
  return because === undefined ? { ...advantage, by } : { side: null, by, ahead, because }
}

/** The side that is better by its runs and its least lead, or why neither is. */
function decide({ answer, because, margin, interval }: RunsComparison, good: 'more' | 'less'): Omit<Advantage, 'by'> {
  if (answer === 'better') return { side: 'cluster', ...leadOf(interval, good === 'more') }
  if (answer === 'worse') return { side: 'single', ...leadOf(interval, good === 'less') }
  return { side: null, because: because ?? `both are the same within ${margin * 100} %` }
}

/** Why a lead may be that of a start; `undefined` where it is too large for that, or no start can make it. */
function whyByStart({ atLeast = Infinity }: Pick<Advantage, 'atLeast'>, canBe: boolean): string | undefined {
  if (!canBe || atLeast > startMargin) return undefined
  return `a side was running before, two starts of the same server may differ by ${startMargin * 100} %, and the lead is sure to be ${(atLeast * 100).toFixed(1)} % only`
}

/** The least lead of the higher side, from the interval of the cluster as a multiple of the single instance. */
function leadOf(interval: readonly [low: number, high: number] | null, isClusterHigher: boolean): Pick<Advantage, 'atLeast'> {
  if (interval === null) return {}
  const [low, high] = interval
  return { atLeast: (isClusterHigher ? low : 1 / high) - 1 }
}

/** Finds the better of two figures, and its lead. */
export function advantageOf(single: number, cluster: number, good: 'more' | 'less'): Advantage {
  if (!Number.isFinite(single) || !Number.isFinite(cluster)) return { side: null, by: null }
  if (single === cluster) return { side: null, by: 0 }
  const side = single > cluster === (good === 'more') ? 'single' : 'cluster'
  const [low, high] = single < cluster ? [single, cluster] : [cluster, single]
  return { side, by: low === 0 ? null : (high - low) / low }
}

/** The mean of some values; `NaN` of none. */
export function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
