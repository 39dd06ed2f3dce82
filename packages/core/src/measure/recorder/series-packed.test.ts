import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outcomes, statusClasses } from '../../model/metrics/outcome.ts'
import { seriesSnapshot, times } from '../../../test/result/threshold/totals-fixture.ts'
import { unpackSeries } from '../../../test/measure/recorder/unpack-series.ts'
import { packSeries, type SeriesSnapshot } from './series.ts'

const count = fc.integer({ min: 0, max: 2 ** 40 })
const someTimes = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 5 })
const timesAndAges = fc.tuple(fc.array(fc.integer({ min: 0, max: 1e9 }), { maxLength: 5 }), fc.array(count, { maxLength: 2 }))
const statusesAt = fc.uniqueArray(fc.integer({ min: 100, max: 999 }), { maxLength: 4 })
const classes = fc.uniqueArray(fc.integer({ min: 0, max: statusClasses - 1 }), { maxLength: 3 })

const series = fc
  .tuple(
    fc.string(),
    count,
    count,
    fc.array(count, { minLength: outcomes.length, maxLength: outcomes.length }),
    statusesAt,
    classes,
    someTimes,
    timesAndAges,
    timesAndAges,
    fc.boolean(),
  )
  .map(([name, started, dataReceived, ended, statuses, ofClasses, response, service, waiting, isCutOff]): SeriesSnapshot => {
    const all = seriesSnapshot(name, {
      started,
      dataReceived,
      outcomes: ended,
      statuses: statuses.map((status) => [status, started + 1] as const),
      responseTimes: ofClasses.map((each) => [each, times(response)] as const),
      serviceTime: times(...service),
      httpWaiting: times(...waiting),
    })
    return isCutOff ? { ...all, unfinished: times(response) } : all
  })

test('packed series are the same after unpacking', () => {
  fc.assert(
    fc.property(fc.array(series, { maxLength: 6 }), (all) => {
      expect(unpackSeries(packSeries(all))).toEqual(all)
    }),
  )
})

test('packed series keep counts that no narrow integer can represent', () => {
  for (const most of [2 ** 16, 2 ** 32]) {
    const counts = most < 2 ** 32 ? Uint32Array.of(most) : Float64Array.of(most)
    const many = { buckets: Uint16Array.of(7), counts, count: most, sum: 7 * most, min: 7, max: 7 }
    const { bucketCounts } = packSeries([seriesSnapshot('a', { serviceTime: many }), seriesSnapshot('b', { serviceTime: times([1]) })])
    expect([...bucketCounts]).toEqual([most, 1])
  }
})
