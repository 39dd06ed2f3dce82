import { describe, expect, test } from 'vitest'
import { expectSameTimes, longestStop, longestStopOfLoad, measure, usualLateness } from './measure.ts'

/** Requests in each bin of so many microseconds, from the first arrival to the last full bin. */
function binsOf(arrivals: readonly number[], width: number): number[] {
  const first = arrivals[0] ?? 0
  const bins = Array.from({ length: Math.floor(((arrivals.at(-1) ?? 0) - first) / width) }, () => 0)
  for (const at of arrivals) {
    const bin = Math.floor((at - first) / width)
    if (bin < bins.length) bins[bin] = (bins[bin] ?? 0) + 1
  }
  return bins
}

describe.each([0, 2])('with %i load threads', (workers) => {
  test.each([
    { name: 'answers at once', delays: [0], rate: 1000, duration: '2s' },
    { name: 'takes 20 ms', delays: [20], rate: 500, duration: '2s' },
    { name: 'takes 5 ms, and 40 ms every fifth time', delays: [5, 5, 5, 5, 40], rate: 400, duration: '3s' },
  ])('the service times are those of a server that $name, and it gets every request', async ({ delays, rate, duration }) => {
    const measurement = await measure({ behaviour: { delays }, workload: { rate, duration, warmup: '500ms' }, workers })
    const { scenario, truth } = measurement
    const planned = rate * Number.parseInt(duration, 10)
    expect(scenario.counts).toMatchObject({ scheduled: planned, started: planned, dropped: 0 })
    expect(scenario.counts.outcomes.ok).toBe(planned)
    expect(truth.arrived).toBe(planned + rate / 2)
    expectSameTimes(measurement)
    // What comes before the send is lag: the three figures belong together.
    const { sendLag } = scenario.users ?? {}
    expect(scenario.responseTime.mean ?? 0).toBeGreaterThanOrEqual(scenario.serviceTime.mean ?? 0)
    expect(sendLag?.count).toBe(planned)
    // A connection that is opened for a request takes its time between lag and send.
    const before = (scenario.responseTime.mean ?? 0) - (scenario.serviceTime.mean ?? 0) - (sendLag?.mean ?? 0)
    expect(Math.abs(before)).toBeLessThan(1 + usualLateness(measurement))
  })

  test('stages send what was planned in each second, within one percent', async () => {
    const stages = {
      of: 'rate',
      from: 1000,
      steps: [
        { duration: '2s', to: 3000 },
        { duration: '1s', to: 3000 },
      ],
    } as const
    const measurement = await measure({ behaviour: { delays: [0] }, workload: { stages }, workers })
    const { scenario, truth } = measurement
    expect(scenario.counts).toMatchObject({ started: 4000 + 3000, dropped: 0 })
    expect(truth.arrived).toBe(7000)
    const seconds = binsOf(truth.arrivals, 1e6)
    for (const [second, planned] of [1500, 2500].entries()) {
      // What is due at the edge of a second arrives as much later as the threads of both sides were late.
      const tolerance = 0.01 * planned + (longestStop(measurement) / 1000) * 3000
      expect(Math.abs((seconds[second] ?? 0) - planned), `second ${second}: ${seconds[second]}`).toBeLessThanOrEqual(tolerance)
    }
  })
})

test('arrivals are even: no bursts by the timer, none by the second', async () => {
  const { scenario, truth } = await measure({ behaviour: { delays: [0] }, workload: { rate: 2000, duration: '3s' }, workers: 1 })
  expect(scenario.counts).toMatchObject({ started: 6000, dropped: 0 })
  const bins = binsOf(truth.arrivals, 10_000)
  const deviations = Array.from({ length: Math.floor(bins.length / 50) }, (_, index) =>
    deviationOf(bins.slice(index * 50, (index + 1) * 50)),
  )
  // Of half a second each, the one in the middle: where the machine stops a thread, a gap and a burst are what there is to see.
  expect(deviations.length).toBeGreaterThanOrEqual(5)
  expect(deviations.toSorted((a, b) => a - b)[Math.floor(deviations.length / 2)]).toBeLessThanOrEqual(0.3)
})

/** Standard deviation of bins that should hold 20 each, by 20. */
function deviationOf(bins: readonly number[]): number {
  return Math.sqrt(bins.reduce((sum, count) => sum + (count - 20) ** 2, 0) / bins.length) / 20
}

test('a freeze of one second shows in the response time, and the service time stands beside it', async () => {
  const behaviour = { delays: [0], freeze: { after: 5000, length: 1000 } }
  const workload = { rate: 1000, duration: '10s', maxUsers: 1500 }
  const measurement = await measure({ behaviour, workload, workers: 1 })
  const { scenario, result, truth } = measurement
  expect(scenario.counts).toMatchObject({ scheduled: 10_000, started: 10_000, dropped: 0 })
  expect(scenario.counts.outcomes.ok).toBe(10_000)
  // A thousand requests wait for what is left of the second: one percent of all for more than all of it but its first 100 ms.
  const expected = truth.frozen - 100
  expect(expected).toBeGreaterThanOrEqual(895)
  expect(scenario.responseTime.p99).toBeGreaterThan(expected * 0.97)
  expect(scenario.responseTime.p99).toBeLessThan(expected * 1.03 + longestStopOfLoad(measurement))
  expect(scenario.responseTime.p50).toBeLessThan(50)
  expect(scenario.serviceTime.count).toBe(10_000)
  expect(result.verdict.level).not.toBe('invalid')
})

test('what no free user is there for is dropped, counted and named', async () => {
  const workload = { rate: 200, duration: '2s', maxUsers: 10, gracefulStop: '1s' }
  const measurement = await measure({ behaviour: { delays: [200] }, workload, workers: 1 })
  const { scenario, truth, result } = measurement
  const { scheduled, started, dropped } = scenario.counts
  expect(scheduled).toBe(400)
  expect(started + dropped).toBe(400)
  // Ten users who wait 200 ms each can do 50 a second, less what they miss while a thread stands still.
  expect(started).toBeGreaterThanOrEqual(90 - (longestStop(measurement) / 1000) * 50)
  expect(started).toBeLessThanOrEqual(111)
  expect(truth.arrived).toBe(started)
  expect(result.verdict.reasons.map(({ rule }) => rule)).toContain('planned-rate')
})

test('the same seed sends a Poisson process at the same times, whatever the number of threads', async () => {
  const [one = [], two = []] = await Promise.all([1, 2].map((workers) => arrivalsOf(workers)))
  expect(two).toHaveLength(one.length)
  // As late as single ones may be, the arrivals are those of the schedule, whenever that began.
  const apart = one.map((at, index) => at - (two[index] ?? Number.NaN))
  const offset = medianOf(apart)
  expect(medianOf(apart.map((difference) => Math.abs(difference - offset) / 1000))).toBeLessThan(5)
})

async function arrivalsOf(workers: number): Promise<readonly number[]> {
  const workload = { rate: 200, duration: '2s', arrivals: 'poisson' } as const
  const { truth } = await measure({ behaviour: { delays: [1] }, workload, workers, seed: 7 })
  return truth.arrivals
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
