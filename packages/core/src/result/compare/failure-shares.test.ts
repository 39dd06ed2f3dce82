import { describe, expect, test } from 'vitest'
import { createRandom } from '../../model/workload/random.ts'
import { doubtOfFailures, failuresApart, findPartsApart } from './failure-shares.ts'
import type { ComparedPart, FigureOfSides } from './run-figures.ts'

const texts = { base: 'on A', head: 'on B' }
const five = (share: number): readonly number[] => Array.from({ length: 5 }, () => share)

describe('shares of failures are apart', () => {
  test('by more than one percentage point', () => {
    expect(failuresApart(five(0.2), five(0.23), texts)).toBe('fails 20 % of its requests on A and 23 % on B')
    expect(failuresApart(five(0.2), five(0.209), texts)).toBeNull()
    expect(failuresApart([0.2], [0.3], texts)).toBe('fails 20 % of its requests on A and 30 % on B')
    expect(failuresApart([], [0.3], texts)).toBeNull()
  })

  test('in the runs that count, which are the last ones of the side with more', () => {
    const repaired = [...five(0.5), ...five(0)]
    expect(failuresApart(five(0), repaired, texts)).toBeNull()
    expect(failuresApart(repaired.toReversed(), five(0), texts)).toBe('fails 50 % of its requests on A and 0 % on B')
  })

  test('by more than chance makes of a few requests that may fail on either side', () => {
    const random = createRandom(3)
    const side = (share: number): readonly number[] =>
      Array.from({ length: 5 }, () => Array.from({ length: 30 }, () => random()).filter((draw) => draw < share).length / 30)
    const apart = (ofHead: number): number =>
      Array.from({ length: 500 }, () => failuresApart(side(0.03), side(ofHead), texts)).filter(Boolean).length
    // By the means alone, 305 of 500 equal sides would be apart.
    expect(apart(0.03)).toBeLessThanOrEqual(44)
    expect(apart(0.3)).toBeGreaterThanOrEqual(495)
  })
})

describe('a part whose requests fail differently', () => {
  const partOf = (kind: ComparedPart['kind'], ...names: readonly string[]): ComparedPart => ({
    test: 'shop',
    variant: 'default',
    kind,
    names,
  })
  const failed = (part: ComparedPart, head: number): FigureOfSides => ({
    part,
    metric: 'http_failed',
    aggregate: 'rate',
    unit: 'share',
    better: 'low',
    base: five(0),
    head: five(head),
  })
  const scenario = partOf('scenario', 'reads')
  const endpoint = partOf('endpoint', 'reads', 'events')
  const plugin = partOf('plugin', 'reads', 'events')
  const ofPlugin = partOf('endpoint', 'reads', 'events', 'open')
  const namesOf = (...figures: readonly FigureOfSides[]) => findPartsApart(figures, texts).map(({ part }) => [part.kind, part.names.at(-1)])

  test('is named once, by the outermost part', () => {
    expect(namesOf(failed(scenario, 0.3), failed(endpoint, 0.5), failed(plugin, 0.2))).toEqual([['scenario', 'reads']])
    expect(namesOf(failed(scenario, 0.001), failed(plugin, 0.2), failed(ofPlugin, 0.4))).toEqual([['plugin', 'events']])
  })

  test('hides no other part of the same name', () => {
    expect(namesOf(failed(endpoint, 0.5), failed(plugin, 0.5))).toEqual([
      ['endpoint', 'events'],
      ['plugin', 'events'],
    ])
  })

  test('leaves its own figures undecided, and a scenario those of its test', () => {
    const doubtOf = (part: ComparedPart, of: ComparedPart, unit: 'ms' | 'share' = 'ms') =>
      doubtOfFailures({ part, unit }, findPartsApart([failed(of, 0.5)], texts))
    expect(doubtOf(endpoint, endpoint)).toBe('events of reads, shop fails 0 % of its requests on A and 50 % on B')
    expect(doubtOf(endpoint, endpoint, 'share')).toBeUndefined()
    expect(doubtOf(scenario, endpoint)).toBeUndefined()
    expect(doubtOf(plugin, endpoint)).toBeUndefined()
    expect(doubtOf(ofPlugin, plugin)).toMatch(/^events of reads, shop fails/)
    expect(doubtOf(partOf('deliveries', 'news'), scenario)).toMatch(/^reads, shop fails/)
    expect(doubtOf({ ...endpoint, test: 'other' }, scenario)).toBeUndefined()
  })
})
