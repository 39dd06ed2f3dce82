import type { ResourceSample, SecondSummary, SuiteResult, ThreadSecond } from '@benchpress/core'
import { documentedTimes, scenario, suiteResult, testResult } from './suite-fixture.ts'

/** A result of a run of many seconds, with a peak in one second and no response in another. */
export function longSuite(seconds: number, { peakAt, gapAt }: { readonly peakAt: number; readonly gapAt: number }): SuiteResult {
  const at = Array.from({ length: seconds }, (_, second) => second)
  const series = at.map((second): SecondSummary => {
    const isGap = second === gapAt
    const p50 = isGap ? null : 20 + (second % 7)
    const of = (factor: number): number | null => (p50 === null ? null : p50 * factor)
    const serviceTime = { p50: 15, p90: 18.5, p99: 30 + (second % 5), max: 60 }
    const times = { mean: p50, p50, p90: of(1.5), p99: of(2), max: second === peakAt ? 987.654 : of(3) }
    return {
      at: second,
      length: 1,
      requests: isGap ? 0 : 1000 + (second % 13),
      failed: second === peakAt ? 321 : 0,
      bytes: 149_000,
      inFlight: 4987.123 + (second % 17),
      ...times,
      serviceTime,
    }
  })
  const [test] = suiteResult([
    testResult({
      duration: seconds,
      resources: at.map(sample),
      scenarios: [scenario({ series, duration: seconds, serviceTime: { ...documentedTimes, mean: 20 } })],
    }),
  ]).tests
  const threads = (test?.generator.threads ?? []).map((thread) => ({ ...thread, seconds: at.map(threadSecond) }))
  return suiteResult(test === undefined ? [] : [{ ...test, generator: { ...test.generator, threads } }])
}

function sample(second: number): ResourceSample {
  const none = { cpu: null, memory: null, io: null }
  const disturbance = {
    stolenCpu: 0,
    stolen: 0,
    throttled: 0,
    pressure: none,
    groupPressure: none,
    involuntarySwitches: 1,
    clockJump: 0,
    suspended: 0,
  }
  const cpu = 0.5 + (second % 11) / 30
  const rss = 150e6 + (second % 5) * 1e6
  return {
    at: second + 1,
    length: 1,
    generatorCpu: cpu,
    generatorRss: rss,
    targetCpu: cpu,
    targetRss: rss,
    hostCpu: 2 * cpu,
    hostInterruptCpu: null,
    disturbance,
  }
}

function threadSecond(second: number): ThreadSecond {
  return { at: second + 1, length: 1, utilization: 0.5, cpu: 0.5, loopDelay: { p50: 0.1, p99: 0.2 + (second % 3) / 10, max: 1 } }
}
