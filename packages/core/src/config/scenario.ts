import { formatRate } from '../base/units/duration.ts'
import { type WorkloadConfig, requestWorkloadSchema, journeyWorkloadSchema } from './workload/workload-config.ts'
import {
  wholeNumberSchema,
  type Duration,
  durationSchema,
  positiveRateSchema,
  longestTime,
  type Rate,
  positiveDurationSchema,
} from './fields/quantity-schema.ts'
import { z } from 'zod'
import { fieldsOf, isObject } from './unchecked.ts'
import type { ResolvedRequestScenario, ResolvedScenario, ResolvedJourneyScenario, ResolvedJourney } from './resolved-config.ts'
import {
  checkResolved,
  checkTogether,
  strictObject,
  keysGiven,
  type FieldsProblem,
  addProblem,
  findNameProblems,
} from './fields/object-schema.ts'
import type { ConfigContext } from './config-context.ts'
import { requestSchema, type PartlyResolvedRequest, headersSchema } from './request/request-schema.ts'
import type { RequestConfig } from '../load/http/request-config.ts'
import { isUtf8 } from 'node:buffer'
import { cumulated, lengthOf, timeOf, type LoadCurve } from '../model/workload/load-curve.ts'
import type { Workload } from '../model/workload/workload.ts'
import type { ConnectionsWorkloadConfig } from './workload/closed-workloads.ts'
import { findWorkerProblems } from './workload/workload-fields.ts'
import type { Journey } from '../load/user/journey.ts'
import type { JourneySource } from '../load/user/load-journey.ts'
import { exportSchemas } from './fields/file-schema.ts'

/** The options that scenarios of requests and of journeys share. */
interface ScenarioOptions {
  /** Time from the start of the test to the start of this scenario. Default 0. */
  readonly startAfter?: Duration
  /** Ends the test after this number of failed requests. Default: never. */
  readonly bailout?: number
  /** Ends the test when fewer iterations per second than this are started over 5 s of the run phase. Must be below the planned rate. Default: never. */
  readonly abortIfRateBelow?: Rate
}

const scenarioFields = {
  startAfter: durationSchema.optional(),
  bailout: wholeNumberSchema(1).optional(),
  abortIfRateBelow: positiveRateSchema.optional(),
} satisfies Record<keyof ScenarioOptions, z.ZodType>

/** A scenario of a request, or of several, with its workload. */
export interface RequestScenarioConfig extends ScenarioOptions {
  readonly request: RequestConfig | readonly RequestConfig[]
  readonly workload: WorkloadConfig
  /** The order of several requests. Default `in-turn`. */
  readonly order?: 'in-turn' | 'shuffled' | 'one-after-another'
  /** Replaces each `[<id>]` in path, headers and body by an id that is unique for each request. Default false. */
  readonly uniqueIds?: boolean
  /** With `connections`: closes and reopens each connection after this number of requests. Default: never. */
  readonly reconnectAfter?: number
}

/** A scenario of requests without its name, whose requests may still lack a path. */
export type PartlyResolvedRequestScenario = Omit<ResolvedRequestScenario, 'requests'> & {
  readonly requests: readonly PartlyResolvedRequest[]
}

const requestHints = { connections: 'it goes into the workload', headers: 'they go into the request' }

/** A scenario of one request or several. */
export function requestScenarioSchema(context: ConfigContext): z.ZodType<PartlyResolvedRequestScenario> {
  const request = requestSchema(context)
  return strictObject(
    {
      ...scenarioFields,
      request: z.union([request.transform((one) => [one]), z.array(request).min(1)], { error: 'must be a request or a list of requests' }),
      workload: requestWorkloadSchema(context),
      order: z.enum(['in-turn', 'shuffled', 'one-after-another']).optional(),
      uniqueIds: z.boolean().optional(),
      reconnectAfter: wholeNumberSchema(1).optional(),
    } satisfies Record<keyof RequestScenarioConfig, z.ZodType>,
    requestHints,
  )
    .check(checkTogether(findRequestProblems))
    .transform(({ request: requests, workload, order = 'in-turn', uniqueIds = false, startAfter = 0, ...options }) => ({
      kind: 'requests' as const,
      name: '',
      bailout: options.bailout,
      abortIfRateBelow: options.abortIfRateBelow,
      requests,
      order,
      workload: { ...workload, startAfter },
      uniqueIds,
      reconnectAfter: options.reconnectAfter,
    }))
    .check(checkResolved(findScenarioProblems))
}

