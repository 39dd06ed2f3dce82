import type { z } from 'zod'
import type { JourneyScenarioConfig, RequestScenarioConfig } from '../config.ts'
import { durationSchema } from './duration-schema.ts'
import { positiveRateSchema } from './rate-schema.ts'
import { wholeNumberSchema } from './whole-number-schema.ts'

type ScenarioField = Exclude<keyof RequestScenarioConfig & keyof JourneyScenarioConfig, 'workload'>

/** What the scenarios of requests and of journeys have in common, beside their workload. */
export const scenarioFields: Readonly<Record<ScenarioField, z.ZodOptional<z.ZodType<number>>>> = {
  startAfter: durationSchema.optional(),
  bailout: wholeNumberSchema(1).optional(),
  abortIfRateBelow: positiveRateSchema.optional(),
}
