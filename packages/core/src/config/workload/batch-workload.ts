import type { z } from 'zod'
import type { BatchWorkload } from '../../model/workload/workload.ts'
import { checkResolved, checkTogether, strictObject, type FieldsProblem } from '../fields/object-schema.ts'
import type { ConfigContext } from '../config-context.ts'
import { positiveDurationSchema, type Duration } from '../fields/quantity-schema.ts'
import {
  iterationsSchema,
  usersSchema,
  findEndProblems,
  findWorkerProblems,
  durationByDefault,
  phaseFields,
  phasesOf,
  workloadHints,
  type AnyWorkload,
} from './workload-fields.ts'

/** Closed, with a barrier: a number of iterations at once, and the next ones when all have ended, as a hand-written `Promise.all` does. */
export interface BatchWorkloadConfig extends AnyWorkload {
  readonly batch: number
  /** Length of the run phase. Default `10s` without `iterations`. */
  readonly duration?: Duration
  /** The number of iterations in all, in place of a duration. */
  readonly iterations?: number
}

/** A number of iterations at once, for a duration or up to a count. */
export function batchWorkloadSchema(context: ConfigContext): z.ZodType<BatchWorkload> {
  return strictObject(
    {
      batch: usersSchema,
      duration: positiveDurationSchema.optional(),
      iterations: iterationsSchema.optional(),
      ...phaseFields,
    } satisfies Record<keyof BatchWorkloadConfig, z.ZodType>,
    workloadHints,
  )
    .check(checkTogether((fields) => [...findEndProblems(fields, 'iterations'), ...findWorkerProblems(context, 'batch', fields['batch'])]))
    .transform(({ batch, duration, iterations, ...phases }) => ({
      kind: 'batch' as const,
      batch,
      duration: iterations === undefined ? (duration ?? durationByDefault) : undefined,
      iterations,
      ...phasesOf(phases, context),
    }))
    .check(checkResolved(findCountProblems))
}

function findCountProblems({ batch, iterations }: BatchWorkload): readonly FieldsProblem[] {
  if (iterations === undefined || batch <= iterations) return []
  return [{ message: `batch (${batch}) cannot be greater than iterations (${iterations})`, hint: 'not even one batch would be full' }]
}
