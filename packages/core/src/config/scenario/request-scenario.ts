import { type WorkloadConfig, requestWorkloadSchema } from '../workload/workload-config.ts'
import { wholeNumberSchema, type Duration, durationSchema, positiveRateSchema, longestTime, type Rate } from '../fields/quantity-schema.ts'
import { z } from 'zod'
import { fieldsOf, isObject } from '../unchecked.ts'
import type { ResolvedRequestScenario, ResolvedScenario } from '../resolved-config.ts'
import { checkResolved, checkTogether, strictObject, keysGiven, type FieldsProblem } from '../fields/object-schema.ts'
import type { ConfigContext } from '../config-context.ts'
import { requestSchema, type PartlyResolvedRequest } from '../request/request-schema.ts'
import type { RequestConfig } from '../../load/http/request-config.ts'
import { isUtf8 } from 'node:buffer'
import { formatRate } from '../../base/units/rate.ts'
import { cumulated, lengthOf, timeOf, type LoadCurve } from '../../model/workload/load-curve.ts'
import type { Workload } from '../../model/workload/workload.ts'

/** The options that scenarios of requests and of journeys share. */
export interface ScenarioOptions {
  /** Time from the start of the test to the start of this scenario. Default 0. */
  readonly startAfter?: Duration
  /** Ends the test after this number of failed requests. Default: never. */
  readonly bailout?: number
  /** Ends the test when fewer iterations per second than this are started over 5 s of the run phase. Must be below the planned rate. Default: never. */
  readonly abortIfRateBelow?: Rate
}

/** The fields that scenarios of requests and of journeys share, without their workload. */
export const scenarioFields: Readonly<Record<keyof ScenarioOptions, z.ZodOptional<z.ZodType<number>>>> = {
  startAfter: durationSchema.optional(),
  bailout: wholeNumberSchema(1).optional(),
  abortIfRateBelow: positiveRateSchema.optional(),
}

/** Finds problems of a scenario's workload and its other fields taken together. */
export function findScenarioProblems({
  workload,
  abortIfRateBelow,
}: Pick<ResolvedScenario, 'workload' | 'abortIfRateBelow'>): readonly FieldsProblem[] {
  return [...findLengthProblems(workload), ...findRateProblems(workload, abortIfRateBelow)]
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
      order: z
        .enum(['in-turn', 'shuffled', 'one-after-another'], { error: 'must be "in-turn", "shuffled" or "one-after-another"' })
        .optional(),
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
