import { expect, test } from 'vitest'
import { encodeHistogram } from '../../model/metrics/encoded-histogram.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import { resultFormats } from './formats.ts'

test.each(['x', '', '0', '2026-11-28', '2026-13-28T15:23:23.989Z', '2026-11-28T25:23:23.989Z'])('%j is no time', (text) => {
  expect(resultFormats['date-time'](text)).toBe(false)
})

test('what is written is of its format, and none of its beginnings is a histogram', () => {
  const histogram = new Histogram()
  for (const value of [1, 5, 5000, 2 ** 33]) histogram.record(value)
  const { hdr } = encodeHistogram(histogram.snapshot())
  expect([resultFormats['date-time'](new Date().toISOString()), resultFormats['hdr-histogram'](hdr)]).toEqual([true, true])
  for (let length = 0; length < hdr.length - 4; length += 4) expect(resultFormats['hdr-histogram'](hdr.slice(0, length))).toBe(false)
})
