import { expect } from 'vitest'
import { samplesOf, type TimeSummary } from '../../src/model/metrics/time-summary.ts'

/** A time in microseconds, or the age at which a longer one was cut off. */
export interface Sample {
  readonly time: number
  readonly isCutOff: boolean
}

/** A figure as far as samples determine it. */
interface Told {
  readonly value: number
  readonly isLowerBound: boolean
  /** The number of completed samples that would be worth as much. */
  readonly samples: number
}

/** Expects the figures of a distribution to be those of these samples: exact ones to the microsecond, others to the width of a bucket. */
export function expectTimes(summary: TimeSummary, exact: readonly (number | Sample)[], what: string): void {
  const samples = exact.map((one) => (typeof one === 'number' ? { time: one, isCutOff: false } : one)).map(rounded)
  const [times, ages] = [valuesOf(samples, false), valuesOf(samples, true)]
  expect([summary.count, summary.unfinished?.count ?? 0], what).toEqual([times.length, ages.length])
  if (samples.length === 0) return expect(summary.max, what).toBeNull()
  expect([summary.min, summary.max], what).toEqual([
    Math.min(...(times.length > 0 ? times : ages)) / 1000,
    Math.max(...times, ...ages) / 1000,
  ])
  const mean = meanOf([...times, ...ages])
  expect(summary.mean! * 1000, what).toBeCloseTo(mean, 5)
  const deviation = leastDeviation(times, ages)
  expect(Math.abs(summary.stdev! * 1000 - deviation), what).toBeLessThanOrEqual(summary.max! / 2.048 + 1e-3)
  const bounds = new Set<string>(ages.length > 0 ? ['mean', 'stdev', 'max'] : [])
  if (times.length === 0) bounds.add('min')
  for (const [figure, percent] of Object.entries(percents)) {
    const told = tellPercentile(samples, percent)
    if (told.isLowerBound) bounds.add(figure)
    expect(samplesOf(summary, figure as keyof typeof percents), `samples of p${percent} of ${what}`).toBe(told.samples)
    expectValue(summary[figure as keyof typeof percents]!, told.value, `p${percent} of ${what}`)
  }
  expect(new Set(summary.unfinished?.lowerBounds), what).toEqual(bounds)
}

/** Expects a percentile to be that of these samples. */
export function expectPercentile(reported: number, samples: readonly Sample[], percent: number, what: string): void {
  expectValue(reported, tellPercentile(samples.map(rounded), percent).value, `p${percent} of ${what}`)
}

const percents = { p2_5: 2.5, p50: 50, p75: 75, p90: 90, p95: 95, p97_5: 97.5, p99: 99, p99_9: 99.9 } as const

// In the middle of a bucket that is as wide as a 1,024th of what it holds; up to 2,047 µs buckets hold one value each.
function expectValue(reported: number, value: number, what: string): void {
  expect(Math.abs(reported * 1000 - value), what).toBeLessThanOrEqual(value < 2048 ? 1e-6 : value / 1024)
}

// Without cut-off samples by nearest rank, else by the product of the shares that continued; where that never falls so low, the age stands for the
// time.
function tellPercentile(samples: readonly Sample[], percent: number): Told {
  const all = samples.map(({ time }) => time).toSorted((a, b) => a - b)
  const ranked = all[Math.max(1, Math.ceil((percent / 100) * all.length - 1e-9)) - 1]!
  if (samples.every(({ isCutOff }) => !isCutOff)) return { value: ranked, isLowerBound: false, samples: all.length }
  let surviving = 1
  for (const bucket of new Set(all.map(bucketOf))) {
    const atRisk = all.filter((time) => bucketOf(time) >= bucket).length
    const ending = samples.filter(({ time, isCutOff }) => !isCutOff && bucketOf(time) === bucket)
    // The samples at risk stand for the number that would leave a share like theirs.
    const worth = Math.floor(atRisk / surviving + 1e-6)
    surviving *= 1 - ending.length / atRisk
    if (ending.length > 0 && surviving <= 1 - percent / 100 + 1e-9) return { value: ending[0]!.time, isLowerBound: false, samples: worth }
  }
  return { value: ranked, isLowerBound: true, samples: all.length }
}

// The lowest value of its bucket: a histogram does not distinguish the times in one.
function bucketOf(time: number): number {
  const width = time < 2048 ? 1 : 2 ** (Math.floor(Math.log2(time)) - 10)
  return Math.floor(time / width) * width
}

// Over all ways the cut-off samples could have ended: each as near to the mean as its age allows.
function leastDeviation(times: readonly number[], ages: readonly number[]): number {
  let mean = meanOf([...times, ...ages])
  for (let round = 0; round < 200; round++) mean = meanOf([...times, ...ages.map((age) => Math.max(age, mean))])
  const ended = [...times, ...ages.map((age) => Math.max(age, mean))]
  return Math.sqrt(meanOf(ended.map((time) => (time - mean) ** 2)))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function valuesOf(samples: readonly Sample[], isCutOff: boolean): number[] {
  return samples.filter((sample) => sample.isCutOff === isCutOff).map(({ time }) => time)
}

function rounded({ time, isCutOff }: Sample): Sample {
  return { time: Math.round(time), isCutOff }
}
