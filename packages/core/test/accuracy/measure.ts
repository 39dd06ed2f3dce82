import { expect } from 'vitest'
import { run } from '../../src/run/run.ts'
import { sumOutcomes } from '../../src/metrics/outcome.ts'
import type { Config } from '../../src/config/config.ts'
import type { WorkloadConfig } from '../../src/config/workload-config.ts'
import type { RequestConfig } from '../../src/http/request-config.ts'
import type { Result } from '../../src/run/result.ts'
import type { ScenarioSummary } from '../../src/summary/summary.ts'
import type { Behaviour, LoopDelay, Truth } from '../servers/behaviour.ts'
import { startKnownServer } from '../servers/known-server.ts'

/** A run against a server of known behaviour, with what both sides saw. */
export interface Measurement {
  readonly result: Result
  readonly scenario: ScenarioSummary
  readonly truth: Truth
}

export interface MeasureOptions {
  readonly behaviour: Behaviour
  readonly workload: WorkloadConfig
  readonly workers: number
  readonly request?: RequestConfig
  readonly timeout?: Config['timeout']
  readonly seed?: number
}

/** Runs a load and checks what holds for every run: the identity, and that the server saw no more and no less. */
export async function measure({
  behaviour,
  workload,
  workers,
  request = {},
  timeout = '10s',
  seed = 1,
}: MeasureOptions): Promise<Measurement> {
  const server = await startKnownServer(behaviour)
  try {
    const result = await run({ target: server.url, workers, timeout, seed, scenarios: { known: { request, workload } } })
    const scenario = result.scenario('known')
    const truth = await server.truth()
    const { counts } = scenario
    const answered = counts.outcomes.ok + counts.outcomes.http_error + counts.outcomes.check_failed
    const warm = scenario.warmup?.counts.started ?? 0
    expect(counts.scheduled).toBe(counts.started + counts.dropped)
    expect(counts.started).toBe(sumOutcomes(counts.outcomes))
    expect(result.verdict.reasons.filter(({ rule }) => rule === 'identity')).toEqual([])
    expect(truth.answered).toBeGreaterThanOrEqual(answered)
    expect(truth.arrived).toBeLessThanOrEqual(counts.started + warm)
    return { result, scenario, truth }
  } finally {
    await server.close()
  }
}

/** The value of a list at a percentile, by nearest rank. */
function percentileOf(values: readonly number[], percentile: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(1, Math.ceil((percentile / 100) * sorted.length)) - 1] ?? 0
}

/**
 * Expects the percentiles to be those of the server's own times, in milliseconds, within 2 % or 300 µs, and the longest within 2 % or 5 ms.
 *
 * No request can have taken less than the server took for it, so nothing excuses a figure that is too low. One that is too high may be due to
 * a thread that got no CPU, and sees an answer, or a request, only when it runs again. The quickest requests met none of that; up to p95 comes
 * what is seldom exceeded by the lateness of the threads of both sides, and behind it their longest stop: some short ones are enough for one
 * request of a hundred.
 */
export function expectSameTimes(measurement: Measurement): void {
  const { scenario, truth } = measurement
  // The server does not know of phases, but the requests of the run phase were its last.
  const times = truth.times.slice(-scenario.counts.started).filter((time) => time !== undefined)
  const { p2_5, p50, p90, p95, p99, max } = scenario.serviceTime
  const usual = usualLateness(measurement)
  const longest = longestStop(measurement)
  for (const [percentile, measured, delay] of [
    [2.5, p2_5, 0],
    [50, p50, usual],
    [90, p90, usual],
    [95, p95, usual],
    [99, p99, longest],
    [100, max, longest],
  ] as const) {
    const expected = percentileOf(times, percentile) / 1000
    const tolerance = Math.max(expected * 0.02, percentile === 100 ? 5 : 0.3)
    const text = `p${percentile}: ${measured} ms, the server says ${expected} ms, threads were ${delay} ms late`
    expect(measured, text).toBeGreaterThanOrEqual(expected - tolerance)
    expect(measured, text).toBeLessThanOrEqual(expected + tolerance + delay)
  }
}

// Threads look every ten milliseconds how late they are: what stops them in between for less is not seen.
const unseenStop = 10

/** What the lateness of the threads of both sides seldom exceeds, in milliseconds. */
export function usualLateness(measurement: Measurement): number {
  return loopDelay(measurement, 'p99')
}

/** For how long the threads of both sides may have stood still at once, in milliseconds. */
export function longestStop(measurement: Measurement): number {
  return loopDelay(measurement, 'max') + unseenStop
}

/** For how long a load thread may have stood still at once, in milliseconds. */
export function longestStopOfLoad({ result }: Measurement): number {
  return Math.max(0, ...result.generator.threads.map((thread) => thread.loopDelay.max)) + unseenStop
}

function loopDelay({ result, truth }: Measurement, figure: keyof LoopDelay): number {
  return truth.loopDelay[figure] + Math.max(0, ...result.generator.threads.map((thread) => thread.loopDelay[figure]))
}
