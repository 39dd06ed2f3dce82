import type { RequestConfig } from '../../load/http/request-config.ts'
import { requestWorkloadSchema, type WorkloadConfig } from '../workload/workload-config.ts'
import { wholeNumberSchema } from '../fields/quantity-schema.ts'
import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import type { ResolvedRequestScenario } from '../resolved-config.ts'
import { checkResolved, checkTogether, strictObject, keysGiven, type FieldsProblem } from '../fields/object-schema.ts'
import type { ConfigContext } from '../config-context.ts'
import { requestSchema, type PartlyResolvedRequest } from '../request/request-schema.ts'
import { findScenarioProblems, scenarioFields, type ScenarioOptions } from './scenario-fields.ts'

/** A request, or several, with its workload. */
export interface RequestScenarioConfig extends ScenarioOptions {
  readonly request: RequestConfig | readonly RequestConfig[]
  readonly workload: WorkloadConfig
  /** How several requests follow each other. Default `in-turn`. */
  readonly order?: 'in-turn' | 'shuffled' | 'one-after-another'
  /** Replaces each `[<id>]` in path, headers and body by an id of its own for each request. Default false. */
  readonly uniqueIds?: boolean
  /** With `connections`: closes and reopens each connection after this number of requests. Default: never. */
  readonly reconnectAfter?: number
}

/** A scenario of requests without its name, whose requests may still lack a path. */
export type PartlyResolvedRequestScenario = Omit<ResolvedRequestScenario, 'requests'> & {
  readonly requests: readonly PartlyResolvedRequest[]
}

const orders = ['in-turn', 'shuffled', 'one-after-another'] as const

const hints = { connections: 'it goes into the workload', headers: 'they go into the request' }

/** A scenario of one request or several. */
export function requestScenarioSchema(context: ConfigContext): z.ZodType<PartlyResolvedRequestScenario> {
  const request = requestSchema(context)
  return strictObject(
    {
      ...scenarioFields,
      request: z.union([request.transform((one) => [one]), z.array(request).min(1)], { error: 'must be a request or a list of requests' }),
      workload: requestWorkloadSchema(context),
      order: z.enum(orders, { error: 'must be "in-turn", "shuffled" or "one-after-another"' }).optional(),
      uniqueIds: z.boolean().optional(),
      reconnectAfter: wholeNumberSchema(1).optional(),
    } satisfies Record<keyof RequestScenarioConfig, z.ZodType>,
    hints,
  )
    .check(checkTogether(findProblems))
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

function findProblems(fields: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const { request: requests, workload, order, uniqueIds, reconnectAfter } = fields
  const problems: FieldsProblem[] = []
  if (Array.isArray(requests) && uniqueIds === true && requests.some(isBinary)) {
    // An id is put into the text of a request, and what is not text would not survive it.
    problems.push({ path: ['uniqueIds'], message: 'needs bodies that are text; a body in bytes or a form with files is not' })
  }
  if (Array.isArray(requests) && requests.length === 1 && order !== undefined) {
    problems.push({ path: ['order'], message: 'needs several requests', hint: 'there is only one' })
  }
  if (reconnectAfter !== undefined && isOfUsers(workload)) {
    problems.push({
      path: ['reconnectAfter'],
      message: 'goes with a workload of connections',
      hint: 'users keep theirs for as long as they live',
    })
  }
  return problems
}

function isOfUsers(workload: unknown): boolean {
  if (typeof workload !== 'object' || workload === null) return false
  return 'kind' in workload ? workload.kind !== 'connections' : keysGiven(workload, ['users', 'rate', 'stages', 'batch']).length > 0
}

function isBinary(request: unknown): boolean {
  if (typeof request !== 'object' || request === null) return false
  const { body, form }: { body?: unknown; form?: unknown } = request
  if (typeof form === 'object' && form !== null) return Object.values(form).some(isFile)
  return body instanceof Uint8Array && !isUtf8(body)
}

function isFile(field: unknown): boolean {
  return typeof field === 'object' && field !== null && 'type' in field && field.type === 'file'
}
