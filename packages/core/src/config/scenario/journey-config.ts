import { z } from 'zod'
import type { Journey } from '../../load/user/journey.ts'
import type { JourneySource } from '../../load/user/load-journey.ts'
import type { ConfigContext } from '../config-context.ts'
import { checkTogether, findNameProblems, strictObject } from '../fields/object-schema.ts'
import { exportSchemas } from '../fields/module-schema.ts'
import type { ResolvedJourney } from '../resolved-config.ts'
import { wholeNumberSchema } from '../fields/quantity-schema.ts'

/** A journey in a module, as ready-made journeys are named: any thread can load it. */
export interface JourneyReference {
  /** URL or path of the module. */
  readonly module: string
  /** Default `default`. */
  readonly export?: string
  /** Given to the export, which is then a function that makes the journey. Data that can be cloned. */
  readonly options?: unknown
}

/** A journey as a config names it: path of a module, reference, or function. */
export type JourneyConfig = string | JourneyReference | Journey<never, never>

/** Where one journey comes from. */
export function journeySchema({ cwd, workers }: ConfigContext): z.ZodType<JourneySource> {
  const inline = z
    .custom<Journey<never, never>>((value) => typeof value === 'function', { params: { isOfOtherKind: true }, abort: true })
    .superRefine((_, context) => {
      if (workers === undefined || workers === 0) return
      context.addIssue({
        code: 'custom',
        message: `a function runs in the calling thread only, and workers is ${workers}`,
        params: { hint: 'put it in a file of its own and give its path, or leave workers out' },
      })
    })
    .transform((run): JourneySource => ({ run }))
  return z.union([...exportSchemas(cwd), inline], { error: 'must be the path of a module, { module } or a function' })
}

const weightSchema = wholeNumberSchema(1, 1e6)

/** Several journeys by name, of which each iteration does one. */
export function journeysSchema(context: ConfigContext): z.ZodType<readonly ResolvedJourney[]> {
  return z
    .record(z.string(), strictObject({ journey: journeySchema(context), weight: weightSchema.optional() }))
    .check(checkTogether((journeys) => findNameProblems(Object.keys(journeys), 'journey')))
    .transform((journeys) => Object.entries(journeys).map(([name, { journey, weight = 1 }]) => ({ name, weight, from: journey })))
}
