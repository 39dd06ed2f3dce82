import type { SideFigures } from './documented-hypha.ts'

/** One of the two sides. */
export type Side = 'single' | 'cluster'

/** Which side is better in one figure, and by how much. */
export interface Advantage {
  /** `null` where both are equal, or a side has no value. */
  readonly side: Side | null
  /**
   * Of a figure of which more is better, `(better - worse) / worse`; of one of which less is better, by how much the worse exceeds the better.
   * Never negative; `null` where it cannot be told.
   */
  readonly by: number | null
}

/** What the two sides come to. */
export interface HyphaVerdict {
  readonly peak: Advantage
  readonly average: Advantage
  readonly responseTime: Advantage
  readonly success: Advantage
  readonly light: Advantage
  /** The side with the higher average throughput. */
  readonly winner: Side | null
  /** The winner where it leads by more than {@link recommendationBand}. */
  readonly recommended: Side | null
}

/** Within so much, either way, the throughput recommends neither side. */
export const recommendationBand = 0.2

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

/** Compares both sides: more throughput and success is better, less response time is. */
export function judgeSides(single: SideFigures, cluster: SideFigures): HyphaVerdict {
  const average = advantageOf(single.average, cluster.average, 'more')
  return {
    peak: advantageOf(single.peak, cluster.peak, 'more'),
    average,
    responseTime: advantageOf(single.responseTime, cluster.responseTime, 'less'),
    success: advantageOf(single.success, cluster.success, 'more'),
    light: advantageOf(single.light, cluster.light, 'more'),
    winner: average.side,
    recommended: average.by !== null && average.by > recommendationBand ? average.side : null,
  }
}

/** Tells which side is better in one figure, and by how much. */
export function advantageOf(single: number, cluster: number, good: 'more' | 'less'): Advantage {
  if (!Number.isFinite(single) || !Number.isFinite(cluster)) return { side: null, by: null }
  if (single === cluster) return { side: null, by: 0 }
  const side = single > cluster === (good === 'more') ? 'single' : 'cluster'
  const [low, high] = single < cluster ? [single, cluster] : [cluster, single]
  return { side, by: low === 0 ? null : (high - low) / low }
}