function findRequestProblems(fields: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const { request: requests, workload, order, uniqueIds, reconnectAfter } = fields
  const problems: FieldsProblem[] = []
  if (Array.isArray(requests) && uniqueIds === true && requests.some(isBinary)) {
    // An id is inserted into the text of a request, which would corrupt bytes that are not text.
    problems.push({ path: ['uniqueIds'], message: 'needs bodies that are text; a body in bytes or a form with files is not' })
  }
  if (Array.isArray(requests) && requests.length === 1 && order !== undefined) {
    problems.push({ path: ['order'], message: 'needs several requests', hint: 'there is only one' })
  }
  if (reconnectAfter !== undefined && isOfUsers(workload)) {
    const hint = 'users keep theirs for as long as they live'
    problems.push({ path: ['reconnectAfter'], message: 'goes with a workload of connections', hint })
  }
  return problems
}

function isOfUsers(workload: unknown): boolean {
  const fields = fieldsOf(workload)
  return 'kind' in fields ? fields['kind'] !== 'connections' : keysGiven(fields, ['users', 'rate', 'stages', 'batch']).length > 0
}

function isBinary(request: unknown): boolean {
  const { body, form } = fieldsOf(request)
  if (isObject(form)) return Object.values(form).some((field) => fieldsOf(field)['type'] === 'file')
  return body instanceof Uint8Array && !isUtf8(body)
}

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
      spread: z.enum(['request', 'user']).optional(),
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

/** Finds problems of a scenario's workload and its other fields taken together. */
function findScenarioProblems(scenario: Pick<ResolvedScenario, 'workload' | 'abortIfRateBelow'>): readonly FieldsProblem[] {
  return [...findLengthProblems(scenario.workload), ...findRateProblems(scenario.workload, scenario.abortIfRateBelow)]
}

function findLengthProblems(workload: Workload): readonly FieldsProblem[] {
  const { startAfter, warmup, gracefulStop } = workload
  if (startAfter + warmup + leastLength(workload) + gracefulStop <= longestTime) return []
  return [{ path: ['workload'], message: 'would take longer than 24 days, with startAfter, warmup and gracefulStop' }]
}

/** The least length of the run phase, in microseconds. */
function leastLength(workload: Workload): number {
  if (workload.kind === 'rate') {
    return workload.iterations === undefined ? lengthOf(workload.curve) : timeOf(workload.curve, workload.iterations - 1)
  }
  if (workload.kind !== 'users') return workload.duration ?? 0
  return workload.iterations === undefined ? lengthOf(workload.curve) : 0
}

// The time over which the rate is measured.
const span = 5e6

function findRateProblems(workload: Workload, least: number | undefined): readonly FieldsProblem[] {
  if (least === undefined || workload.kind !== 'rate') return []
  const planned = slowestSpan(workload.curve)
  if (least < planned) return []
  const message = `must be below the planned rate, which is ${formatRate(planned)} over its slowest ${span / 1e6} s (was ${formatRate(least)})`
  return [{ path: ['abortIfRateBelow'], message, hint: 'it would end a test that keeps to its plan' }]
}

/** The lowest mean level over any span that begins or ends with a step, or over the whole curve when it is shorter. */
function slowestSpan(curve: LoadCurve): number {
  const length = lengthOf(curve)
  if (length <= span) return cumulated(curve, length) / (length / 1e6)
  let at = 0
  const ends = curve.steps.map(({ duration }) => (at += duration))
  const starts = [0, ...ends, ...ends.map((end) => end - span)].filter((start) => start >= 0 && start < Infinity && start + span <= length)
  return Math.min(...starts.map((start) => (cumulated(curve, start + span) - cumulated(curve, start)) / (span / 1e6)))
}
