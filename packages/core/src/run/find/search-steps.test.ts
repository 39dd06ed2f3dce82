import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { expect, test } from 'vitest'
import { estimateInterval } from '../../model/metrics/product-limit.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import { judgeSamples } from '../../model/metrics/sample-size.ts'
import { describeFound, searchSteps, type StepOrder, type StepOutcome } from './search-steps.ts'
import type { Found, FoundStep } from '../../result/shape/result.ts'
import type { SearchBounds } from './next-level.ts'

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
    const times = new Histogram()
    for (let left = Math.round(order.value * seconds * order.longer); left > 0; left--) times.record(time(random(), order.value) * 1000)
    return Promise.resolve(judged(times))
  }
  const steps: FoundStep[] = []
  const end = await searchSteps({ bounds, seconds, iterations: 200 }, measure, steps)
  return { ...describeFound({ steps, slo, bounds, end }), orders }
}

function judged(times: Histogram): StepOutcome {
  const p95 = times.percentile(95) / 1000
  const { says, needed } = judgeSamples(95, times.count)
  const { low, high } = estimateInterval(times, 95, 1000) ?? { low: null, high: null }
  const failed = says === 'few' ? 'samples' : p95 < 140 ? null : 'slo'
  const isSure = (high !== null && high < 140) || (low !== null && low >= 140)
  return { failed, reason: `p95 was ${p95} ms`, times: needed / times.count, isSure }
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
    expect(found.limitedBy.text).toMatch(/^even the lowest rate, 10\/s, failed: p95 was /)
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

test('a search ends with the reason when a longer step has no more samples', async () => {
  // As of connections, which users open once: ten, however long it takes.
  const orders: StepOrder[] = []
  const steps: FoundStep[] = []
  const measure = (order: StepOrder): Promise<StepOutcome | undefined> => {
    orders.push(order)
    const outcome: StepOutcome = { failed: 'samples', reason: 'n=10', times: 20, isSure: true }
    return Promise.resolve(orders.length > 40 ? undefined : outcome)
  }
  const end = await searchSteps({ bounds, seconds, iterations: 0 }, measure, steps)
  const found = describeFound({ steps, slo, bounds, end })
  expect({ end, value: found.value, lengths: orders.map(({ longer }) => Math.round(longer)) }).toEqual({
    end: undefined,
    value: null,
    lengths: [1, 22, ...orders.slice(2).map(() => 1)],
  })
  expect(found.limitedBy.text).toContain('n=10; a longer step has no more')
})

test('a step is as long as its percentile needs, and no longer if it has enough samples', async () => {
  const { orders } = await search(1, () => 200)
  expect(orders.map(({ value, longer }) => [value, Number(longer.toFixed(9))])).toEqual([
    [100, 220 / 200],
    [50, 220 / 100],
    [25, 220 / 50],
    [12.5, 220 / 25],
    [10, 220 / 20],
    [10, 220 / 20],
  ])
})

test('a step with too few samples is repeated with a sufficient length, and so are later ones', async () => {
  const orders: StepOrder[] = []
  const steps: FoundStep[] = []
  const measure = (order: StepOrder): Promise<StepOutcome> => {
    orders.push(order)
    // Of ten iterations one is what the condition is on.
    const samples = Math.round((order.value * seconds * order.longer) / 10)
    const failed = samples < 200 ? 'samples' : 'slo'
    return Promise.resolve({ failed, reason: `n=${samples}`, times: Math.max(1, 200 / samples), isSure: true })
  }
  await searchSteps({ bounds, seconds, iterations: 200 }, measure, steps)
  expect(steps.map(({ value, failed }) => [value, failed])).toEqual([
    [100, 'samples'],
    [100, 'slo'],
    [50, 'slo'],
    [25, 'slo'],
    [12.5, 'slo'],
    [10, 'slo'],
    [10, 'slo'],
  ])
  const iterations = orders.slice(1).map(({ value, longer }) => value * seconds * longer)
  for (const count of iterations) expect(count).toBeCloseTo(2200, 6)
  const found = describeFound({ steps, slo, bounds, end: undefined })
  expect(found.confidence).toBe('10/s failed in 2 of 2 runs; 1 run could not be judged, and was made again for longer')
})

test('a step whose percentile is at its limit is made longer, and finally decided by its figure', async () => {
  const orders: StepOrder[] = []
  const measure = (order: StepOrder): Promise<StepOutcome> => {
    orders.push(order)
    return Promise.resolve({ failed: 'slo', reason: 'p95 was 140 ms', times: 1, isSure: false })
  }
  const steps: FoundStep[] = []
  await searchSteps({ bounds: { ...bounds, least: 100 }, seconds, iterations: 200 }, measure, steps)
  const lengths = [1.1, 4.4, 17.6]
  expect(orders.map(({ longer }) => longer).map((longer) => Number(longer.toFixed(6)))).toEqual([...lengths, ...lengths])
  expect(steps.map(({ failed }) => failed)).toEqual(['samples', 'samples', 'slo', 'samples', 'samples', 'slo'])
})
