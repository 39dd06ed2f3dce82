import { z } from 'zod'
import type { UserWorkload, Workload } from '../../../model/workload/workload.ts'
import type { ConfigContext } from '../config-context.ts'
import { oneOfKinds } from '../one-of-kinds.ts'
import { batchWorkloadSchema } from './batch-workload-schema.ts'
import { connectionsWorkloadSchema } from './connections-workload-schema.ts'
import { rateWorkloadSchema } from './rate-workload-schema.ts'
import { stagesWorkloadSchema } from './stages-workload-schema.ts'
import { usersWorkloadSchema } from './users-workload-schema.ts'

/** The workload of requests: each kind of it. */
export function requestWorkloadSchema(context: ConfigContext): z.ZodType<Workload> {
  return oneOfKinds<Workload>('a workload', {
    connections: connectionsWorkloadSchema(context),
    users: usersWorkloadSchema(context),
    rate: rateWorkloadSchema(context, true),
    stages: stagesWorkloadSchema(context, true),
    batch: batchWorkloadSchema(context),
  })
}

/** The workload of journeys: each kind of users. */
export function journeyWorkloadSchema(context: ConfigContext): z.ZodType<UserWorkload> {
  const workload = oneOfKinds<UserWorkload>('the workload of a journey', {
    users: usersWorkloadSchema(context),
    rate: rateWorkloadSchema(context, false),
    stages: stagesWorkloadSchema(context, false),
    batch: batchWorkloadSchema(context),
  })
  return z
    .unknown()
    .superRefine((input, refinement) => {
      if (typeof input !== 'object' || input === null || !('connections' in input) || input.connections === undefined) return
      refinement.addIssue({
        code: 'custom',
        message: 'connections send requests and do no journeys',
        params: { hint: 'journeys need users, rate, stages or batch' },
      })
    })
    .pipe(workload)
}
