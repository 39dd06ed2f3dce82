import { z } from 'zod'
import { constantCurve } from '../../model/workload/load-curve.ts'
import type { UsersWorkload } from '../../model/workload/workload.ts'
import { checkResolved, checkTogether, strictObject, oneOfKinds, type FieldsProblem } from '../fields/object-schema.ts'
import type { ConfigContext } from '../config-context.ts'
import { durationSchema, positiveDurationSchema, type Duration } from '../fields/quantity-schema.ts'
import {
  iterationsSchema,
  mostIterations,
  usersSchema,
  findEndProblems,
  findWorkerProblems,
  durationByDefault,
  phaseFields,
  phasesOf,
  workloadHints,
  type AnyWorkload,
} from './workload-fields.ts'

/** Closed: a number of users, each of which starts its next iteration when the last one has ended. */
export interface UsersWorkloadConfig extends AnyWorkload {
  readonly users: number
  /** Length of the run phase. Default `10s` without `iterations`. */
  readonly duration?: Duration
  /** The number of iterations, in place of a duration: of each user, or of all users together, which is also what a plain number means. */
  readonly iterations?: number | { readonly each: number } | { readonly shared: number }
  /** Least time between two starts of one user. Default 0. */
  readonly pacing?: Duration
}

type Iterations = NonNullable<UsersWorkload['iterations']>

const iterationsOfUsers: z.ZodType<Iterations> = z.union(
  [
    iterationsSchema.transform((count) => ({ of: 'run' as const, count })),
    oneOfKinds<Iterations>('a number of iterations', {
      each: strictObject({ each: iterationsSchema }).transform(({ each }) => ({ of: 'user', count: each })),
      shared: strictObject({ shared: iterationsSchema }).transform(({ shared }) => ({ of: 'run', count: shared })),
    }),
  ],
  { error: 'must be a whole number, { each } or { shared }' },
)

/** A number of users at a time, for a duration or up to a number of iterations. */
export function usersWorkloadSchema(context: ConfigContext): z.ZodType<UsersWorkload> {
  return strictObject(
    {
      users: usersSchema,
      duration: positiveDurationSchema.optional(),
      iterations: iterationsOfUsers.optional(),
      pacing: durationSchema.optional(),
      ...phaseFields,
    } satisfies Record<keyof UsersWorkloadConfig, z.ZodType>,
    workloadHints,
  )
    .check(checkTogether((fields) => [...findEndProblems(fields, 'iterations'), ...findWorkerProblems(context, 'users', fields['users'])]))
    .transform(({ users, duration = durationByDefault, iterations, pacing = 0, ...phases }) => ({
      kind: 'users' as const,
      curve: constantCurve(users, iterations === undefined ? duration : Infinity),
      iterations,
      pacing,
      ...phasesOf(phases, context),
    }))
    .check(checkResolved(findCountProblems))
}

function findCountProblems({ curve: { from: users }, iterations }: UsersWorkload): readonly FieldsProblem[] {
  if (iterations === undefined) return []
  if (iterations.of === 'user') {
    const all = users * iterations.count
    return all <= mostIterations ? [] : [{ path: ['iterations', 'each'], message: `makes ${all} in all, more than ${mostIterations}` }]
  }
  if (users <= iterations.count) return []
  const message = `users (${users}) cannot be greater than iterations (${iterations.count})`
  return [{ message, hint: 'some users would have nothing to do; { each } counts the iterations of each user' }]
}
