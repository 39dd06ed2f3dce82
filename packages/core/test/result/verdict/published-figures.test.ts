import { describe, expect, test } from 'vitest'
import { compareRuns } from '../../../src/compare/compare-runs.ts'
import { compareVariants } from '../../../src/compare/compare-variants.ts'
import type { SuiteResult, TestResult } from '../../../src/result/shape/result.ts'
import { littleTolerance } from '../../../src/result/verdict/rules/load-rules.ts'
import { judge } from '../../../src/result/verdict/judge.ts'
import { exampleSuiteResult } from '../../example-suite-result.ts'
import { resultFixture } from '../../assertion/result-fixture.ts'
import { deserveSummary, hyphaSummary } from './published-tests.ts'
import { scenarioFixture, seriesFixture, timesFixture } from './summary-fixture.ts'

/** The published single server and cluster: requests per second, and milliseconds. */
const hypha = [
  { figure: 'peak throughput', single: 15_513, cluster: 11_004, good: 'high', advantage: 41 },
  { figure: 'average throughput', single: 12_163, cluster: 4513, good: 'high', advantage: 169.5 },
  // The report has 515.7, computed before rounding.
  { figure: 'throughput at light load', single: 10_287, cluster: 1671, good: 'high', advantage: 515.6 },
  { figure: 'average response time', single: 10.78, cluster: 54.57, good: 'low', advantage: 406.2 },
] as const

describe('the published comparison of a single server with a cluster', () => {
  test.each(hypha)(
    '$figure: they are $advantage % apart, which of one run each decides nothing',
    ({ single, cluster, good, advantage }) => {
      const [better, worse] = good === 'high' ? [single, cluster] : [cluster, single]
      expect((compareRuns([worse], [better], { better: 'high' }).ratio ?? 0) - 1).toBeCloseTo(advantage / 100, 3)
      expect(compareRuns([single], [cluster], { better: good }).answer).toBe('inconclusive')
    },
  )

  test.each(hypha)('$figure: five runs each that measure the same make the single server better', ({ single, cluster, good }) => {
    const [singles, clusters] = [single, cluster].map((value) => [0.97, 0.99, 1, 1.01, 1.03].map((factor) => value * factor)) as [
      number[],
      number[],
    ]
    expect(compareRuns(singles, clusters, { better: good, figures: 4 }).answer).toBe('worse')
    expect(compareRuns(clusters, singles, { better: good, figures: 4 }).answer).toBe('better')
  })

  test('variants of the published comparison: no figure has a winner, whichever is named first', () => {
    const single = runOf('single', 12_163, 10.78)
    const cluster = runOf('cluster', 4513, 54.57)
    for (const tests of [
      [single, cluster],
      [cluster, single],
    ]) {
      const [comparison] = compareVariants(suiteOf(tests))
      expect(new Set(comparison?.figures.map(({ answer }) => answer))).toEqual(new Set(['inconclusive']))
    }
  })
})

/** The three published runs of 500 connections with 10 requests in flight each. */
const deserve = [
  { requestsPerSecond: 199_249.07, mean: 24.77, law: '5,000 in flight / 199,249 per s = 25.1 ms (measured 24.8 ms)', residual: 0.0131 },
  { requestsPerSecond: 197_790, mean: 24.92, law: '5,000 in flight / 197,790 per s = 25.3 ms (measured 24.9 ms)', residual: 0.0144 },
  { requestsPerSecond: 202_628, mean: 24.35, law: '5,000 in flight / 202,628 per s = 24.7 ms (measured 24.4 ms)', residual: 0.0134 },
]

describe("Little's law", () => {
  test.each(deserve)(
    "Little's law explains $mean ms by 5,000 in flight, with a residual of $residual",
    ({ requestsPerSecond, mean, law, residual }) => {
      const summary = deserveSummary()
      const count = Math.round(requestsPerSecond * 30)
      const [scenario] = summary.scenarios
      const measured = {
        ...summary,
        scenarios: [
          scenarioFixture({
            ...scenario,
            throughput: { requestsPerSecond, okPerSecond: requestsPerSecond, bytesPerSecond: 29.7e6 },
            responseTime: timesFixture({ ...scenario?.responseTime, mean, count }),
          }),
        ],
      }
      const reason = judge(measured).reasons.find(({ rule }) => rule === 'queue-depth')
      expect(reason?.text).toBe(`the mean response time is queue depth: ${law}`)
      const expected = 5000 / (requestsPerSecond * (mean / 1000)) - 1
      expect(expected).toBeCloseTo(residual, 4)
      expect(expected).toBeLessThan(littleTolerance)
    },
  )

  test("Little's law shows that 500 concurrent requests were 335", () => {
    const { inFlight, throughput, responseTime } = hyphaSummary().scenarios[0] ?? {}
    const computed = (throughput?.requestsPerSecond ?? 0) * ((responseTime?.mean ?? 0) / 1000)
    expect(computed).toBeCloseTo(335.08, 2)
    expect(inFlight).toBeCloseTo(computed, 0)
    const reason = judge(hyphaSummary()).reasons.find(({ rule }) => rule === 'in-flight-idle')
    expect(reason?.text).toContain('each batch starts 500 iterations, measured 335 at a time')
  })
})

function runOf(variant: string, okPerSecond: number, mean: number): TestResult {
  const scenario = scenarioFixture({
    throughput: { requestsPerSecond: okPerSecond, okPerSecond, bytesPerSecond: 1e5 },
    responseTime: timesFixture({ mean, p50: mean, p99: mean * 2 }),
    series: seriesFixture(Array.from({ length: 30 }, () => okPerSecond)),
  })
  return resultFixture({ name: 'hypha', variant, scenarios: [scenario] })
}

function suiteOf(tests: readonly TestResult[]): SuiteResult {
  return { ...exampleSuiteResult, tests }
}
