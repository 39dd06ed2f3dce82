import { judgeSamples, samplesNeeded } from '../../model/metrics/sample-size.ts'
import type { MicrobenchmarkSummary, TestSummary } from '../summary/test-summary.ts'
import { findShift, stationaryShift } from './stationarity.ts'
import { formatCount, formatNanoseconds, formatNumberOf, formatRough, formatShare } from '../../base/units/format.ts'
import { interrupted } from './rules/integrity-rules.ts'
import { limit, reasonOf, type LimitedBy, type Reason } from './verdict.ts'

/**
 * Half the width of the 95 % confidence interval of a mean, as a share of the mean, above which the mean is suspect.
 *
 * Beyond a twentieth, two functions that differ by a tenth cannot be told apart.
 */
export const impreciseMargin = 0.05

/**
 * Share of a median sample that reading the clock takes, above which the times are suspect.
 *
 * Batches are sized so that the share is a five-hundredth, and calls are timed one by one if it is at most a hundredth. More than a fiftieth is
 * possible only when no warm-up measured how short the calls are, or `beforeEach` rules out batches.
 */
export const timerShare = 0.02

/**
 * Share of one CPU of a thread that calls a function which never waits, below which the times are suspect.
 *
 * Below nine tenths, the thread spent a tenth of the time waiting for a CPU that others used, and the mean is too long by that much.
 */
export const ownCpu = 0.9

/**
 * Least seconds of samples for which the CPU of a thread is judged.
 *
 * The system counts CPU time in ticks of some milliseconds, of which a tenth of a second has enough.
 */
export const cpuSeconds = 0.1

/**
 * Nanoseconds below which the compiler is assumed to have done the work of many calls once.
 *
 * Functions that return a constant or a field measured 0.2 to 0.3 ns, which is one turn of the loop; the cheapest functions that do work in each call,
 * a look-up in a map or a new object, measured 2.4 and 3.1 ns.
 */
export const leastWork = 1

/** Judges a test of functions; each reason has the name of its function. */
export function judgeFunctions(summary: TestSummary): readonly Reason[] {
  const { microbenchmarks, generator } = summary
  const isOnlyScenario = new Set(microbenchmarks.map(({ name }) => name)).size === 1
  const nameOf = (measured: MicrobenchmarkSummary): string => (isOnlyScenario ? measured.case : `${measured.name} ${measured.case}`)
  const reasons = microbenchmarkRules.flatMap((rule) =>
    microbenchmarks.flatMap((measured) => rule(measured).map((reason) => ({ ...reason, text: `${nameOf(measured)}: ${reason.text}` }))),
  )
  const inCallingThread = 'the functions ran in the thread that called run(): other code there can delay them; leave workers out'
  return [
    ...interrupted(summary),
    ...judgeThreads(summary),
    ...judgeCpu(microbenchmarks),
    ...judgeBatches(microbenchmarks),
    ...reasons,
    ...reasonOf('generator-in-calling-thread', 'note', generator.inCallingThread ? inCallingThread : undefined),
  ]
}

/** Finds what kept functions from being called more often. */
export function functionsLimitedBy({ microbenchmarks, cpus }: TestSummary): LimitedBy {
  if (!microbenchmarks.some(({ samples }) => samples > 0)) return limit('nothing', 'no function was measured')
  const parallel = mostParallel(microbenchmarks)
  if (parallel > cpus) return limit('CPUs', describeThreads(parallel, cpus))
  const [taken] = microbenchmarks.filter(isShortOfCpu)
  if (taken !== undefined) {
    const text = `other processes on this machine, or what functions waited for: ${taken.case} had a CPU for ${formatShare(taken.cpu ?? 0)} of the time`
    return { by: 'other processes or waiting', text }
  }
  const threads = parallel === 1 ? 'one thread' : 'each thread'
  return { by: 'functions', text: `the functions themselves: ${threads} called them one after the other, without a pause` }
}

function judgeThreads({ microbenchmarks, cpus }: TestSummary): readonly Reason[] {
  const parallel = mostParallel(microbenchmarks)
  const text = `${describeThreads(parallel, cpus)}: the times of calls include waiting for a CPU`
  return reasonOf('shared-cores', 'suspect', parallel > cpus ? text : undefined)
}

// With a quota there may be less than one CPU.
function describeThreads(parallel: number, cpus: number): string {
  return `${formatNumberOf(parallel, 'thread')} called functions on ${formatRough(cpus)} ${cpus === 1 ? 'CPU' : 'CPUs'}`
}

function judgeCpu(microbenchmarks: readonly MicrobenchmarkSummary[]): readonly Reason[] {
  const taken = microbenchmarks.filter(isShortOfCpu)
  if (taken.length === 0) return []
  const list = taken.map(({ case: name, cpu }) => `${name} ${formatShare(cpu ?? 0)}`).join(', ')
  const effect = 'what else ran on this machine is in their times, unless they wait by themselves, as for a disk'
  return reasonOf('busy-machine', 'suspect', `these had a CPU for a part of the time only: ${list}; ${effect}`)
}

