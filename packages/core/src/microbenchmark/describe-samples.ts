import type { CallTimes } from '../result/summary/microbenchmark-summary.ts'
import { criticalValue } from './critical-value.ts'

/** Describes samples; `undefined` without any. Percentiles by nearest rank. */
export function describeSamples(samples: Float64Array): CallTimes | undefined {
  if (samples.length === 0) return undefined
  const { mean, variance } = momentsOf(samples)
  const deviation = Math.sqrt(variance)
  const sorted = samples.toSorted()
  return {
    mean,
    median: percentileOf(sorted, 50),
    p75: percentileOf(sorted, 75),
    p95: percentileOf(sorted, 95),
    p99: percentileOf(sorted, 99),
    min: sorted[0] ?? 0,
    max: sorted.at(-1) ?? 0,
    deviation,
    marginOfError: marginOf(samples.length, mean, deviation),
  }
}

/** The value below which so many percent of sorted values lie, by nearest rank. */
export function percentileOf(sorted: Float64Array, percentile: number): number {
  const rank = Math.max(1, Math.ceil((percentile / 100) * sorted.length - 1e-9))
  return sorted[rank - 1] ?? 0
}

// By Welford's method, which loses nothing where the deviation is small beside the mean.
function momentsOf(samples: Float64Array): { readonly mean: number; readonly variance: number } {
  let mean = 0
  let squares = 0
  let count = 0
  for (const sample of samples) {
    const distance = sample - mean
    mean += distance / ++count
    squares += distance * (sample - mean)
  }
  return { mean, variance: count < 2 ? 0 : squares / (count - 1) }
}

function marginOf(count: number, mean: number, deviation: number): number | null {
  if (count < 2 || mean === 0) return null
  return (criticalValue(count - 1) * deviation) / Math.sqrt(count) / mean
}
