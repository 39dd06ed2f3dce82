import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareRuns, leastRuns } from './compare-runs.ts'
import { withDoubt } from './doubtful-run.ts'

/** Some values, each this many percent off the middle. */
const around = (middle: number, ...percent: readonly number[]): number[] => percent.map((off) => middle * (1 + off / 100))

describe('the interval', () => {
  test('the interval is that of Welch on the logarithms of the values', () => {
    // By hand: logarithms 0 to 0.4 and 0.5 to 0.9 in steps of 0.1, whose variances are 0.025, with 8 degrees of freedom.
    const [base, head] = [[0, 0.1, 0.2, 0.3, 0.4].map(Math.exp), [0.5, 0.6, 0.7, 0.8, 0.9].map(Math.exp)]
    const { ratio, interval } = compareRuns(base, head, { better: 'high' })
    expect(Math.log(ratio ?? 0)).toBeCloseTo(0.5, 10)
    const reach = 2.306 * Math.sqrt((2 * 0.025) / 5)
    expect(interval?.map(Math.log)).toEqual([expect.closeTo(0.5 - reach, 4), expect.closeTo(0.5 + reach, 4)])
  })

  test('the interval of pairs leaves out the noise that both runs of a pair share', () => {
    const base = [100, 150, 80, 120, 90]
    const head = [110, 166.5, 87.2, 132, 99]
    expect(compareRuns(base, head, { better: 'high' }).answer).toBe('inconclusive')
    const paired = compareRuns(base, head, { better: 'high', paired: true })
    expect(paired.answer).toBe('better')
    expect(paired.ratio).toBeCloseTo(1.1, 2)
  })

  test('the interval widens with each further figure that is compared', () => {
    const [base, head] = [around(100, -2, -1, 0, 1, 2), around(110, -2, -1, 0, 1, 2)]
    const widths = [1, 2, 4, 8].map((figures) => {
      const [low, high] = compareRuns(base, head, { better: 'high', figures }).interval ?? [0, 0]
      return high - low
    })
    expect(widths).toEqual(widths.toSorted((a, b) => a - b))
    expect(new Set(widths).size).toBe(4)
  })

  test('the interval is never narrower than the tick of the clock, however alike a few runs are', () => {
    const [low, high] = compareRuns([100, 100, 100, 100, 100], [101, 101, 101, 101, 101], { better: 'high' }).interval ?? [1, 1]
    expect(high - low).toBeGreaterThan(0.012)
  })
})

describe('unequal numbers of runs', () => {
  const [five, eight] = [around(100, -1, 0, 0, 0, 1), [...around(200, 1, 2, 3), ...around(120, -1, 0, 0, 0, 1)]]

  test('of the side with more runs the last ones count', () => {
    const equal = compareRuns(five, eight.slice(3), { better: 'low' })
    expect(compareRuns(five, eight, { better: 'low' })).toEqual(equal)
    expect(equal).toMatchObject({ runs: 5, answer: 'worse' })
    expect(compareRuns(eight, five, { better: 'low' })).toMatchObject({ runs: 5, answer: 'better' })
    // Fewer than five decide nothing, so that all of the other side can be shown.
    expect(compareRuns([100], [300, 120], { better: 'low' })).toMatchObject({ runs: 1, ratio: expect.closeTo(1.897, 3) as number })
  })

  test('each side has the middle of the runs that count, between which the ratio lies, with the lowest and the highest', () => {
    const skewed = [100, 100, 100, 100, 200]
    const { ratio, sides } = compareRuns([1, 2, ...five], skewed, { better: 'low' })
    expect(sides).toEqual({
      base: { middle: expect.closeTo(100, 2) as number, lowest: 99, highest: 101 },
      head: { middle: expect.closeTo(100 * 2 ** 0.2, 10) as number, lowest: 100, highest: 200 },
    })
    expect((sides.head?.middle ?? 0) / (sides.base?.middle ?? 0)).toBeCloseTo(ratio ?? 0, 10)
    const shares = compareRuns([0, 0, 0, 0, 0.01], [0.02, 0.02, 0.02, 0.02, 0.02], { better: 'low', scale: 'points' })
    expect(shares.sides).toMatchObject({ base: { middle: 0.002 }, head: { middle: 0.02 } })
    const withZero = compareRuns([10, 10, 10, 10, 10], [0, 20, 20, 20, 20], { better: 'high' })
    expect(withZero).toMatchObject({ sides: { base: { middle: 10 }, head: { middle: 16, lowest: 0 } }, ratio: 1.6 })
    expect(compareRuns([], [1, 2, 4], { better: 'low' })).toMatchObject({
      ratio: null,
      runs: 0,
      sides: { base: null, head: { middle: 2, highest: 4 } },
    })
    expect(compareRuns([], [0, 2], { better: 'low' })).toMatchObject({ sides: { base: null, head: { middle: 1 } } })
  })
})

