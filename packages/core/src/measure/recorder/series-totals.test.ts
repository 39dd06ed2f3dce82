import { describe, expect, test } from 'vitest'
import { Histogram } from '../../model/metrics/histogram.ts'
import { outcomeIndex, timeoutClass } from '../../model/metrics/outcome.ts'
import { mostNames, otherName } from './first-names.ts'
import { SeriesSet, type PackedSeries } from './series.ts'
import { SeriesTotals } from './series-totals.ts'

/** The snapshot of a thread with a number of requests of each name, all with responses. */
function snapshotOf(counts: Readonly<Record<string, number>>): PackedSeries {
  const set = new SeriesSet()
  for (const [name, count] of Object.entries(counts)) {
    set.of(name).started(count)
    for (let i = 0; i < count; i++) set.of(name).responded(outcomeIndex.ok, 200, 100, 90)
  }
  return set.take()
}

function namesOf(totals: SeriesTotals): string[] {
  return totals.all.map(({ name }) => name)
}

describe('SeriesTotals', () => {
  test('series are listed with the busiest first, equal ones by name, and the others last', () => {
    const totals = new SeriesTotals()
    totals.add(snapshotOf({ c: 1, b: 1, [otherName]: 9 }))
    totals.add(snapshotOf({ a: 2, d: 1 }))
    totals.add(snapshotOf({ d: 3 }))
    expect(namesOf(totals)).toEqual(['d', 'a', 'b', 'c', otherName])
  })

  test('the times of a name are merged over threads, by class of status and in total', () => {
    const totals = new SeriesTotals()
    const set = new SeriesSet()
    set.of('a').responded(outcomeIndex.ok, 201, 300, 250)
    set.of('a').responded(outcomeIndex.http_error, 404, 20, 10)
    set.of('a').lost(outcomeIndex.timeout, 5000, Number.NaN)
    totals.add(set.take())
    totals.add(snapshotOf({ a: 2 }))
    const [total] = totals.all
    expect(total?.outcomes).toMatchObject({ ok: 3, http_error: 1, timeout: 1 })
    expect(total?.statuses).toEqual({ 200: 2, 201: 1, 404: 1 })
    expect(Array.from(total?.responseTimes ?? [], ([statusClass, { sum }]) => [statusClass, sum])).toEqual([
      [2, 500],
      [4, 20],
      [timeoutClass, 5000],
    ])
    expect(total?.responseTime).toMatchObject({ count: 5, sum: 5520, min: 20, max: 5000 })
    expect(total?.serviceTime).toMatchObject({ count: 4, sum: 250 + 10 + 90 + 90 })
  })

  test('more times than a batch can contain are added up, those of each thread once', () => {
    const totals = new SeriesTotals()
    const expected = { a: new Histogram(), b: new Histogram() }
    for (let thread = 0; thread < 40; thread++) {
      const set = new SeriesSet()
      for (let time = 0; time < 2000; time++) {
        for (const name of thread % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const)) {
          const value = name === 'a' ? time + thread : 3 * time
          set.of(name).responded(outcomeIndex.ok, 200, value, Number.NaN)
          expected[name].record(value)
        }
      }
      totals.add(set.take())
    }
    for (const { name, responseTimes } of totals.all)
      expect(responseTimes.get(2)?.snapshot()).toEqual(expected[name as 'a' | 'b'].snapshot())
  })

  test('series keep to two hundred names when each thread has others, and no request is lost', () => {
    const totals = new SeriesTotals()
    for (let thread = 0; thread < 3; thread++) {
      totals.add(snapshotOf(Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`thread ${thread}: ${index}`, 1]))))
    }
    expect(totals.all).toHaveLength(mostNames + 1)
    expect(totals.all.at(-1)).toMatchObject({ name: otherName, started: 3 * 250 - mostNames })
    expect(totals.all.reduce((sum, { responseTime }) => sum + responseTime.count, 0)).toBe(3 * 250)
  })
})
