import { z } from 'zod'
import { constantCurve, cumulated, levelAt } from '../../model/workload/load-curve.ts'
import type { RateWorkload } from '../../model/workload/workload.ts'
import { checkResolved, checkTogether, strictObject, type FieldsProblem } from '../fields/object-schema.ts'
import type { ConfigContext } from '../config-context.ts'
import { positiveDurationSchema, positiveRateSchema, type Duration, type Rate } from '../fields/quantity-schema.ts'
import {
  iterationsSchema,
  usersSchema,
  findEndProblems,
  findWorkerProblems,
  durationByDefault,
  phaseFields,
  phasesOf,
  workloadHints,
  mostIterations,
  type AnyWorkload,
} from './workload-fields.ts'

/** An open workload: iterations start by the clock, whatever the responses do. */
export interface RateWorkloadConfig extends AnyWorkload {
  readonly rate: Rate
  /** Length of the run phase. Default `10s` without `iterations`. */
  readonly duration?: Duration
  /** The number of iterations, instead of a duration. */
  readonly iterations?: number
  /** How arrivals are spaced: `uniform`, or `poisson` for independent ones. Default `uniform`. */
  readonly arrivals?: 'uniform' | 'poisson'
  /** The most users at the same time; an iteration that is due while all of them are busy is dropped, and counted. Default 1,000. */
  readonly maxUsers?: number
  /** Reuses free users instead of creating a user for each iteration. Default: false for journeys, true for requests. */
  readonly reuseUsers?: boolean
}

const maxUsersByDefault = 1000

/** The fields that only workloads of a rate have. */
export const arrivalFields: {
  readonly arrivals: z.ZodOptional<z.ZodType<RateWorkload['arrivals']>>
  readonly maxUsers: z.ZodOptional<z.ZodType<number>>
  readonly reuseUsers: z.ZodOptional<z.ZodType<boolean>>
} = {
  arrivals: z.enum(['uniform', 'poisson']).optional(),
  maxUsers: usersSchema.optional(),
  reuseUsers: z.boolean().optional(),
}

type Arrivals = Pick<RateWorkload, 'arrivals' | 'maxUsers' | 'reuseUsers'>

/** The fields of arrivals with their defaults filled in. */
export function arrivalsOf(
  { arrivals = 'uniform', maxUsers = maxUsersByDefault, reuseUsers }: { readonly [Key in keyof Arrivals]?: Arrivals[Key] | undefined },
  reuseByDefault: boolean,
): Arrivals {
  return { arrivals, maxUsers, reuseUsers: reuseUsers ?? reuseByDefault }
}

/**
 * A workload of iterations at a rate, for a duration or a number of iterations.
 *
 * @param reuseByDefault the default of `reuseUsers`
 */
export function rateWorkloadSchema(context: ConfigContext, reuseByDefault: boolean): z.ZodType<RateWorkload> {
  return strictObject(
    {
      rate: positiveRateSchema,
      duration: positiveDurationSchema.optional(),
      iterations: iterationsSchema.optional(),
      ...arrivalFields,
      ...phaseFields,
    } satisfies Record<keyof RateWorkloadConfig, z.ZodType>,
    workloadHints,
  )
    .check(
      checkTogether((fields) => [
        ...findEndProblems(fields, 'iterations'),
        ...findWorkerProblems(context, 'maxUsers', fields['maxUsers'] ?? maxUsersByDefault),
      ]),
    )
    .transform(({ rate, duration = durationByDefault, iterations, ...options }) => ({
      kind: 'rate' as const,
      curve: constantCurve(rate, iterations === undefined ? duration : Infinity),
      iterations,
      ...arrivalsOf(options, reuseByDefault),
      ...phasesOf(options, context),
    }))
    .check(checkResolved((workload) => findArrivalProblems(workload, ['rate'])))
}

/**
 * Finds a rate that plans less than one iteration, or more than can be numbered.
 *
 * @param path of the part of the workload that the problem is reported for
 */
export function findArrivalProblems({ curve, iterations, warmup }: RateWorkload, path: readonly string[] = []): readonly FieldsProblem[] {
  const planned = iterations ?? cumulated(curve, Infinity)
  if (planned < 1) {
    // a constant level of 0 is a separate case, because no time is long enough for an iteration
    return planned === 0 ? [] : [{ path, message: 'plans less than one iteration', hint: 'raise the rate or give it more time' }]
  }
  const all = Math.ceil(planned + levelAt(curve, 0) * (warmup / 1e6))
  if (all <= mostIterations) return []
  return [{ path, message: `plans ${all} iterations, more than ${mostIterations}`, hint: 'lower the rate or give it less time' }]
}
