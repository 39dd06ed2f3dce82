import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasErrorRateBelow, hasPercentileBelow } from '../../src/assertion/limits.ts'
import { subjectOf } from '../../src/assertion/subject.ts'
import { Histogram } from '../../src/model/metrics/histogram.ts'
import { summarizeTimes } from '../../src/model/metrics/time-summary.ts'
import { exactly, judge } from '../result/threshold/judge-times.ts'
import { times } from '../result/threshold/totals-fixture.ts'
import { countsFixture, scenarioFixture } from '../result/verdict/summary-fixture.ts'
import { resultFixture } from './result-fixture.ts'

const findings = { passed: 'holds', failed: 'fails', 'few-samples': 'undecided', unfinished: 'undecided' } as const
const anyTimes = fc.array(fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.constantFrom(10, 11)), { minLength: 1, maxLength: 60 })

test('a percentile in an assertion is decided as in a threshold', () => {
  const anyPercentile = fc.constantFrom('p50', 'p90', 'p95', 'p99')
  fc.assert(
    fc.property(
      anyTimes,
      fc.oneof(fc.constant([]), anyTimes),
      anyPercentile,
      fc.integer({ min: 1, max: 2000 }),
      (ended, ages, figure, limit) => {
        const histogram = new Histogram()
        histogram.add(times(ended, ages))
        const distribution = { name: 't', metric: 't', values: summarizeTimes(histogram), quantity: { kind: 'time', unit: 'ms' } } as const
        const subject = { ...subjectOf(resultFixture()), distributions: [distribution] }
        expect(hasPercentileBelow(subject, figure, `${limit}us`).outcome).toBe(findings[judge(`${figure} < ${limit}us`, ended, ages)])
      },
    ),
  )
})

test('an error rate in an assertion is decided as in a threshold', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 20 }), fc.constantFrom(1, 10, 50), (ok, reset, percent) => {
      const result = resultFixture({ scenarios: [scenarioFixture({ counts: countsFixture({ ok, reset }) })] })
      expect(hasErrorRateBelow(subjectOf(result), `${percent}%`).outcome).toBe(findings[exactly(reset, ok + reset, percent / 100)])
    }),
  )
})
