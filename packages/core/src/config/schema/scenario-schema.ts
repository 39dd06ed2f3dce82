import type { z } from 'zod'
import type { ResolvedJourneyScenario } from '../resolved-config.ts'
import type { ConfigContext } from './config-context.ts'
import { journeyScenarioSchema } from './journey/journey-scenario-schema.ts'
import { oneOfKinds } from './one-of-kinds.ts'
import { requestScenarioSchema, type PartlyResolvedRequestScenario } from './request-scenario-schema.ts'

/** A scenario that knows neither its name nor the target. */
export type PartlyResolvedScenario = PartlyResolvedRequestScenario | ResolvedJourneyScenario

/** One scenario. */
export function scenarioSchema(context: ConfigContext): z.ZodType<PartlyResolvedScenario> {
  const journeys = journeyScenarioSchema(context)
  return oneOfKinds<PartlyResolvedScenario>('a scenario', { request: requestScenarioSchema(context), journey: journeys, journeys })
}
