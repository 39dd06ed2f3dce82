import { describe, expect, test } from 'vitest'
import { createRandom } from '../model/workload/random.ts'
import { doubtOfFailures, failuresDiffer, findDifferingParts, type Failures } from './failure-shares.ts'
import type { ComparedPart, FigureOfSides } from './figures.ts'

const texts = { base: 'on A', head: 'on B' }
const five = (share: number): readonly number[] => Array.from({ length: 5 }, () => share)
const runsOf = (shares: readonly number[], requests?: number): readonly Failures[] =>
  shares.map((share) => ({ share, ...(requests !== undefined && { requests }) }))
const textOf = (base: readonly number[], head: readonly number[], requests?: number) =>
  failuresDiffer(runsOf(base, requests), runsOf(head, requests), texts)

describe('shares of failures are apart', () => {
  test('by more than one percentage point', () => {
    expect(textOf(five(0.2), five(0.23))).toBe('fails 20 % of its requests on A and 23 % on B')
    expect(textOf(five(0.2), five(0.209))).toBeNull()
    expect(textOf([0.2], [0.3])).toBe('fails 20 % of its requests on A and 30 % on B')
    expect(textOf([], [0.3])).toBeNull()
  })

  test('in the runs that count, which are the last ones of the side with more', () => {
    const repaired = [...five(0.5), ...five(0)]
    expect(textOf(five(0), repaired)).toBeNull()
    expect(textOf(repaired.toReversed(), five(0))).toBe('fails 50 % of its requests on A and 0 % on B')
  })

  test('by more than chance makes of a few requests that may fail on either side', () => {
    const random = createRandom(3)
    const side = (share: number): readonly number[] =>
      Array.from({ length: 5 }, () => Array.from({ length: 30 }, () => random()).filter((draw) => draw < share).length / 30)
    const count = (ofHead: number): number => Array.from({ length: 500 }, () => textOf(side(0.03), side(ofHead), 30)).filter(Boolean).length
    // By the shares alone, 305 of 500 equal sides would be apart.
    expect(count(0.03)).toBeLessThanOrEqual(44)
    expect(count(0.3)).toBeGreaterThanOrEqual(495)
  })

  test('in bursts as well as steadily: a server that sheds load is not fast', () => {
    for (const shares of [
      [0.02, 0.6, 0.1, 0.3, 0.05],
      [0, 0, 0.4, 0, 0],
    ])
      expect(textOf(five(0), shares, 1000)).toMatch(/^fails 0 % of its requests on A and /)
    expect(textOf(five(0.02), five(0.035), 5000)).not.toBeNull()
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
  const namesOf = (...figures: readonly FigureOfSides[]) =>
    findDifferingParts(figures, texts).map(({ part }) => [part.kind, part.names.at(-1)])

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

  test('is one of deliveries, too, where they are lost on one side', () => {
    const news = partOf('deliveries', 'news')
    const reached: FigureOfSides = { ...failed(news, 0.5), metric: 'delivery_reach', better: 'high', base: five(1), head: five(0.4) }
    const apart = findDifferingParts([reached], texts)
    expect(apart.map(({ text }) => text)).toEqual(['news, shop loses 0 % of its deliveries on A and 60 % on B'])
    expect(doubtOfFailures({ part: news, unit: 'ms' }, apart)).toBe(apart[0]?.text)
    expect(doubtOfFailures({ part: scenario, unit: 'ms' }, apart)).toBeUndefined()
  })

  test('leaves its own figures undecided, and a scenario or plugin those of its test', () => {
    const doubtOf = (part: ComparedPart, of: ComparedPart, unit: 'ms' | 'share' = 'ms') =>
      doubtOfFailures({ part, unit }, findDifferingParts([failed(of, 0.5)], texts))
    expect(doubtOf(endpoint, endpoint)).toBe('events of reads, shop fails 0 % of its requests on A and 50 % on B')
    expect(doubtOf(endpoint, endpoint, 'share')).toBeUndefined()
    expect(doubtOf(scenario, endpoint)).toBeUndefined()
    expect(doubtOf(plugin, endpoint)).toBeUndefined()
    // A plugin that fails leaves the target the time for all other requests.
    expect(doubtOf(scenario, plugin)).toMatch(/^events of reads, shop fails/)
    expect(doubtOf(ofPlugin, plugin)).toMatch(/^events of reads, shop fails/)
    expect(doubtOf(partOf('deliveries', 'news'), scenario)).toMatch(/^reads, shop fails/)
    expect(doubtOf({ ...endpoint, test: 'other' }, scenario)).toBeUndefined()
  })
})
