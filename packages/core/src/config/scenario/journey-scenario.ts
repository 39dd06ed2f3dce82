import { journeySchema, journeysSchema, type JourneyConfig } from './journey-config.ts'
import type { ConnectionsWorkloadConfig } from '../workload/connections-workload.ts'
import { journeyWorkloadSchema, type WorkloadConfig } from '../workload/workload-config.ts'
import { positiveDurationSchema, wholeNumberSchema, type Duration } from '../fields/quantity-schema.ts'
import { z } from 'zod'
import type { ResolvedJourneyScenario } from '../resolved-config.ts'
import { checkResolved, strictObject } from '../fields/object-schema.ts'
import type { ConfigContext } from '../config-context.ts'
import { headersSchema } from '../request/headers-schema.ts'
import { findScenarioProblems, scenarioFields, type ScenarioOptions } from './scenario-fields.ts'
import { findWorkerProblems } from '../workload/workload-fields.ts'

/** A journey, or several by weight, with its workload. */
export interface JourneyScenarioConfig extends ScenarioOptions {
  /** A module that default-exports a journey, a reference from a plugin, or a function (`workers: 0` only). */
  readonly journey?: JourneyConfig
  /** Several journeys by name; each iteration does one of them, as often as their weights say. In place of `journey`. */
  readonly journeys?: Readonly<Record<string, { readonly journey: JourneyConfig; readonly weight?: number }>>
  readonly workload: Exclude<WorkloadConfig, ConnectionsWorkloadConfig>
  /**
   * `perUser`: each user has connections of its own, as a browser does; `pool`: a number of connections that all users share, for one of which a request waits up to
   * `queueTimeout`, by default as long as for its answer. Default `perUser`.
   */
  readonly connections?: 'perUser' | { readonly pool: number; readonly queueTimeout?: Duration }
  /** Sent with each request of the journey to the target, and to `trustedOrigins`. */
  readonly headers?: Readonly<Record<string, string>>
  /** With several servers: what goes to the next of them, each `request`, or each `user` with all it does. Default `request`. */
  readonly spread?: 'request' | 'user'
}

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
