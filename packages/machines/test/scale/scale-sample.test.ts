import { expect, test } from 'vitest'
import { figuresOf, type ScaleSample } from './scale-sample.ts'

const samples = Array.from({ length: 100 }, (_, at): ScaleSample => ({
  at,
  requests: at,
  rss: 100 + at / 2,
  heap: 50,
  buffers: 20,
  cpu: 50,
  merging: at < 50 ? 10 : 20,
}))

test('memory that grows by half a megabyte a second is reported as 30 MB a minute, and the first tenth of samples is left out', () => {
  const { rss, merging, cpu } = figuresOf(samples.map((sample) => (sample.at < 10 ? { ...sample, rss: 9000, merging: 9000 } : sample)))
  expect(rss.perMinute).toBeCloseTo(30)
  expect(rss.max).toBe(149.5)
  expect(merging).toEqual({ mean: (40 * 10 + 50 * 20) / 90, max: 20 })
  expect(cpu).toEqual({ mean: 50, max: 50 })
})
