import { z } from 'zod'
import type { StageSummary, WorkloadSummary } from '../summary/workload-summary.ts'
import { amount, amountOrNull, count, countOrNull, mirror } from './schema-parts.ts'

const facts = {
  startAfter: amount('How long after the start of the test it started, in seconds'),
  duration: amountOrNull('Planned length of the run phase, in seconds; null when a count ends it'),
  warmup: amount('Length of the warm-up, in seconds'),
  gracefulStop: amount('How long what was under way at the end could take before it was aborted, in seconds'),
}

const stageSchema = mirror<StageSummary>('Stage')(
  z.strictObject({
    duration: amountOrNull('Seconds; null for a level that is kept until a count is reached'),
    to: amount('Users, or iterations per second, at its end'),
  }),
)

const connectionsSchema = z.strictObject({
  kind: z.literal('connections').describe('Connections that are kept full of requests'),
  model: z.literal('closed').describe('The next request starts when the last one ends'),
  ...facts,
  connections: count('Connections that were kept open'),
  pipelining: count('Requests kept in flight on each connection'),
  requests: countOrNull('Planned number of requests; null with duration'),
})

const usersSchema = z.strictObject({
  kind: z.literal('users').describe('Users who do one iteration after the other'),
  model: z.literal('closed').describe('The next iteration starts when the last one ends'),
  ...facts,
  from: amount('Users at the start'),
  stages: z.array(stageSchema).describe('How their number changed'),
  iterations: z
    .strictObject({
      of: z.enum(['user', 'run']).describe('Of each user, or of all together'),
      count: count('Planned number of iterations'),
    })
    .nullable()
    .describe('What ended the run phase; null with duration'),
  pacing: amount('Least time between two starts of one user, in seconds'),
})

const rateSchema = z.strictObject({
  kind: z.literal('rate').describe('Iterations at a rate'),
  model: z.literal('open').describe('Iterations start by the clock, whatever the answers do'),
  ...facts,
  from: amount('Iterations per second at the start'),
  stages: z.array(stageSchema).describe('How the rate changed'),
  iterations: countOrNull('Planned number of iterations; null with duration'),
  arrivals: z.enum(['uniform', 'poisson']).describe('Evenly spaced, or independent of each other'),
  maxUsers: count('Most users at the same time'),
  reuseUsers: z.boolean().describe('Whether an iteration took a user that was free'),
})

const batchSchema = z.strictObject({
  kind: z.literal('batch').describe('Iterations that start together, each time when all before them have ended'),
  model: z.literal('closed').describe('The next iterations start when the last ones end'),
  ...facts,
  batch: count('Iterations that start together'),
  iterations: countOrNull('Planned number of iterations; null with duration'),
})

/** How a scenario's load was described. */
export const workloadSchema: z.ZodType<WorkloadSummary> = mirror<WorkloadSummary>('Workload')(
  z.discriminatedUnion('kind', [connectionsSchema, usersSchema, rateSchema, batchSchema]),
)
