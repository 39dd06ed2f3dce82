import type { z } from 'zod'
import type { Workload } from '../../../model/workload/workload.ts'
import type { ConfigContext } from '../config-context.ts'
import { durationSchema } from '../duration-schema.ts'

type Phases = Pick<Workload, 'startAfter' | 'warmup' | 'gracefulStop'>

/** The fields that every workload has. */
export const phaseFields: Readonly<Record<'warmup' | 'gracefulStop', z.ZodOptional<z.ZodType<number>>>> = {
  warmup: durationSchema.optional(),
  gracefulStop: durationSchema.optional(),
}

/** Length of the run phase where neither a duration nor a count is given. */
export const durationByDefault = 10e6

/** How long users have by default, at least, to end what is under way: a journey may have more to do than one request. */
const forJourneys = 30e6

/**
 * Those fields with their defaults; when the scenario starts is filled in by the scenario.
 *
 * By default every request may take as long as it may take while the test runs, so that none is cut off.
 */
export function phasesOf(
  given: { readonly warmup?: number | undefined; readonly gracefulStop?: number | undefined },
  { timeout }: ConfigContext,
  hasUsers = true,
): Phases {
  const gracefulStop = hasUsers ? Math.max(timeout, forJourneys) : timeout
  return { startAfter: 0, warmup: given.warmup ?? 0, gracefulStop: given.gracefulStop ?? gracefulStop }
}
