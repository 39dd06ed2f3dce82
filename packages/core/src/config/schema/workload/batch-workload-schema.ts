import type { z } from 'zod'
import type { BatchWorkload } from '../../../model/workload/workload.ts'
import type { BatchWorkloadConfig } from '../../workload-config.ts'
import { checkResolved, checkTogether, type FieldsProblem } from '../check-together.ts'
import type { ConfigContext } from '../config-context.ts'
import { positiveDurationSchema } from '../duration-schema.ts'
import { strictObject } from '../strict-object.ts'
import { iterationsSchema, usersSchema } from './counts.ts'
import { findEndProblems } from './find-end-problems.ts'
import { findWorkerProblems } from './find-worker-problems.ts'
import { durationByDefault, phaseFields, phasesOf } from './phases.ts'
import { workloadHints } from './workload-hints.ts'

/** So many iterations at once, and how long or how many. */
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
