import { z } from 'zod'
import type { JourneyScenarioConfig } from '../../config.ts'
import type { ResolvedJourneyScenario } from '../../resolved-config.ts'
import { checkResolved } from '../check-together.ts'
import type { ConfigContext } from '../config-context.ts'
import { positiveDurationSchema } from '../duration-schema.ts'
import { headersSchema } from '../headers-schema.ts'
import { findScenarioProblems } from '../find-scenario-problems.ts'
import { scenarioFields } from '../scenario-fields.ts'
import { strictObject } from '../strict-object.ts'
import { wholeNumberSchema } from '../whole-number-schema.ts'
import { findWorkerProblems } from '../workload/find-worker-problems.ts'
import { journeyWorkloadSchema } from '../workload/workload-schema.ts'
import { journeySchema } from './journey-schema.ts'
import { journeysSchema } from './journeys-schema.ts'

// No more can leave one address for one port.
const mostConnections = 65_535

const hints = {
  uniqueIds: 'it goes with a request; a journey makes ids itself',
  reconnectAfter: 'it goes with a request',
  order: 'it goes with requests; journeys have weights',
}

/** A scenario of journeys, whose name it gets later: the single `journey` has that of the scenario, and here an empty one. */
export function journeyScenarioSchema(context: ConfigContext): z.ZodType<ResolvedJourneyScenario> {
  return strictObject(
    {
      ...scenarioFields,
      journey: journeySchema(context).optional(),
      journeys: journeysSchema(context).optional(),
      workload: journeyWorkloadSchema(context),
      connections: connectionsSchema(context).optional(),
      headers: headersSchema(context).optional(),
      spread: z.enum(['request', 'user'], { error: 'must be "request" or "user"' }).optional(),
    } satisfies Record<keyof JourneyScenarioConfig, z.ZodType>,
    hints,
  )
    .transform(
      ({ journey, journeys = [], workload, connections = 'perUser', headers = {}, spread = 'request', startAfter = 0, ...options }) => ({
        kind: 'journeys' as const,
        name: '',
        bailout: options.bailout,
        abortIfRateBelow: options.abortIfRateBelow,
        journeys: journey === undefined ? journeys : [{ name: '', weight: 1, from: journey }],
        workload: { ...workload, startAfter },
        connections,
        headers,
        spread,
      }),
    )
    .check(checkResolved(findScenarioProblems))
}

function connectionsSchema(context: ConfigContext): z.ZodType<ResolvedJourneyScenario['connections']> {
  const pool = wholeNumberSchema(1, mostConnections).superRefine((count, refinement) => {
    for (const { message, hint } of findWorkerProblems(context, 'pool', count)) {
      refinement.addIssue({ code: 'custom', message, params: { hint } })
    }
  })
  return z.union([z.literal('perUser'), strictObject({ pool, queueTimeout: positiveDurationSchema.optional() })], {
    error: 'must be "perUser" or { pool, queueTimeout }',
  })
}
