import { z } from 'zod'
import type { ClosedWorkload } from '../../workload/closed-workload.ts'
import type { ScenarioConfig } from '../config.ts'
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
  } satisfies Record<keyof ScenarioConfig, z.ZodType>).transform(
    ({ request: requests, workload, uniqueIds = false, reconnectAfter, bailout }) => ({
      requests,
      workload,
      uniqueIds,
      reconnectAfter,
      bailout,
    }),
  )
}
