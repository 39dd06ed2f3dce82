import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate, source } from '../../../test/result/threshold/evaluate-fixture.ts'
import { totalsOf } from '../../../test/result/threshold/totals-fixture.ts'
import { rateScenarioFixture, seriesFixture, summaryFixture } from '../../../test/result/verdict/summary-fixture.ts'
import type { Found, FoundStep, TestResult } from '../../result/shape/result.ts'
import type { ThresholdResult } from '../../result/threshold/threshold.ts'
import { limitedBy } from '../../result/verdict/limited-by.ts'
import { judgeStep } from './judge-step.ts'
import { describeFound, searchSteps, type StepOrder, type StepOutcome } from './search.ts'
import type { SearchBounds } from './next-rate.ts'

const bounds: SearchBounds = { start: 100, least: 10, most: 1000, tolerance: 0.05, mostSteps: 40 }
const seconds = 2
const slo = ['http_response_time p95 < 140ms']

/** Searches at a server that is played: its times are those of `time`, from a number between 0 and 1 and the rate. */
async function search(seed: number, time: (random: number, rate: number) => number): Promise<Found & { readonly orders: StepOrder[] }> {
  const generator = xoroshiro128plus(seed)
  const random = (): number => ((generator.next() >>> 0) + 0.5) / 2 ** 32
  const orders: StepOrder[] = []
  const measure = (order: StepOrder): Promise<StepOutcome> => {
    orders.push(order)
    const times = Array.from({ length: Math.round(order.value * order.seconds) }, () => time(random(), order.value) * 1000)
    return Promise.resolve(
      judgeStep(played([evaluate('http_response_time', 'p95 < 140ms', [source(totalsOf({ responseTime: times }))])]), 'reads'),
    )
  }
  const steps: FoundStep[] = []
  const end = await searchSteps({ bounds, seconds, iterations: 200 }, measure, steps)
  return { ...describeFound({ steps, slo, bounds, end }), orders }
}

function played(thresholds: readonly ThresholdResult[], medians: readonly number[] = []): TestResult {
  const series = seriesFixture(medians.map(() => 100)).map((second, index) => ({ ...second, p50: medians[index] ?? null }))
  const summary = summaryFixture({ scenarios: [rateScenarioFixture({ series })], thresholds })
  return { ...summary, verdict: { level: 'valid', reasons: [] }, limitedBy: limitedBy(summary) }
}

test('a limit that the target keeps at no rate is reported as unreachable, 20 times of 20', async () => {
  // Whatever the rate, 5 % take longer than 145 ms.
  const scale = 45 / Math.log(20)
  for (let seed = 1; seed <= 20; seed++) {
    const found = await search(seed, (random) => 100 - scale * Math.log(random))
    expect({ seed, value: found.value, failedAt: found.failedAt, complete: found.complete }).toEqual({
      seed,
      value: null,
      failedAt: bounds.least,
      complete: true,
    })
    expect(found.limitedBy.by).toBe('slo')
    expect(found.limitedBy.text).toMatch(/^even the lowest rate, 10\/s, failed: .* p95 was /)
    expect(found.confidence).toMatch(/^10\/s failed in \d of \d runs/)
  }
})

test('the highest rate at which the limit holds is found, and both ends are repeated', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const found = await search(seed, (random, rate) => (rate > 300 ? 200 : 100) + 20 * random)
    expect(found.value).toBeLessThanOrEqual(300)
    expect(found.failedAt).toBeGreaterThan(300)
    for (const level of [found.value, found.failedAt]) {
      expect(found.steps.filter(({ value }) => value === level).length).toBeGreaterThanOrEqual(2)
    }
  }
})

test('a step is as long as its percentile needs, and no longer if it has enough samples', async () => {
  const { orders } = await search(1, () => 200)
  expect(orders.map(({ value, seconds: length }) => [value, Number(length.toFixed(9))])).toEqual(
    [100, 50, 25, 12.5, 10, 10].map((value) => [value, 220 / value]),
  )
})