describe('the answer', () => {
  test('the sides are equivalent where all runs have the same value, such as a share of 100 %', () => {
    const alike = { ratio: 1, interval: [1, 1], answer: 'equivalent' }
    expect(compareRuns([1, 1, 1, 1, 1], [1, 1, 1, 1, 1], { better: 'high', margin: 0.01, figures: 14 })).toMatchObject(alike)
    expect(compareRuns([7, 7, 7, 7, 7], [7, 7, 7, 7, 7], { better: 'low', paired: true })).toMatchObject(alike)
  })

  test.each([
    ['better', 'high', around(120, -1, 0, 0, 0, 1)],
    ['worse', 'low', around(120, -1, 0, 0, 0, 1)],
    ['worse', 'high', around(80, -1, 0, 0, 0, 1)],
    ['better', 'low', around(80, -1, 0, 0, 0, 1)],
    ['equivalent', 'high', around(101, -1, 0, 0, 0, 1)],
    ['inconclusive', 'high', around(106, -8, -4, 0, 4, 8)],
  ] as const)('a difference is %s where a %s value is good, of 100 and %j', (answer, better, head) => {
    expect(compareRuns(around(100, -1, 0, 0, 0, 1), head, { better }).answer).toBe(answer)
  })

  test('the sides are equivalent where a difference is certain but too small to matter', () => {
    const [base, head] = [around(100, -0.5, 0, 0.5, -0.2, 0.2), around(102.5, -0.5, 0, 0.5, -0.2, 0.2)]
    expect(compareRuns(base, head, { better: 'high' })).toMatchObject({ answer: 'equivalent', because: null, runsNeeded: null })
    expect(compareRuns(base, head, { better: 'high', margin: 0.01 }).answer).toBe('better')
  })

  test('exchanging the sides reverses the answer and inverts the ratio', () => {
    const opposite = { better: 'worse', worse: 'better', equivalent: 'equivalent', inconclusive: 'inconclusive' } as const
    const values = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: leastRuns, maxLength: 8 })
    fc.assert(
      fc.property(values, values, (base, head) => {
        const [there, back] = [compareRuns(base, head, { better: 'low' }), compareRuns(head, base, { better: 'low' })]
        expect(back.answer).toBe(opposite[there.answer])
        expect((back.ratio ?? 0) * (there.ratio ?? 0)).toBeCloseTo(1, 6)
        const [low, high] = there.interval ?? [Number.NaN, Number.NaN]
        expect(low).toBeLessThanOrEqual(there.ratio ?? 0)
        expect(high).toBeGreaterThanOrEqual(there.ratio ?? 0)
      }),
    )
  })

  test('the answer does not depend on the unit of the values', () => {
    const [base, head] = [around(100, -3, -1, 0, 2, 4), around(111, -2, -1, 0, 1, 2)]
    const inSeconds = (values: readonly number[]): number[] => values.map((value) => value / 1000)
    expect(compareRuns(inSeconds(base), inSeconds(head), { better: 'low' }).answer).toBe(compareRuns(base, head, { better: 'low' }).answer)
  })
})

describe('with too few runs', () => {
  test.each([
    [[100], [200], 2, 'one run a side is too few, it takes at least 5'],
    [[100, 101], [200], 1.99, 'one run of a side is too few, it takes at least 5'],
    [[100, 100], [200, 200], 2, '2 runs a side are too few, it takes at least 5'],
    [[100, 100, 101, 100], [200, 200, 200, 200, 201], 2, '4 runs of a side are too few, it takes at least 5'],
  ])('%j and %j have a ratio, and no answer', (base, head, ratio, because) => {
    const compared = compareRuns(base, head, { better: 'high' })
    expect(compared).toMatchObject({ interval: null, answer: 'inconclusive', because, runsNeeded: null })
    expect(compared.ratio).toBeCloseTo(ratio, 1)
  })

  test('three runs a side of two speeds, which chance has put apart, name no side', () => {
    const [slow, fast] = [around(100, -0.1, 0, 0.1), around(110, -0.1, 0, 0.1)]
    for (const paired of [false, true])
      expect(compareRuns(slow, fast, { better: 'high', figures: 10, paired })).toMatchObject({
        interval: null,
        answer: 'inconclusive',
        because: '3 runs a side are too few, it takes at least 5',
      })
  })

  test('a side without a value is compared with nothing', () => {
    const nothing = { ratio: null, interval: null, answer: 'inconclusive', because: 'a side has no value' }
    expect(compareRuns([], [1, 1, 1], { better: 'high' })).toMatchObject(nothing)
    expect(compareRuns([1, 1, 1], [], { better: 'high' })).toMatchObject(nothing)
  })
})

