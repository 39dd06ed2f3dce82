import { describe, expect, test } from 'vitest'
import { mostNames, otherName } from './first-names.ts'
import { SeriesSet } from './series-set.ts'

describe('SeriesSet', () => {
  test('gives the same series, and the same list of it, for a name each time', () => {
    const set = new SeriesSet()
    const series = set.of('GET /')
    expect(set.of('GET /')).toBe(series)
    expect(set.listOf('GET /')).toEqual([series])
    expect(set.listOf('GET /')).toBe(set.listOf('GET /'))
    expect(set.of('POST /')).not.toBe(series)
  })

  test('loses no request of the names beyond the two hundredth', () => {
    const set = new SeriesSet()
    for (let index = 0; index < 1000; index++) set.of(`GET /${index}`).started(1)
    const taken = set.take()
    expect(taken).toHaveLength(mostNames + 1)
    expect(taken.at(-1)).toMatchObject({ name: otherName, started: 1000 - mostNames })
  })

  test('takes only the series in which something happened', () => {
    const set = new SeriesSet()
    set.of('a').started(1)
    set.of('b')
    expect(set.take().map(({ name }) => name)).toEqual(['a'])
    set.of('b').started(1)
    expect(set.take().map(({ name }) => name)).toEqual(['b'])
  })
})
