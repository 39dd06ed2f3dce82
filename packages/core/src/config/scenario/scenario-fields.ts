import { durationSchema, positiveRateSchema, wholeNumberSchema, longestTime, type Duration, type Rate } from '../fields/quantity-schema.ts'
import type { z } from 'zod'
import { formatRate } from '../../base/units/rate.ts'
import { cumulated, lengthOf, timeOf, type LoadCurve } from '../../model/workload/load-curve.ts'
import type { Workload } from '../../model/workload/workload.ts'
import type { ResolvedScenario } from '../resolved-config.ts'
import type { FieldsProblem } from '../fields/object-schema.ts'

/** What the scenarios of requests and of journeys have in common. */
export interface ScenarioOptions {
  /** How long after the start of the test this scenario starts. Default 0. */
  readonly startAfter?: Duration
  /** Ends the test after this number of failed requests. Default: never. */
  readonly bailout?: number
  /** Ends the test when fewer iterations a second are started, over 5 s of the run phase. Must be below the planned rate. Default: never. */
  readonly abortIfRateBelow?: Rate
}

/** What the scenarios of requests and of journeys have in common, without their workload. */
export const scenarioFields: Readonly<Record<keyof ScenarioOptions, z.ZodOptional<z.ZodType<number>>>> = {
  startAfter: durationSchema.optional(),
  bailout: wholeNumberSchema(1).optional(),
  abortIfRateBelow: positiveRateSchema.optional(),
}

/** The issues of a scenario's workload and its other fields taken together. */
export function findScenarioProblems({
  workload,
  abortIfRateBelow,
}: Pick<ResolvedScenario, 'workload' | 'abortIfRateBelow'>): readonly FieldsProblem[] {
  return [...findLengthProblems(workload), ...findRateProblems(workload, abortIfRateBelow)]
}

function findLengthProblems(workload: Workload): readonly FieldsProblem[] {
  const { startAfter, warmup, gracefulStop } = workload
  if (startAfter + warmup + leastLength(workload) + gracefulStop <= longestTime) return []
  return [{ path: ['workload'], message: 'would take longer than 24 days, with startAfter, warmup and gracefulStop' }]
}

/** How long the run phase takes at least, in microseconds. */
function leastLength(workload: Workload): number {
  if (workload.kind === 'rate') {
    return workload.iterations === undefined ? lengthOf(workload.curve) : timeOf(workload.curve, workload.iterations - 1)
  }
  if (workload.kind !== 'users') return workload.duration ?? 0
  return workload.iterations === undefined ? lengthOf(workload.curve) : 0
}

// The rate is measured over this time.
const span = 5e6

function findRateProblems(workload: Workload, least: number | undefined): readonly FieldsProblem[] {
  if (least === undefined || workload.kind !== 'rate') return []
  const planned = slowestSpan(workload.curve)
  if (least < planned) return []
  const message = `must be below the planned rate, which is ${formatRate(planned)} over its slowest ${span / 1e6} s (was ${formatRate(least)})`
  return [{ path: ['abortIfRateBelow'], message, hint: 'it would end a test that keeps to its plan' }]
}

/** The lowest mean level over a span that begins or ends with a step; that of the whole curve when it is shorter. */
function slowestSpan(curve: LoadCurve): number {
  const length = lengthOf(curve)
  if (length <= span) return cumulated(curve, length) / (length / 1e6)
  let at = 0
  const ends = curve.steps.map(({ duration }) => (at += duration))
  const starts = [0, ...ends, ...ends.map((end) => end - span)].filter((start) => start >= 0 && start < Infinity && start + span <= length)
  return Math.min(...starts.map((start) => (cumulated(curve, start + span) - cumulated(curve, start)) / (span / 1e6)))
}
