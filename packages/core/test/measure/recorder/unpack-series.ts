import { Histogram, type HistogramPart, type HistogramSnapshot } from '../../../src/model/metrics/histogram.ts'
import {
  countsWidth,
  histogramsWidth,
  packSeries,
  timed,
  type PackedSeries,
  type SeriesSnapshot,
} from '../../../src/measure/recorder/series.ts'

/** The packed records of no series. */
export const noSeries: PackedSeries = packSeries([])

/** The counts of each series, as they were before packing. */
export function unpackSeries({ names, counts, statuses, histograms, buckets, bucketCounts }: PackedSeries): SeriesSnapshot[] {
  let from = 0
  const parts = rowsOf(histograms, histogramsWidth).map(([place, what, length = 0, count = 0, sum = 0, min = 0, max = 0]) => {
    const part = { buckets, counts: bucketCounts, from, to: from + length, count, sum, min, max }
    from += length
    return { place, what, part }
  })
  return names.map((name, place) => {
    const [started = 0, dataReceived = 0, ...outcomes] = counts.slice(place * countsWidth, (place + 1) * countsWidth)
    const ofThis = parts.filter((each) => each.place === place)
    const find = (what: number): HistogramPart | undefined => ofThis.find((each) => each.what === what)?.part
    const unfinished = find(timed.responseAges)
    const series = {
      name,
      started,
      outcomes,
      dataReceived,
      statuses: rowsOf(statuses, 3).flatMap(([of, status = 0, count = 0]) => (of === place ? [[status, count] as const] : [])),
      responseTimes: ofThis.flatMap(({ what = 0, part }) => (what < timed.responseAges ? [[what, timesOf(part)] as const] : [])),
      serviceTime: timesOf(find(timed.serviceTime), find(timed.serviceAges)),
      httpWaiting: timesOf(find(timed.httpWaiting), find(timed.waitingAges)),
    }
    return unfinished === undefined ? series : { ...series, unfinished: timesOf(unfinished) }
  })
}

function timesOf(values: HistogramPart | undefined, ages?: HistogramPart): HistogramSnapshot {
  const histogram = new Histogram()
  if (values !== undefined) histogram.addPart(values)
  if (ages !== undefined) histogram.addAges(ages)
  return histogram.snapshot()
}

function rowsOf(numbers: Float64Array, width: number): number[][] {
  return Array.from({ length: numbers.length / width }, (_, row) => Array.from(numbers.slice(row * width, (row + 1) * width)))
}
