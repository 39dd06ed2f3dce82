import { z } from 'zod'
import type { StageSummary, WorkloadSummary, ScenarioSummary } from '../summary/scenario-summary.ts'
import { amount, amountOrNull, count, countOrNull, mirror, instant } from './schema-parts.ts'
import type { CheckSummary, IterationCounts, JourneySummary, UsersSummary } from '../summary/users-summary.ts'
import { timeSchema, pluginRequestsSchema, requestFields, seriesSummarySchema } from './requests-schema.ts'

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
  model: z.literal('open').describe('Iterations start by the clock, whatever the responses do'),
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
const workloadSchema: z.ZodType<WorkloadSummary> = mirror<WorkloadSummary>('Workload')(
  z.discriminatedUnion('kind', [connectionsSchema, usersSchema, rateSchema, batchSchema]),
)

const iterationCountsSchema = mirror<IterationCounts>('IterationCounts')(
  z.strictObject({
    scheduled: count('Iterations that were due: started + dropped'),
    started: count('Iterations that were started: completed + failed + aborted'),
    dropped: count('Iterations that were due but not started, because no user was free'),
    completed: count('Iterations that went through'),
    failed: count('Iterations of journeys that threw, or of requests that did not end ok'),
    aborted: count('Iterations that were cut off at the end'),
  }),
)

const journeySchema = mirror<JourneySummary>('Journey')(
  z.strictObject({
    name: z.string().describe('Name of the journey'),
    iterations: iterationCountsSchema.describe('How its iterations ended'),
    duration: timeSchema.describe('From the planned start of an iteration to its end'),
  }),
)

const checkSchema = mirror<CheckSummary>('Check')(
  z.strictObject({ name: z.string().describe('Its name'), passed: count('How often it passed'), failed: count('How often it failed') }),
)

const failureSchema = z.strictObject({
  reason: z.string().describe('What the journey threw'),
  count: count('How many iterations failed so'),
  first: instant('When it was seen first'),
  last: instant('When it was seen last'),
})

const groupSchema = z.strictObject({
  name: z.string().describe('Its name; names of nested groups are joined by " / "'),
  duration: timeSchema.describe('How long it took'),
})

const feedSchema = z.strictObject({
  name: z.string().describe('Its name'),
  rows: count('Rows in the file'),
  used: count('Rows that were handed out'),
  duplicates: count('Rows that were handed out twice, which is never right'),
})

/** What users did. */
const usersSummarySchema: z.ZodType<UsersSummary> = mirror<UsersSummary>('Users')(
  z.strictObject({
    created: count('Users that were created, warm-up included: completed + failed + aborted'),
    completed: count('Users whose last iteration completed'),
    failed: count('Users whose last iteration failed'),
    aborted: count('Users whose last iteration was cut off'),
    mostActive: count('Most users at a time; over several threads the sum of the most each had'),
    busy: amount('Users in an iteration, averaged over the run phase by measuring'),
    waiting: amount(
      'Users who waited for what the target sends by itself and had no request in flight, averaged over the run phase by measuring',
    ),
    waitingForReplies: amount(
      'Users who waited for the response to a request of a plugin and had none over HTTP in flight, averaged over the run phase by measuring',
    ),
    iterations: iterationCountsSchema.describe('Iterations of the run phase'),
    warmupIterations: iterationCountsSchema.nullable().describe('Iterations of the warm-up; null without one'),
    iterationsPerSecond: amount('Iterations started per second of the run phase'),
    iterationDuration: timeSchema.describe('From the planned start of an iteration to its end'),
    sendLag: timeSchema.describe('From the planned start of an iteration until the generator started it'),
    httpWaiting: timeSchema.describe('From when a request was asked for to its sending: for a connection, to be opened or to become free'),
    timeToFirstByte: timeSchema.describe('From the sending of a request to the first byte of its response'),
    sendingTime: timeSchema.describe('What it took to hand a request over to the operating system; not of streams'),
    receivingTime: timeSchema.describe('From the first byte of a response to its last one'),
    thinkOvershoot: timeSchema.describe(
      'By how much the think times of journeys took longer than they should; no samples where none thinks',
    ),
    journeys: z.array(journeySchema).describe('By journey'),
    failures: z.array(failureSchema).describe('Why iterations failed, the most frequent first'),
    checks: z.array(checkSchema).describe('Named expectations inside journeys'),
    groups: z.array(groupSchema).describe('Named parts of iterations'),
    tags: z.array(seriesSummarySchema).describe('Requests by tag'),
    retried: count('Requests sent once more, because the server had closed the idle connection'),
    pluginRequests: z.array(pluginRequestsSchema).describe('Requests of plugins, by plugin'),
    feeds: z.array(feedSchema).describe('Feeds whose rows are used once'),
  }),
)

/** What one scenario did. */
export const scenarioSummarySchema: z.ZodType<ScenarioSummary> = mirror<ScenarioSummary>('Scenario')(
  z.strictObject({
    name: z.string().describe('Name of the scenario'),
    workload: workloadSchema.describe('How its load was described'),
    request: z.string().describe('The first request, as GET /path, and how many others there are; or the names of its journeys'),
    ...requestFields,
    servers: z
      .array(seriesSummarySchema)
      .exactOptional()
      .describe('By server in the order of the config, where several took part; what went elsewhere is "other servers"'),
    users: usersSummarySchema.nullable().describe('What its users did; null for connections without users'),
  }),
)
