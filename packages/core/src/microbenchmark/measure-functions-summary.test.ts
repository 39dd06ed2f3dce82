import fc from 'fast-check'
import { Bench } from 'tinybench'
import { expect, test } from 'vitest'
import { describeSamples } from './measure-functions.ts'

const milliseconds = fc.array(fc.double({ min: 1e-6, max: 1e4, noNaN: true }), { minLength: 2, maxLength: 200 })

test('mean, deviation, margin and extremes of samples are those that tinybench computes', () => {
  fc.assert(
    fc.property(milliseconds, (samples) => {
      const theirs = asTinybench(samples)
      const ours = describeSamples(Float64Array.from(samples, (sample) => sample * 1e6))
      expect(ours?.mean).toBeCloseTo(theirs.mean * 1e6, 3)
      expect(ours?.min).toBe(theirs.min * 1e6)
      expect(ours?.max).toBe(theirs.max * 1e6)
      const scale = Math.max(1e-9, theirs.sd * 1e6)
      expect(Math.abs((ours?.deviation ?? 0) - theirs.sd * 1e6) / scale).toBeLessThan(1e-5)
      expect(Math.abs((ours?.marginOfError ?? 0) - theirs.rme / 100)).toBeLessThanOrEqual(theirs.rme * 1e-5 + 1e-6)
      const neighbours = [...samples].toSorted((a, b) => a - b)
      const lower = neighbours[Math.floor((samples.length - 1) * 0.99)] ?? 0
      expect(ours?.p99).toBeGreaterThanOrEqual(lower * 1e6)
    }),
    { numRuns: 100 },
  )
})

test('percentiles of samples are by nearest rank, so that each is one of the samples', () => {
  const samples = Float64Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(describeSamples(samples)).toMatchObject({ median: 50, p75: 75, p95: 95, p99: 99, min: 1, max: 100, mean: 50.5 })
  expect(samples[0]).toBe(100)
})

test('a single sample has no deviation and no margin, and no samples have no figures', () => {
  expect(describeSamples(Float64Array.of(5))).toMatchObject({ mean: 5, median: 5, p99: 5, deviation: 0, marginOfError: null })
  expect(describeSamples(new Float64Array())).toBeUndefined()
})

/** What tinybench makes of samples that were not taken by it. */
function asTinybench(samples: readonly number[]): {
  readonly mean: number
  readonly sd: number
  readonly min: number
  readonly max: number
  readonly rme: number
} {
  const bench = new Bench({ time: 0, iterations: samples.length, warmup: false })
  let taken = 0
  bench.add('samples', () => ({ overriddenDuration: samples[taken++], overriddenIterationCost: 0 }), { async: false })
  const [task] = bench.runSync()
  if (task?.result.state !== 'completed') throw new Error('tinybench did not take the samples')
  return task.result.latency
}
