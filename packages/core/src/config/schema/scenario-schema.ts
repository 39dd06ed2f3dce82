import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import type { ClosedWorkload } from '../../workload/closed-workload.ts'
import type { ScenarioConfig } from '../config.ts'
import { checkTogether, type FieldsProblem } from './check-together.ts'
import { requestSchema, type PartlyResolvedRequest } from './request-schema.ts'
import { strictObject } from './strict-object.ts'
import { wholeNumberSchema } from './whole-number-schema.ts'
import { workloadSchema } from './workload-schema.ts'

/** A scenario without its name, whose requests may still lack a path. */
export interface PartlyResolvedScenario {
  readonly requests: readonly PartlyResolvedRequest[]
  readonly workload: ClosedWorkload
  readonly uniqueIds: boolean
  readonly reconnectAfter: number | undefined
  readonly bailout: number | undefined
}

const count = wholeNumberSchema(1)

/**
 * One scenario.
 *
 * @param cwd folder that the paths of files are relative to
 */
export function scenarioSchema(cwd: string): z.ZodType<PartlyResolvedScenario> {
  const request = requestSchema(cwd)
  return strictObject({
    request: z.union([request.transform((one) => [one]), z.array(request).min(1)], { error: 'must be a request or a list of requests' }),
    workload: workloadSchema,
    uniqueIds: z.boolean().optional(),
    reconnectAfter: count.optional(),
    bailout: count.optional(),
  } satisfies Record<keyof ScenarioConfig, z.ZodType>)
    .check(checkTogether(findProblems))
    .transform(({ request: requests, workload, uniqueIds = false, reconnectAfter, bailout }) => ({
      requests,
      workload,
      uniqueIds,
      reconnectAfter,
      bailout,
    }))
}

// An id is put into the text of a request, and what is not text would not survive it.
function findProblems({ request: requests, uniqueIds }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  if (uniqueIds !== true || !Array.isArray(requests)) return []
  return requests.some(isBinary)
    ? [{ path: ['uniqueIds'], message: 'needs bodies that are text; a body in bytes or a form with files is not' }]
    : []
}

function isBinary(request: unknown): boolean {
  if (typeof request !== 'object' || request === null) return false
  const { body, form }: { body?: unknown; form?: unknown } = request
  if (form !== undefined) return JSON.stringify(form).includes('"type":"file"')
  return body instanceof Uint8Array && !isUtf8(body)
}