describe('the runs that would decide', () => {
  test('the wider the runs are spread, the more runs it takes to decide, and that number does decide', () => {
    const noise = [-8, 5, -3, 7, 0, -6, 8, 2, -5, 4, 6, -7, 1, -2, 3, -4, 8, -8, 5, -5, 0, 7, -6, 2]
    const few = compareRuns(around(100, -12, -6, 0, 6, 12), around(110, -12, -6, 0, 6, 12), { better: 'high' })
    expect(few.answer).toBe('inconclusive')
    const runs = few.runsNeeded ?? 0
    expect(few.because).toBe(`5 runs a side differ too much, ${runs} would probably decide`)
    expect(runs).toBeGreaterThan(6)
    const enough = noise.slice(0, runs)
    expect(compareRuns(around(100, ...enough), around(110, ...enough), { better: 'high' }).answer).toBe('better')
    const wide = compareRuns(around(100, -24, -12, 0, 12, 24), around(110, -24, -12, 0, 12, 24), { better: 'high' })
    expect(wide.runsNeeded).toBeGreaterThan(2 * runs)
  })

  test('no number of runs is named where more than 1,000 would be needed', () => {
    const compared = compareRuns(around(100, -60, -20, 0, 40, 90), around(102, -60, -20, 5, 40, 80), { better: 'high' })
    expect(compared).toMatchObject({
      answer: 'inconclusive',
      runsNeeded: null,
      because: '5 runs a side differ too much, more than 1000 would be needed',
    })
  })
})

describe('values that have no logarithm', () => {
  test('values without a logarithm are compared by their differences, as shares of the base', () => {
    const shares = compareRuns([1, 0.99, 0.99, 0.98, 0], [0.5, 0.5, 0.5, 0.4, 0], { better: 'high' })
    expect(shares.ratio).toBeCloseTo(1.9 / 3.96)
    expect(shares.answer).toBe('inconclusive')
  })

  test('a base of 0 has no ratio, and still an answer', () => {
    expect(compareRuns([0, 0, 0, 0, 0], [0.05, 0.06, 0.05, 0.06, 0.05], { better: 'low' })).toMatchObject({
      ratio: null,
      interval: null,
      answer: 'worse',
    })
    expect(compareRuns([0, 0, 0, 0, 0], [0, 0, 0, 0, 0], { better: 'low' })).toMatchObject({
      ratio: null,
      interval: null,
      answer: 'equivalent',
    })
  })
})

describe('what is refused', () => {
  test.each([
    [{}, 'better: say which of two values is the better one, "high" or "low"'],
    [{ better: 'high', pairs: true }, 'there is no setting "pairs"; did you mean "paired"?'],
    [{ better: 'higher' }, 'better: unknown direction "higher"; did you mean "high"?'],
    [{ better: 'Low' }, 'better: unknown direction "Low"; did you mean "low"?'],
    [{ better: 'faster' }, 'better: unknown direction "faster"; known are high, low'],
    [{ better: 'high', figures: 0 }, 'figures: 0 is not a number from 1'],
    [{ better: 'high', margin: 5 }, 'margin: 5 is not a share from 0 to 1'],
  ])('%j', (settings, message) => {
    expect(() => compareRuns([1, 2, 3], [1, 2, 3], settings as never)).toThrow(new TypeError(message))
  })

  test('values that are not numbers are refused, and pairs with one value missing', () => {
    expect(() => compareRuns([1, 2, Number.NaN], [1, 2, 3], { better: 'high' })).toThrow('must be finite numbers')
    expect(() => compareRuns([1, 2, 3, 4], [1, 2, 3], { better: 'high', paired: true })).toThrow('there are 4 and 3')
  })
})

describe('doubtful runs', () => {
  const doubt = 'a run is invalid'

  test.each([
    ['decided', [1, 1.01, 0.99, 1, 1.02], [2, 2.01, 1.99, 2, 2.02]],
    ['undecided', [1, 2, 0.5, 1.5, 0.8], [1.1, 2.2, 0.6, 1.4, 0.7]],
  ])('decide nothing, and more of them would not: %s without the doubt', (_, base, head) => {
    const compared = compareRuns(base, head, { better: 'high' })
    const { answer, because, runsNeeded, ratio, interval } = withDoubt(compared, doubt)
    expect({ answer, because, runsNeeded }).toEqual({ answer: 'inconclusive', because: doubt, runsNeeded: null })
    expect({ ratio, interval }).toEqual({ ratio: compared.ratio, interval: compared.interval })
  })

  test('that are too few are told to be too few', () => {
    const compared = compareRuns([1, 2], [1, 2], { better: 'high' })
    expect(withDoubt(compared, doubt)).toBe(compared)
  })
})
