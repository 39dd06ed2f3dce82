import { z } from 'zod'
import type { ConnectionsWorkload, Refill, BatchWorkload, UsersWorkload } from '../../model/workload/workload.ts'
import { checkTogether, strictObject, checkResolved, oneOfKinds, type FieldsProblem } from '../fields/object-schema.ts'
import type { ConfigContext } from '../config-context.ts'
import { positiveDurationSchema, wholeNumberSchema, durationSchema, type Duration } from '../fields/quantity-schema.ts'
import {
  findEndProblems,
  findWorkerProblems,
  durationByDefault,
  phaseFields,
  phasesOf,
  workloadHints,
  iterationsSchema,
  usersSchema,
  mostIterations,
  type AnyWorkload,
} from './workload-fields.ts'
import { constantCurve } from '../../model/workload/load-curve.ts'

/** A closed workload for requests: a number of connections, each with a number of requests in flight. */
export interface ConnectionsWorkloadConfig extends AnyWorkload {
  readonly connections: number
  /** Requests in flight on each connection. Default 1. */
  readonly pipelining?: number
  /** When a connection is given its next requests: one for `each` response (the default), or a whole `batch` once all of its responses have come. */
  readonly refill?: Refill
  /** Length of the run phase. Default `10s` without `requests`. */
  readonly duration?: Duration
  /** The exact number of requests, instead of a duration. */
  readonly requests?: number
}

const atLeastOne = wholeNumberSchema(1)

/** A workload of connections with requests in flight, for a duration or a number of requests. */
export function connectionsWorkloadSchema(context: ConfigContext): z.ZodType<ConnectionsWorkload> {
  return strictObject(
    {
      connections: atLeastOne,
      pipelining: atLeastOne.optional(),
      refill: z.enum(['each', 'batch']).optional(),
      duration: positiveDurationSchema.optional(),
      requests: atLeastOne.optional(),
      ...phaseFields,
    } satisfies Record<keyof ConnectionsWorkloadConfig, z.ZodType>,
    workloadHints,
  )
    .check(
      checkTogether((fields) => [
        ...findEndProblems(fields, 'requests'),
        ...findConnectionProblems(fields),
        ...findWorkerProblems(context, 'connections', fields['connections']),
      ]),
    )
    .transform(({ connections, pipelining = 1, refill = 'each', duration, requests, ...phases }) => ({
      kind: 'connections' as const,
      connections,
      pipelining,
      refill,
      duration: requests === undefined ? (duration ?? durationByDefault) : undefined,
      requests,
      ...phasesOf(phases, context, false),
    }))
}

function findConnectionProblems({ connections, requests }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  if (typeof connections !== 'number' || typeof requests !== 'number' || connections <= requests) return []
  // A number that is wrong by itself is reported alone.
  if (requests < 1 || !Number.isInteger(requests)) return []
  const message = `connections (${connections}) cannot be greater than requests (${requests})`
  return [{ message, hint: 'some connections would have nothing to send' }]
}

/** A closed workload with a barrier: a number of iterations at once, and the next ones when all have ended, as with `Promise.all`. */
export interface BatchWorkloadConfig extends AnyWorkload {
  readonly batch: number
  /** Length of the run phase. Default `10s` without `iterations`. */
  readonly duration?: Duration
  /** The total number of iterations, instead of a duration. */
  readonly iterations?: number
}

/** A workload of batches of iterations, for a duration or a number of iterations. */
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
    .check(checkResolved(findBatchProblems))
}

function findBatchProblems({ batch, iterations }: BatchWorkload): readonly FieldsProblem[] {
  if (iterations === undefined || batch <= iterations) return []
  return [{ message: `batch (${batch}) cannot be greater than iterations (${iterations})`, hint: 'not even one batch would be full' }]
}

/** A closed workload: a number of users, each of which starts its next iteration when the last one has ended. */
export interface UsersWorkloadConfig extends AnyWorkload {
  readonly users: number
  /** Length of the run phase. Default `10s` without `iterations`. */
  readonly duration?: Duration
  /** The number of iterations, instead of a duration: of each user, or of all users together, like a plain number. */
  readonly iterations?: number | { readonly each: number } | { readonly shared: number }
  /** Least time between two starts of iterations of one user. Default 0. */
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

/** A workload of users, for a duration or a number of iterations. */
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
    .check(checkResolved(findUserProblems))
}

function findUserProblems({ curve: { from: users }, iterations }: UsersWorkload): readonly FieldsProblem[] {
  if (iterations === undefined) return []
  if (iterations.of === 'user') {
    const all = users * iterations.count
    return all <= mostIterations ? [] : [{ path: ['iterations', 'each'], message: `makes ${all} in all, more than ${mostIterations}` }]
  }
  if (users <= iterations.count) return []
  const message = `users (${users}) cannot be greater than iterations (${iterations.count})`
  return [{ message, hint: 'some users would have nothing to do; { each } counts the iterations of each user' }]
}
