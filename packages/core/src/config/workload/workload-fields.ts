import type { z } from 'zod'
import type { Workload } from '../../model/workload/workload.ts'
import type { ConfigContext } from '../config-context.ts'
import { durationSchema, wholeNumberSchema, type Duration } from '../fields/quantity-schema.ts'
import type { FieldsProblem } from '../fields/object-schema.ts'

/** The fields of every workload. */
export interface AnyWorkload {
  /** Length of the warm-up: load of the same kind before the run phase, on the same connections, counted separately. Default 0. */
  readonly warmup?: Duration
  /** Time after the end of the run phase until unfinished requests and iterations are aborted. Default: the request timeout, for users at least `30s`. */
  readonly gracefulStop?: Duration
}

/** Hints for the keys of other workloads. */
export const workloadHints: Readonly<Record<string, string>> = {
  pipelining: 'it goes with connections',
  refill: 'it goes with connections',
  requests: 'it goes with connections; other workloads have iterations',
  iterations: 'it goes with users, rate and batch; connections have requests',
  pacing: 'it goes with users',
  arrivals: 'it goes with a rate',
  maxUsers: 'it goes with a rate',
  reuseUsers: 'it goes with a rate',
  startAfter: 'it goes into the scenario',
}

type Phases = Pick<Workload, 'startAfter' | 'warmup' | 'gracefulStop'>

/** The fields that every workload has. */
export const phaseFields: Readonly<Record<'warmup' | 'gracefulStop', z.ZodOptional<z.ZodType<number>>>> = {
  warmup: durationSchema.optional(),
  gracefulStop: durationSchema.optional(),
}

/** Length of the run phase without a duration and a count. */
export const durationByDefault = 10e6

/** The shortest graceful stop of users by default: a journey may have more to do than one request. */
const forJourneys = 30e6

/**
 * The fields of every workload with their defaults filled in; the start is filled in by the scenario.
 *
 * By default a request may take as long at the end as during the test, so that none is cut off.
 */
export function phasesOf(
  given: { readonly warmup?: number | undefined; readonly gracefulStop?: number | undefined },
  { timeout }: ConfigContext,
  hasUsers = true,
): Phases {
  const gracefulStop = hasUsers ? Math.max(timeout, forJourneys) : timeout
  return { startAfter: 0, warmup: given.warmup ?? 0, gracefulStop: given.gracefulStop ?? gracefulStop }
}

/** The most iterations of a scenario, which are numbered over all threads. */
export const mostIterations: number = 2 ** 31

/** A number of users: at most a million, because each takes some kilobytes. */
export const usersSchema: z.ZodNumber = wholeNumberSchema(1, 1e6)

/** A number of iterations. */
export const iterationsSchema: z.ZodNumber = wholeNumberSchema(1, mostIterations)

/** Finds a workload with both a duration and a count. */
export function findEndProblems(fields: Readonly<Record<string, unknown>>, count: 'requests' | 'iterations'): readonly FieldsProblem[] {
  if (fields['duration'] === undefined || fields[count] === undefined) return []
  return [{ message: `duration and ${count} cannot be given together`, hint: 'either one ends the workload' }]
}

/**
 * Finds a number that is too small to give each load thread a part.
 *
 * @param name the key of the number that is divided among the threads
 * @param count the value of this number, which may be anything
 */
export function findWorkerProblems({ workers }: ConfigContext, name: string, count: unknown): readonly FieldsProblem[] {
  if (typeof workers !== 'number' || typeof count !== 'number' || count < 1 || workers <= count) return []
  return [{ message: `workers (${workers}) cannot be greater than ${name} (${count})`, hint: 'a worker would have nothing to do' }]
}
