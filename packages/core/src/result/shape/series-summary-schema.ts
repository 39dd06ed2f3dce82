import { z } from 'zod'
import type { SeriesSummary } from '../summary/summary.ts'
import { countsSchema, timeSchema } from './figure-schemas.ts'
import { amount, count } from './figures.ts'
import { mirror } from './mirror.ts'

/** One kind of request, apart from all others. */
export const seriesSummarySchema: z.ZodType<SeriesSummary> = mirror<SeriesSummary>('Series')(
  z.strictObject({
    name: z.string().describe('Method and path or route template, the name that was given, or tag and value'),
    counts: countsSchema.describe('What became of its requests'),
    statuses: z.record(z.string(), count('Answers with this status')).describe('Answers by status'),
    requestsPerSecond: amount('Requests started per second of the run phase'),
    dataReceived: count('Bytes read'),
    responseTime: timeSchema.describe('From the planned start of a request to its complete answer'),
    serviceTime: timeSchema.describe('From the sending of a request to its complete answer'),
    httpWaiting: timeSchema.describe(
      'From when a request of a user was asked for to its send; without samples for connections, and by server',
    ),
    byClass: z
      .record(z.string(), timeSchema)
      .describe('Response times by class of status, such as 2xx, and timeout; empty where they were not measured apart'),
  }),
)
