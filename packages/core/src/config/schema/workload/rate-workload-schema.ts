import { z } from 'zod'
import { constantCurve } from '../../../model/workload/load-curve.ts'
import type { RateWorkload } from '../../../model/workload/workload.ts'
import type { RateWorkloadConfig } from '../../workload-config.ts'
import { checkResolved, checkTogether } from '../check-together.ts'
import type { ConfigContext } from '../config-context.ts'
import { positiveDurationSchema } from '../duration-schema.ts'
import { positiveRateSchema } from '../rate-schema.ts'
import { strictObject } from '../strict-object.ts'
import { iterationsSchema, usersSchema } from './counts.ts'
import { findArrivalProblems } from './find-arrival-problems.ts'
import { findEndProblems } from './find-end-problems.ts'
import { findWorkerProblems } from './find-worker-problems.ts'
import { durationByDefault, phaseFields, phasesOf } from './phases.ts'
import { workloadHints } from './workload-hints.ts'

const maxUsersByDefault = 1000

/** What only workloads of a rate have. */
export const arrivalFields: {
  readonly arrivals: z.ZodOptional<z.ZodType<RateWorkload['arrivals']>>
  readonly maxUsers: z.ZodOptional<z.ZodType<number>>
  readonly reuseUsers: z.ZodOptional<z.ZodType<boolean>>
} = {
  arrivals: z.enum(['uniform', 'poisson'], { error: 'must be "uniform" or "poisson"' }).optional(),
  maxUsers: usersSchema.optional(),
  reuseUsers: z.boolean().optional(),
}

/** Those fields as they were given. */
interface ArrivalOptions {
  readonly arrivals?: RateWorkload['arrivals'] | undefined
  readonly maxUsers?: number | undefined
  readonly reuseUsers?: boolean | undefined
}

/** Those fields with their defaults. */
export function arrivalsOf(
  { arrivals = 'uniform', maxUsers = maxUsersByDefault, reuseUsers }: ArrivalOptions,
  reuseByDefault: boolean,
): Pick<RateWorkload, 'arrivals' | 'maxUsers' | 'reuseUsers'> {
  return { arrivals, maxUsers, reuseUsers: reuseUsers ?? reuseByDefault }
}

/**
 * Iterations at a rate, and how long or how many.
 *
 * @param reuseByDefault whether an iteration takes a user that is free, where the config does not say
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
    .check(checkResolved(findArrivalProblems))
}
