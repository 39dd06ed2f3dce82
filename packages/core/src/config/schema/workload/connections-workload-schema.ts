import type { z } from 'zod'
import type { ConnectionsWorkload } from '../../../model/workload/workload.ts'
import type { ConnectionsWorkloadConfig } from '../../workload-config.ts'
import { checkTogether, type FieldsProblem } from '../check-together.ts'
import type { ConfigContext } from '../config-context.ts'
import { positiveDurationSchema } from '../duration-schema.ts'
import { strictObject } from '../strict-object.ts'
import { wholeNumberSchema } from '../whole-number-schema.ts'
import { findEndProblems } from './find-end-problems.ts'
import { findWorkerProblems } from './find-worker-problems.ts'
import { durationByDefault, phaseFields, phasesOf } from './phases.ts'
import { workloadHints } from './workload-hints.ts'

const count = wholeNumberSchema(1)

/** How many connections, how many requests in flight on each, and how long. */
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
