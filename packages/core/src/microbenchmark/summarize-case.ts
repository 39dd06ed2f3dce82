import type { CallRate, CallTimes, MicrobenchmarkSummary } from '../result/summary/microbenchmark-summary.ts'
import type { CaseMeasurement } from './case-meter.ts'
import { describeSamples, percentileOf } from './describe-samples.ts'
import { addUpFailures } from './failure-list.ts'

// Two of them make a third of the whole, so that its first and its last third can be compared without one odd part deciding.
const parts = 12
// Fewer have no median worth printing.
const leastInPart = 5

/** What was asked of a case. Times in seconds, that of the timer in nanoseconds. */
export type CaseFacts = Pick<MicrobenchmarkSummary, 'name' | 'case' | 'time' | 'warmup' | 'timer' | 'isComplete'>

/** Puts together what the threads measured of a case; the samples of all of them are described as one. */
export function summarizeCase(facts: CaseFacts, measurements: readonly CaseMeasurement[]): MicrobenchmarkSummary {
  const sum = (read: (measurement: CaseMeasurement) => number): number => measurements.reduce((total, each) => total + read(each), 0)
  const samples = sum((each) => each.samples.length)
  const batch = measurements[0]?.batch ?? 1
  const course = courseOf(measurements.map((each) => each.samples))
  const callTime = describeSamples(join(measurements.map((each) => each.samples))) ?? null
  const cpus = measurements.flatMap(({ cpu }) => cpu ?? [])
  return {
    ...facts,
    isAsync: measurements.some(({ isAsync }) => isAsync),
    parallel: measurements.length,
    batch,
    samples,
    calls: sum(({ calls }) => calls),
    warmupCalls: sum(({ warmupCalls }) => warmupCalls),
    failed: sum(({ failed }) => failed),
    failures: addUpFailures(measurements.map(({ failures }) => failures)),
    measured: ((callTime?.mean ?? 0) * samples * batch) / 1e9,
    callTime,
    callsPerSecond: callTime === null ? null : rateOf(callTime, measurements),
    course,
    cpu: cpus.length === 0 ? null : Math.min(...cpus),
  }
}

// Of the mean time, not the mean of the rates of the samples: that is higher than what fits into a second.
function rateOf({ mean, marginOfError }: CallTimes, measurements: readonly CaseMeasurement[]): CallRate {
  const perThread = mean === 0 ? 0 : 1e9 / mean
  const total = measurements.reduce((sum, { samples }) => {
    const time = samples.reduce((all, sample) => all + sample, 0)
    return sum + (time === 0 ? 0 : (samples.length * 1e9) / time)
  }, 0)
  return { perThread, margin: marginOfError === null ? null : perThread * marginOfError, total }
}

/** Medians of equal parts of the samples, each part of all threads. */
function courseOf(lists: readonly Float64Array[]): readonly number[] {
  if (lists.some((samples) => samples.length < parts * leastInPart)) return []
  return Array.from({ length: parts }, (_, part) => {
    const samples = lists.map((list) =>
      list.subarray(Math.floor((part * list.length) / parts), Math.floor(((part + 1) * list.length) / parts)),
    )
    return percentileOf(join(samples).toSorted(), 50)
  })
}

function join(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((count, list) => count + list.length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all
}
