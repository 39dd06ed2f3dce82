import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate, source } from '../../../test/result/threshold/evaluate-fixture.ts'
import { exactly, judge, outcomeOf, repeat } from '../../../test/result/threshold/judge-times.ts'
import { endedSnapshot, totalsOf } from '../../../test/result/threshold/totals-fixture.ts'
import { decideLimit, sampledShare } from './decide-limit.ts'

const anyOperator = fc.constantFrom('<', '<=', '>', '>=')
const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const
const opposite = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const
const negated = { passed: 'failed', failed: 'passed', 'few-samples': 'few-samples', unfinished: 'unfinished' } as const
const anyPercentile = fc.constantFrom(50, 75, 90, 95, 99, 99.9)
const anyLimit = fc.integer({ min: 1, max: 2000 })
// Few different values, so that many are at the limit.
const anyTime = fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.constantFrom(10, 11, 12))
const samples = fc.oneof(
  fc.array(anyTime, { minLength: 1, maxLength: 30 }),
  fc
    .tuple(fc.integer({ min: 1, max: 400 }), anyTime, fc.array(anyTime, { maxLength: 20 }))
    .map(([count, value, some]) => [...repeat(count, value), ...some]),
)
const someCutOff = fc.oneof(fc.constant([]), fc.array(anyTime, { maxLength: 20 }))

const anyFigure = fc.record({ ended: samples, ages: someCutOff, percentile: anyPercentile, limit: anyLimit, operator: anyOperator })

describe('one rule decides', () => {
  test('a percentile is decided as the exact binomial test of the samples beyond the limit', () => {
    fc.assert(
      fc.property(samples, anyPercentile, anyLimit, (ended, percentile, limit) => {
        const beyond = ended.filter((time) => time >= limit).length
        expect(judge(`p${percentile} < ${limit}us`, ended)).toBe(exactly(beyond, ended.length, 1 - percentile / 100))
      }),
    )
  })

  test('a share is decided as the percentile of which it is beyond the limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(50, 90, 99),
        (count, part, percentile) => {
          const beyond = Math.round(count * part * part)
          const outcome = exactly(beyond, count, 1 - percentile / 100)
          const totals = totalsOf({ run: endedSnapshot({ ok: count - beyond, reset: beyond }) })
          expect(outcomeOf(evaluate('http_failed', `rate < ${100 - percentile}%`, [source(totals)]))).toBe(outcome)
          expect(judge(`p${percentile} < 1ms`, [...repeat(count - beyond, 1), ...repeat(beyond, 1000)])).toBe(outcome)
        },
      ),
    )
  })

  test('a maximum that keeps a limit has every percentile keep it, and a percentile that breaks it has the maximum break it', () => {
    fc.assert(
      fc.property(anyFigure, ({ ended, ages, percentile, limit, operator }) => {
        const [max, other] = ['max', `p${percentile}`].map((figure) => judge(`${figure} ${operator} ${limit}us`, ended, ages))
        const isUpper = operator.startsWith('<')
        expect(isUpper && max === 'passed' ? other : 'passed').toBe('passed')
        expect(isUpper && other === 'failed' ? max : 'failed').toBe('failed')
        expect(!isUpper && other === 'passed' ? max : 'passed').toBe('passed')
      }),
    )
  })

  test('whoever keeps a limit keeps every wider one', () => {
    const worth = { failed: 0, 'few-samples': 1, unfinished: 1, passed: 2 }
    fc.assert(
      fc.property(anyFigure, anyLimit, ({ ended, ages, percentile, limit, operator }, other) => {
        const ascending = [Math.min(limit, other), Math.max(limit, other)]
        const [narrow = 0, wide = 0] = (operator.startsWith('<') ? ascending : ascending.toReversed()).map(
          (each) => worth[judge(`p${percentile} ${operator} ${each}us`, ended, ages)],
        )
        expect(narrow).toBeLessThanOrEqual(wide)
      }),
    )
    const anyShare = fc.record({ hits: fc.nat(500), rest: fc.integer({ min: 1, max: 500 }) })
    fc.assert(
      fc.property(anyShare, fc.tuple(fc.nat(100), fc.nat(100)), anyOperator, ({ hits, rest }, limits, operator) => {
        const [low = 0, high = 0] = [Math.min(...limits) / 100, Math.max(...limits) / 100].map((limit) =>
          Number(decideLimit(operator, limit, sampledShare(hits, hits + rest)).holds ?? 0.5),
        )
        expect(operator.startsWith('<') ? high - low : low - high).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('a condition is decided as its opposite, and as its mirror image', () => {
    fc.assert(
      fc.property(anyFigure, ({ ended, ages, percentile, limit, operator }) => {
        const outcome = judge(`p${percentile} ${operator} ${limit}us`, ended, ages)
        expect(judge(`p${percentile} ${opposite[operator]} ${limit}us`, ended, ages)).toBe(negated[outcome])
        const whole = judge(`p${percentile} ${operator} ${limit}us`, ended)
        const reflected = ended.map((time) => 2000 - time)
        expect(judge(`p${Number((100 - percentile).toFixed(1))} ${mirrored[operator]} ${2000 - limit}us`, reflected)).toBe(whole)
      }),
    )
  })

  test('a request that was cut off beyond a limit decides it as one that ended there', () => {
    fc.assert(
      fc.property(samples, anyPercentile, fc.integer({ min: 1, max: 1000 }), (all, percentile, limit) => {
        const [kept, beyond] = [all.filter((time) => time < limit), all.filter((time) => time >= limit)]
        fc.pre(kept.length > 0)
        expect(judge(`p${percentile} < ${limit}us`, kept, beyond)).toBe(judge(`p${percentile} < ${limit}us`, all))
      }),
    )
  })

  test('as many samples as a share asks for decide it, if they are like those before', () => {
    const anyShare = fc.tuple(fc.integer({ min: 20, max: 300 }), fc.integer({ min: 1, max: 19 }))
    fc.assert(
      fc.property(anyShare, fc.constantFrom(0.6, 0.8, 0.9, 1.1, 1.3, 1.8), ([count, hits], apart) => {
        const limit = (hits / count) * apart
        const { holds, times: longer } = decideLimit('<', limit, sampledShare(hits, count))
        fc.pre(holds === null && longer !== null)
        // A rough estimate: the interval of a small share is not symmetric, and hits are whole numbers.
        const factor = Math.ceil((longer ?? 0) * 4)
        expect(decideLimit('<', limit, sampledShare(hits * factor, count * factor)).holds).toBe(apart > 1)
      }),
    )
  })
})