// A function that waits gives up the CPU by itself.
function isShortOfCpu({ cpu, isAsync, measured, parallel }: MicrobenchmarkSummary): boolean {
  return !isAsync && cpu !== null && cpu < ownCpu && measured / parallel >= cpuSeconds
}

function judgeBatches(microbenchmarks: readonly MicrobenchmarkSummary[]): readonly Reason[] {
  const batched = microbenchmarks.filter(({ batch, samples }) => batch > 1 && samples > 0)
  if (batched.length === 0) return []
  const list = batched.map(({ case: name, batch }) => `${name} by ${formatCount(batch)}`).join(', ')
  const why = 'one call is too short for the clock, so that percentiles, extremes and deviation are those of the means of batches'
  return reasonOf('batched', 'note', `calls were timed in batches (${list}): ${why}`)
}

function mostParallel(microbenchmarks: readonly MicrobenchmarkSummary[]): number {
  return Math.max(0, ...microbenchmarks.map(({ parallel }) => parallel))
}

const printedPercentiles = [50, 75, 95, 99] as const

/** The rules for a function, in the order in which reasons of one level are printed. */
const microbenchmarkRules: readonly ((summary: MicrobenchmarkSummary) => readonly Reason[])[] = [
  noSuccess,
  failedCalls,
  timerTooCoarse,
  optimisedAway,
  notStationary,
  imprecise,
  fewSamples,
]

// Without a sample there are no figures to judge, and an interruption before the first sample is not a failure.
function noSuccess({ samples, failed, failures }: MicrobenchmarkSummary): readonly Reason[] {
  return samples > 0 || failed === 0 ? [] : reasonOf('no-success', 'invalid', `no sample: ${describeFailed(failed, failures)}`)
}

function failedCalls({ samples, calls, failed, failures, batch }: MicrobenchmarkSummary): readonly Reason[] {
  if (failed === 0 || samples === 0) return []
  const dropped = batch > 1 ? `; each took its batch of ${formatCount(batch)} calls with it` : ''
  const text = `${describeFailed(failed, failures)} of ${formatCount(calls)}, and the times are those of the others${dropped}`
  return reasonOf('errors', 'suspect', text)
}

function timerTooCoarse({ callTime, batch, timer, failed }: MicrobenchmarkSummary): readonly Reason[] {
  if (callTime === null) return []
  const sample = callTime.median * batch
  if (sample > 0 && timer <= sample * timerShare) return []
  const text = `a sample took ${formatNanoseconds(sample)}, of which reading the clock is ${formatNanoseconds(timer)}`
  const advice =
    failed > 0
      ? 'calls that fail take their batch with them, which keeps batches short'
      : 'use a warm-up, and no beforeEach, so that calls are timed in batches'
  return reasonOf('timer', 'suspect', `${text}: ${advice}`)
}

function optimisedAway({ callTime }: MicrobenchmarkSummary): readonly Reason[] {
  if (callTime === null || callTime.median >= leastWork) return []
  const text = `${formatNanoseconds(callTime.median)} is less than any work takes: the compiler did it once for many calls; let it depend on what changes`
  return reasonOf('optimised-away', 'suspect', text)
}

function notStationary({ course }: MicrobenchmarkSummary): readonly Reason[] {
  const shift = findShift(course, stationaryShift)
  if (shift === null) return []
  const figures = `a median of ${formatNanoseconds(shift.from)} in the first third, ${formatNanoseconds(shift.to)} in the last`
  const text =
    shift.to < shift.from
      ? `still warming up: ${figures}; use a longer warmup`
      : `getting slower: ${figures}; what it works on may be growing`
  return reasonOf('not-stationary', 'suspect', text)
}

function imprecise({ callTime, samples }: MicrobenchmarkSummary): readonly Reason[] {
  const margin = callTime?.marginOfError ?? null
  if (callTime === null || (margin !== null && margin <= impreciseMargin)) return []
  const size = margin === null ? 'unknown' : `± ${formatShare(margin)}`
  return reasonOf(
    'imprecise',
    'suspect',
    `the margin of error of its mean is ${size} (${formatNumberOf(samples, 'sample')}): give it more time`,
  )
}

function fewSamples({ samples }: MicrobenchmarkSummary): readonly Reason[] {
  const missing = printedPercentiles.filter((percentile) => judgeSamples(percentile, samples).says !== 'enough')
  if (samples === 0 || missing.length === 0) return []
  const needs = missing.toReversed().map((percentile) => `p${percentile} needs ${formatCount(samplesNeeded(percentile))}`)
  return reasonOf('few-samples', 'note', `${needs.join(', ')} samples; there ${samples === 1 ? 'is 1' : `are ${formatCount(samples)}`}`)
}

function describeFailed(failed: number, failures: MicrobenchmarkSummary['failures']): string {
  const [first, ...others] = failures
  const reasons =
    first === undefined ? '' : ` (${first.reason}${others.length === 0 ? '' : `, and ${formatNumberOf(others.length, 'other reason')}`})`
  return `${formatNumberOf(failed, 'call')} failed${reasons}`
}
