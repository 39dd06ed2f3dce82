import type { MicrobenchmarkSummary } from '../summary/microbenchmark-summary.ts'
import { judgeSamples, samplesNeeded } from '../../model/metrics/sample-size.ts'
import { stationaryShift } from './cut-offs.ts'
import { formatCount, formatNanoseconds, formatNumberOf, formatShare } from './figures.ts'
import { impreciseMargin, leastWork, timerShare } from './microbenchmark-cut-offs.ts'
import { findShift } from './stationarity.ts'
import type { Reason } from './verdict.ts'

const printedPercentiles = [50, 75, 95, 99] as const

/** Looks at one aspect of one function; pure, never throws, and returns nothing when there is nothing to say. */
export type MicrobenchmarkRule = (summary: MicrobenchmarkSummary) => Reason | null

/** What each function is judged by, in the order in which reasons of one level are printed. */
export const microbenchmarkRules: readonly MicrobenchmarkRule[] = [
  noSuccess,
  failedCalls,
  timerTooCoarse,
  optimisedAway,
  notStationary,
  imprecise,
  fewSamples,
]

// Without a sample there are no figures to judge, and one that was interrupted before it is no failure.
function noSuccess({ samples, failed, failures }: MicrobenchmarkSummary): Reason | null {
  if (samples > 0 || failed === 0) return null
  return { rule: 'no-success', level: 'invalid', text: `no sample: ${describeFailed(failed, failures)}` }
}

function failedCalls({ samples, calls, failed, failures, batch }: MicrobenchmarkSummary): Reason | null {
  if (failed === 0 || samples === 0) return null
  const dropped = batch > 1 ? `; each took its batch of ${formatCount(batch)} calls with it` : ''
  const text = `${describeFailed(failed, failures)} of ${formatCount(calls)}, and the times are those of the others${dropped}`
  return { rule: 'errors', level: 'suspect', text }
}

function timerTooCoarse({ callTime, batch, timer, failed }: MicrobenchmarkSummary): Reason | null {
  if (callTime === null) return null
  const sample = callTime.median * batch
  if (sample > 0 && timer <= sample * timerShare) return null
  const text = `a sample took ${formatNanoseconds(sample)}, of which reading the clock is ${formatNanoseconds(timer)}`
  const advice =
    failed > 0
      ? 'calls that fail take their batch with them, which keeps batches short'
      : 'use a warm-up, and no beforeEach, so that calls are timed in batches'
  return { rule: 'timer', level: 'suspect', text: `${text}: ${advice}` }
}

function optimisedAway({ callTime }: MicrobenchmarkSummary): Reason | null {
  if (callTime === null || callTime.median >= leastWork) return null
  const text = `${formatNanoseconds(callTime.median)} is less than any work takes: the compiler did it once for many calls; let it depend on what changes`
  return { rule: 'optimised-away', level: 'suspect', text }
}

function notStationary({ course }: MicrobenchmarkSummary): Reason | null {
  const shift = findShift(course, stationaryShift)
  if (shift === null) return null
  const figures = `a median of ${formatNanoseconds(shift.from)} in the first third, ${formatNanoseconds(shift.to)} in the last`
  const text =
    shift.to < shift.from
      ? `still warming up: ${figures}; use a longer warmup`
      : `getting slower: ${figures}; what it works on may be growing`
  return { rule: 'not-stationary', level: 'suspect', text }
}

function imprecise({ callTime, samples }: MicrobenchmarkSummary): Reason | null {
  const margin = callTime?.marginOfError ?? null
  if (callTime === null || (margin !== null && margin <= impreciseMargin)) return null
  const size = margin === null ? 'unknown' : `± ${formatShare(margin)}`
  const text = `the margin of error of its mean is ${size} (${formatNumberOf(samples, 'sample')}): give it more time`
  return { rule: 'imprecise', level: 'suspect', text }
}

function fewSamples({ samples }: MicrobenchmarkSummary): Reason | null {
  const missing = printedPercentiles.filter((percentile) => judgeSamples(percentile, samples).says !== 'enough')
  if (samples === 0 || missing.length === 0) return null
  const needs = missing.toReversed().map((percentile) => `p${percentile} needs ${formatCount(samplesNeeded(percentile))}`)
  return {
    rule: 'few-samples',
    level: 'note',
    text: `${needs.join(', ')} samples; there ${samples === 1 ? 'is 1' : `are ${formatCount(samples)}`}`,
  }
}

function describeFailed(failed: number, failures: MicrobenchmarkSummary['failures']): string {
  const [first, ...others] = failures
  const reasons =
    first === undefined ? '' : ` (${first.reason}${others.length === 0 ? '' : `, and ${formatNumberOf(others.length, 'other reason')}`})`
  return `${formatNumberOf(failed, 'call')} failed${reasons}`
}