test('a step that its samples do not decide is repeated for longer, up to ten times, and then has failed', async () => {
  const orders: StepOrder[] = []
  const outcomes = [4, 1.2, null, 20, 20, 20].values()
  const measure = (order: StepOrder): Promise<StepOutcome> => {
    orders.push(order)
    return Promise.resolve({ failed: 'samples', reason: 'p95 was 139 ms', times: outcomes.next().value ?? null })
  }
  const steps: FoundStep[] = []
  await searchSteps({ bounds: { ...bounds, least: 100 }, seconds, iterations: 200 }, measure, steps)
  expect(orders.map(({ seconds: length }) => Number((length / 2.2).toFixed(6)))).toEqual([1, 4.4, 10, 1, 10])
  expect(steps.map(({ failed }) => failed)).toEqual(['samples', 'samples', 'slo', 'samples', 'slo'])
  const found = describeFound({ steps, slo, bounds: { ...bounds, least: 100 }, end: undefined })
  expect(found).toMatchObject({ value: null, complete: true, limitedBy: { by: 'slo' } })
  expect(found.confidence).toBe('100/s failed in 2 of 2 runs; 3 runs could not be judged, and were made again for longer')
})

describe('a target of which a queue grows', () => {
  /** A target that serves one request after the other, at its capacity, and the time of a search over it. */
  async function searchQueue(capacity: number, base: number, jitter: number, at: SearchBounds): Promise<Found> {
    const random = xoroshiro128plus(Math.round(capacity * 1000))
    const measure = ({ value, seconds: length, confirms }: StepOrder): Promise<StepOutcome> => {
      const times: number[] = []
      const bySecond: number[][] = Array.from({ length: Math.floor(length) }, () => [])
      let free = 0
      for (let index = 0; index < value * length; index++) {
        const due = index / value
        free = Math.max(due, free) + (1 / capacity) * (1 + jitter * ((random.next() >>> 0) / 2 ** 31 - 1))
        const time = (free - due) * 1000 + base
        times.push(time * 1000)
        bySecond[Math.floor(due)]?.push(time)
      }
      const judged = evaluate('http_response_time', 'p95 < 140ms', [source(totalsOf({ responseTime: times }))])
      const medians = bySecond.map((second) => second.toSorted((a, b) => a - b)[Math.floor(second.length / 2)] ?? 0)
      return Promise.resolve(judgeStep(played([judged], medians), 'reads', confirms))
    }
    const steps: FoundStep[] = []
    const end = await searchSteps({ bounds: at, seconds: 3, iterations: 200 }, measure, steps)
    return describeFound({ steps, slo, bounds: at, end })
  }

  test('200/s of 198/s pass three seconds, and are not found', async () => {
    const found = await searchQueue(198, 5, 0.5, { start: 200, least: 10, most: 1000, tolerance: 0.05, mostSteps: 40 })
    expect(found.steps[0]).toMatchObject({ value: 200, passed: true })
    expect(found.steps.filter(({ value, confirming }) => value === 200 && confirming === 25).map(({ passed }) => passed)).toEqual([
      false,
      false,
    ])
    expect(found.complete).toBe(true)
    expect(found.value).toBeLessThan(198)
    expect(found.confidence).toMatch(/\/s passed in \d of \d runs?, confirmed over 25 s, 200\/s failed in 2 of 3 runs/)
  })

  test('whatever the capacity, the rate that is found is at most half a percent above it, and not far below', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 40, max: 600 }),
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        fc.constantFrom(0.01, 0.05),
        async (capacity, base, jitter, tolerance) => {
          const found = await searchQueue(capacity, base, jitter, { start: 100, least: 10, most: 1000, tolerance, mostSteps: 60 })
          expect(found.complete).toBe(true)
          expect(found.value).toBeLessThanOrEqual(capacity * 1.006)
          expect(found.value).toBeGreaterThanOrEqual(capacity * (1 - tolerance) * 0.97)
        },
      ),
      { numRuns: 20 },
    )
  }, 30_000)
})
