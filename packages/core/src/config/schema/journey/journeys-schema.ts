import { z } from 'zod'
import type { ResolvedJourney } from '../../resolved-config.ts'
import { checkTogether } from '../check-together.ts'
import type { ConfigContext } from '../config-context.ts'
import { findNameProblems } from '../find-name-problems.ts'
import { strictObject } from '../strict-object.ts'
import { wholeNumberSchema } from '../whole-number-schema.ts'
import { journeySchema } from './journey-schema.ts'

const weightSchema = wholeNumberSchema(1, 1e6)

/** Several journeys by name, of which each iteration does one. */
export function journeysSchema(context: ConfigContext): z.ZodType<readonly ResolvedJourney[]> {
  return z
    .record(z.string(), strictObject({ journey: journeySchema(context), weight: weightSchema.optional() }))
    .check(checkTogether((journeys) => findNameProblems(Object.keys(journeys), 'journey')))
    .transform((journeys) => Object.entries(journeys).map(([name, { journey, weight = 1 }]) => ({ name, weight, from: journey })))
}
