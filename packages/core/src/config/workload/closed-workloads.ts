import type { z } from 'zod'
import type { ConnectionsWorkload } from '../../model/workload/workload.ts'
import { checkTogether, strictObject, type FieldsProblem } from '../fields/object-schema.ts'
import type { ConfigContext } from '../config-context.ts'
import { positiveDurationSchema, wholeNumberSchema, type Duration } from '../fields/quantity-schema.ts'
import {
  findEndProblems,
  findWorkerProblems,
  durationByDefault,
  phaseFields,
  phasesOf,
  workloadHints,
  type AnyWorkload,
} from './workload-fields.ts'

/** Closed, for requests: a number of connections, each with a number of requests in flight. */
export interface ConnectionsWorkloadConfig extends AnyWorkload {
  readonly connections: number
  /** Requests in flight on each connection. Default 1. */
  readonly pipelining?: number
  /** Length of the run phase. Default `10s` without `requests`. */
  readonly duration?: Duration
  /** The exact number of requests, in place of a duration. */
  readonly requests?: number
}

const count = wholeNumberSchema(1)

/** The number of connections, and of requests in flight on each, for a duration or up to a count. */
export function connectionsWorkloadSchema(context: ConfigContext): z.ZodType<ConnectionsWorkload> {
  return strictObject(
    {
      connections: count,
      pipelining: count.optional(),
      duration: positiveDurationSchema.optional(),
      requests: count.optional(),
      ...phaseFields,
    } satisfies Record<keyof ConnectionsWorkloadConfig, z.ZodType>,
    workloadHints,
  )
    .check(
      checkTogether((fields) => [
        ...findEndProblems(fields, 'requests'),
        ...findCountProblems(fields),
        ...findWorkerProblems(context, 'connections', fields['connections']),
      ]),
    )
    .transform(({ connections, pipelining = 1, duration, requests, ...phases }) => ({
      kind: 'connections' as const,
      connections,
      pipelining,
      duration: requests === undefined ? (duration ?? durationByDefault) : undefined,
      requests,
      ...phasesOf(phases, context, false),
    }))
}

function findCountProblems({ connections, requests }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  if (typeof connections !== 'number' || typeof requests !== 'number' || requests < 1 || connections <= requests) return []
  const message = `connections (${connections}) cannot be greater than requests (${requests})`
  return [{ message, hint: 'some connections would have nothing to send' }]
}
