import type { z } from 'zod'
import type { Workload } from '../../../workload/workload.ts'
import { durationSchema } from '../duration-schema.ts'

type Phases = Pick<Workload, 'startAfter' | 'warmup' | 'gracefulStop'>

/** The fields that every workload has. */
export const phaseFields: Readonly<Record<'warmup' | 'gracefulStop', z.ZodOptional<z.ZodType<number>>>> = {
  warmup: durationSchema.optional(),
  gracefulStop: durationSchema.optional(),
}

/** Length of the run phase where neither a duration nor a count is given. */
export const durationByDefault = 10e6

/** Those fields with their defaults; when the scenario starts is filled in by the scenario. */
export function phasesOf(
  given: { readonly warmup?: number | undefined; readonly gracefulStop?: number | undefined },
  gracefulStop = 30e6,
): Phases {
  return { startAfter: 0, warmup: given.warmup ?? 0, gracefulStop: given.gracefulStop ?? gracefulStop }
}
