import fc from 'fast-check'
import hdr from 'hdr-histogram-js'
import { expect, test } from 'vitest'
import { decodeHistogram, encodeHistogram } from './encoded-histogram.ts'
import { Histogram } from './histogram.ts'

function histogramOf(values: readonly number[]): Histogram {
  const histogram = new Histogram()
  for (const value of values) histogram.record(value)
  return histogram
}

const microseconds = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 2 ** 32 }), fc.integer({ min: 2 ** 31, max: 2 ** 50 })),
)

test('a histogram is the same after encoding and decoding', () => {
  fc.assert(
    fc.property(microseconds, (values) => {
      const histogram = histogramOf(values)
      const read = new Histogram()
      read.add(decodeHistogram(JSON.parse(JSON.stringify(encodeHistogram(histogram.snapshot())))))
      expect(read.snapshot()).toEqual(histogram.snapshot())
    }),
  )
})

test('an encoded histogram keeps counts beyond 32 bits', () => {
  const most = 2 ** 40 + 7
  const one = { buckets: Uint16Array.of(700), counts: Float64Array.of(most), count: most, sum: 700 * most, min: 700, max: 700 }
  expect(decodeHistogram(encodeHistogram(one))).toEqual(one)
})

test('a library of HdrHistogram decodes the same values in the same buckets', () => {
  const values = [0, 1, 2047, 2048, 4095, 12_345, 12_345, 1_000_000, 2 ** 33]
  const { hdr: text } = encodeHistogram(histogramOf(values).snapshot())
  const read = hdr.decodeFromCompressedBase64(text)
  const own = hdr.build({ numberOfSignificantValueDigits: 3 })
  for (const value of values) own.recordValue(value)
  expect(read.totalCount).toBe(values.length)
  for (const percentile of [1, 25, 50, 75, 90, 99, 100])
    expect(read.getValueAtPercentile(percentile)).toBe(own.getValueAtPercentile(percentile))
})

test('an encoding by a library of HdrHistogram is decoded', () => {
  const written = hdr.build({ numberOfSignificantValueDigits: 3 })
  for (const value of [3, 3, 5000]) written.recordValue(value)
  const read = new Histogram()
  read.add(decodeHistogram({ hdr: hdr.encodeIntoCompressedBase64(written), sum: 5006, min: 3, max: 5000 }))
  expect(read.snapshot()).toEqual(histogramOf([3, 3, 5000]).snapshot())
})

test.each(['', 'AAAAAAAAAAA=', 'bm8gaGlzdG9ncmFt'])('decodeHistogram refuses %j', (text) => {
  expect(() => decodeHistogram({ hdr: text, sum: 0, min: 0, max: 0 })).toThrow('it is no histogram')
})
