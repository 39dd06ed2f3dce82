import { describe, expect, test } from 'vitest'
import { outcomeIndex, nameOfClass, noStatus } from '../../model/metrics/outcome.ts'
import { SeriesRecorder, SeriesSet } from './series.ts'
import { mostNames, otherName } from './first-names.ts'
import { unpackSeries } from '../../../test/measure/recorder/unpack-series.ts'

const { ok, http_error: httpError, error, timeout, reset } = outcomeIndex

describe('SeriesRecorder', () => {
  test('a series times each class of status separately, timeouts too, and no lost request', () => {
    const series = new SeriesRecorder('GET /')
    series.started(5)
    series.received(300)
    series.responded(ok, 200, 100, 80)
    series.responded(ok, 204, 200, 150)
    series.responded(httpError, 503, 900, 850)
    series.lost(timeout, 5000, 5000)
    series.lost(reset, Number.NaN, Number.NaN)
    const snapshot = series.take()
    expect(snapshot).toMatchObject({ name: 'GET /', started: 5, dataReceived: 300 })
    expect(snapshot?.statuses).toEqual([
      [200, 1],
      [204, 1],
      [503, 1],
    ])
    expect(snapshot?.outcomes).toEqual([2, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0])
    expect(snapshot?.responseTimes.map(([statusClass, { count, sum }]) => [nameOfClass(statusClass), count, sum])).toEqual([
      ['2xx', 2, 300],
      ['5xx', 1, 900],
      ['timeout', 1, 5000],
    ])
    expect(snapshot?.serviceTime).toMatchObject({ count: 4, sum: 80 + 150 + 850 + 5000 })
  })

  test('a status below 100 is no timeout', () => {
    const series = new SeriesRecorder('GET /')
    series.responded(httpError, 99, 100, 80)
    series.lost(timeout, 5000, 5000)
    const times = series.take()?.responseTimes.map(([statusClass, { sum }]) => [nameOfClass(statusClass), sum])
    expect(times).toEqual([
      ['0xx', 100],
      ['timeout', 5000],
    ])
  })

  test('a series times responses without a status by whether they were ok', () => {
    const series = new SeriesRecorder('GET')
    series.responded(ok, noStatus, 100, 80)
    series.responded(error, noStatus, 200, 150)
    const snapshot = series.take()
    expect(snapshot?.statuses).toEqual([])
    expect(snapshot?.responseTimes.map(([statusClass, { sum }]) => [nameOfClass(statusClass), sum])).toEqual([
      ['ok', 100],
      ['error', 200],
    ])
  })

  test('a series has no service time when requests are sent as planned, nor for a request that was never sent', () => {
    const series = new SeriesRecorder('GET /')
    series.responded(ok, 200, 100, Number.NaN)
    series.lost(timeout, 700, Number.NaN)
    const snapshot = series.take()
    expect(snapshot?.serviceTime.count).toBe(0)
    expect(snapshot?.responseTimes.map(([statusClass]) => nameOfClass(statusClass))).toEqual(['2xx', 'timeout'])
  })

  test('the records of a series are taken once, and are missing when there are none', () => {
    const series = new SeriesRecorder('GET /')
    expect(series.take()).toBeUndefined()
    series.started(1)
    expect(series.take()?.started).toBe(1)
    expect(series.take()).toBeUndefined()
    series.received(1)
    expect(series.take()?.dataReceived).toBe(1)
    series.responded(ok, 200, 10, 10)
    expect(series.take()?.responseTimes).toHaveLength(1)
    series.lost(reset, Number.NaN, Number.NaN)
    expect(series.take()).toMatchObject({ started: 0, responseTimes: [], statuses: [] })
    expect(series.take()).toBeUndefined()
  })
})

describe('SeriesSet', () => {
  test('a set of series returns the same series, and the same list of it, for a name', () => {
    const set = new SeriesSet()
    const series = set.of('GET /')
    expect(set.of('GET /')).toBe(series)
    expect(set.listOf('GET /')).toEqual([series])
    expect(set.listOf('GET /')).toBe(set.listOf('GET /'))
    expect(set.of('POST /')).not.toBe(series)
  })

  test('a set of series loses no request of the names beyond the two hundredth', () => {
    const set = new SeriesSet()
    for (let index = 0; index < 1000; index++) set.of(`GET /${index}`).started(1)
    const taken = unpackSeries(set.take())
    expect(taken).toHaveLength(mostNames + 1)
    expect(taken.at(-1)).toMatchObject({ name: otherName, started: 1000 - mostNames })
  })

  test('only series with records are taken', () => {
    const set = new SeriesSet()
    set.of('a').started(1)
    set.of('b')
    expect(set.take().names).toEqual(['a'])
    set.of('b').started(1)
    expect(set.take().names).toEqual(['b'])
  })
})
