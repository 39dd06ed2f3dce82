import type { ConnectionsWorkloadConfig } from '../workload/closed-workloads.ts'
import { journeyWorkloadSchema, type WorkloadConfig } from '../workload/workload-config.ts'
import { positiveDurationSchema, wholeNumberSchema, type Duration } from '../fields/quantity-schema.ts'
import { z } from 'zod'
import type { ResolvedJourneyScenario, ResolvedJourney } from '../resolved-config.ts'
import { addProblem, checkResolved, checkTogether, findNameProblems, strictObject } from '../fields/object-schema.ts'
import type { ConfigContext } from '../config-context.ts'
import { headersSchema } from '../request/request-schema.ts'
import { findWorkerProblems } from '../workload/workload-fields.ts'
import type { Journey } from '../../load/user/journey.ts'
import type { JourneySource } from '../../load/user/load-journey.ts'
import { exportSchemas } from '../fields/file-schema.ts'
import { type ScenarioOptions, scenarioFields, findScenarioProblems } from './request-scenario.ts'

/** A scenario of a journey, or of several by weight, with its workload. */
export interface JourneyScenarioConfig extends ScenarioOptions {
  /** The journey: path of a module that default-exports it, a reference from a plugin, or a function (`workers: 0` only). */
  readonly journey?: JourneyConfig
  /** Several journeys by name, instead of `journey`; each iteration does one of them, in proportion to their weights. */
  readonly journeys?: Readonly<Record<string, { readonly journey: JourneyConfig; readonly weight?: number }>>
  readonly workload: Exclude<WorkloadConfig, ConnectionsWorkloadConfig>
  /**
   * `perUser`: each user has its own connections, as a browser does; `pool`: all users share a number of connections, and a request waits up to
   * `queueTimeout` for a free one, by default the timeout of a response. Default `perUser`.
   */
  readonly connections?: 'perUser' | { readonly pool: number; readonly queueTimeout?: Duration }
  /** Headers that are sent with each request of the journey to the target, and to `trustedOrigins`. */
  readonly headers?: Readonly<Record<string, string>>
  /** With several servers: whether each `request` goes to the next server, or each `user` with all its requests. Default `request`. */
  readonly spread?: 'request' | 'user'
}

// The most connections from one address to one port.
const mostConnections = 65_535

const journeyHints = {
  uniqueIds: 'it goes with a request; a journey makes ids itself',
  reconnectAfter: 'it goes with a request',
  order: 'it goes with requests; journeys have weights',
}

/** A scenario of journeys, which gets its name later: a single `journey` has the name of the scenario, which is still empty here. */
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
    journeyHints,
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
    for (const { message, hint } of findWorkerProblems(context, 'pool', count)) addProblem(refinement, message, hint)
  })
  return z.union([z.literal('perUser'), strictObject({ pool, queueTimeout: positiveDurationSchema.optional() })], {
    error: 'must be "perUser" or { pool, queueTimeout }',
  })
}

/** A reference to a journey in a module, which any thread can load. */
export interface JourneyReference {
  /** URL or path of the module. */
  readonly module: string
  /** Name of the export. Default `default`. */
  readonly export?: string
  /** Options that are passed to the export, which is then a function that makes the journey. Must be data that can be cloned. */
  readonly options?: unknown
}

/** A journey in a config: path of a module, reference, or function. */
export type JourneyConfig = string | JourneyReference | Journey<never, never>

function journeySchema({ cwd, workers }: ConfigContext): z.ZodType<JourneySource> {
  const inline = z
    .custom<Journey<never, never>>((value) => typeof value === 'function', { params: { isOfOtherKind: true }, abort: true })
    .superRefine((_, context) => {
      if (workers === undefined || workers === 0) return
      const hint = 'put it in a file of its own and give its path, or leave workers out'
      addProblem(context, `a function runs in the calling thread only, and workers is ${workers}`, hint)
    })
    .transform((run): JourneySource => ({ run }))
  return z.union([...exportSchemas(cwd), inline], { error: 'must be the path of a module, { module } or a function' })
}

const weightSchema = wholeNumberSchema(1, 1e6)

/** Several journeys by name, of which each iteration does one. */
function journeysSchema(context: ConfigContext): z.ZodType<readonly ResolvedJourney[]> {
  return z
    .record(z.string(), strictObject({ journey: journeySchema(context), weight: weightSchema.optional() }))
    .check(checkTogether((journeys) => findNameProblems(Object.keys(journeys), 'journey')))
    .transform((journeys) => Object.entries(journeys).map(([name, { journey, weight = 1 }]) => ({ name, weight, from: journey })))
}
