import { z } from 'zod'
import { fieldsOf } from '../unchecked.ts'
import type { UserWorkload, Workload } from '../../model/workload/workload.ts'
import type { ConfigContext } from '../config-context.ts'
import { addProblem, oneOfKinds } from '../fields/object-schema.ts'
import {
  batchWorkloadSchema,
  connectionsWorkloadSchema,
  usersWorkloadSchema,
  type BatchWorkloadConfig,
  type ConnectionsWorkloadConfig,
  type UsersWorkloadConfig,
} from './closed-workloads.ts'
import { rateWorkloadSchema, type RateWorkloadConfig } from './rate-workload.ts'
import { stagesWorkloadSchema, type StagesWorkloadConfig } from './stages-workload.ts'

/** A workload: how much load, how often, and for how long. */
export type WorkloadConfig =
  | ConnectionsWorkloadConfig
  | UsersWorkloadConfig
  | RateWorkloadConfig
  | StagesWorkloadConfig
  | BatchWorkloadConfig

/** Every kind of workload for requests. */
export function requestWorkloadSchema(context: ConfigContext): z.ZodType<Workload> {
  return oneOfKinds<Workload>('a workload', {
    connections: connectionsWorkloadSchema(context),
    users: usersWorkloadSchema(context),
    rate: rateWorkloadSchema(context, true),
    stages: stagesWorkloadSchema(context, true),
    batch: batchWorkloadSchema(context),
  })
}

/** Every kind of workload for journeys. */
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
      if (fieldsOf(input)['connections'] === undefined) return
      addProblem(refinement, 'connections send requests and do no journeys', 'journeys need users, rate, stages or batch')
    })
    .pipe(workload)
}
