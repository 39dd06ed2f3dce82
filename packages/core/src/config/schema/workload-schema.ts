import type { z } from 'zod'
import type { ClosedWorkload } from '../../workload/closed-workload.ts'
import type { ConnectionsWorkload } from '../config.ts'
import { checkTogether, type FieldsProblem } from './check-together.ts'
import { durationSchema, positiveDurationSchema } from './duration-schema.ts'
import { strictObject } from './strict-object.ts'
import { wholeNumberSchema } from './whole-number-schema.ts'

const count = wholeNumberSchema(1)
const defaults = { duration: 10e6, gracefulStop: 2e6 }

/** How many connections, how many requests in flight on each, and how long. */
export const workloadSchema: z.ZodType<ClosedWorkload> = strictObject({
  connections: count,
  pipelining: count.optional(),
  duration: positiveDurationSchema.optional(),
  requests: count.optional(),
  warmup: durationSchema.optional(),
  gracefulStop: durationSchema.optional(),
} satisfies Record<keyof ConnectionsWorkload, z.ZodType>)
  .check(checkTogether(findProblems))
  .transform(({ connections, pipelining = 1, duration, requests, warmup = 0, gracefulStop = defaults.gracefulStop }) => ({
    connections,
    pipelining,
    duration: requests === undefined ? (duration ?? defaults.duration) : undefined,
    requests,
    warmup,
    gracefulStop,
  }))

function findProblems({ connections, duration, requests }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const problems: FieldsProblem[] = []
  if (duration !== undefined && requests !== undefined) {
    problems.push({ message: 'duration and requests cannot be given together', hint: 'either one ends the workload' })
  }
  if (typeof connections === 'number' && typeof requests === 'number' && requests >= 1 && connections > requests) {
    problems.push({
      message: `connections (${connections}) cannot be greater than requests (${requests})`,
      hint: 'some connections would have nothing to send',
    })
  }
  return problems
}
