import { z } from 'zod'
import type { ConnectionSummary, PluginRequestsSummary, RequestsSummary } from '../summary/requests-summary.ts'
import type { SecondSummary } from '../summary/seconds-summary.ts'
import type { SeriesSummary } from '../summary/series-summary.ts'
import { countsSchema, phaseFields, phaseSchema, timeSchema } from './figure-schemas.ts'
import { amount, amountOrNull, count, mirror } from './schema-parts.ts'

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

const secondSchema = mirror<SecondSummary>('Second')(
  z.strictObject({
    at: amount('Start, in seconds from the start of the run phase'),
    length: amount('Length in seconds: 1, or less for the last one'),
    requests: count('Complete answers that arrived in it'),
    failed: count('Requests that ended in it other than ok, without aborted'),
    bytes: count('Bytes that arrived in it'),
    mean: amountOrNull('Mean response time of the answers that arrived in it, in milliseconds'),
    p50: amountOrNull('Median response time, in milliseconds'),
    p99: amountOrNull('99th percentile of the response times, in milliseconds'),
    max: amountOrNull('Longest response time, in milliseconds'),
    unfinished: count('Requests that were cut off in it, of which these figures know no more than their age').exactOptional(),
  }),
)

const connectionsSchema = mirror<ConnectionSummary>('Connections')(
  z.strictObject({
    opened: count('Connections that were opened'),
    refused: count('Attempts to open one that failed'),
    closedIdle: count('Connections the server closed while no request was in flight, which is no outcome'),
    closedBehindAnswer: count('Requests that were pipelined behind an answer with Connection: close'),
    answersBeforeClose: z
      .strictObject({ least: count('The fewest on one connection'), most: count('The most on one connection') })
      .nullable()
      .describe('Answers that came over a connection before that; null where it did not happen'),
  }),
)

/** The fields of requests of one kind, for objects that have more. */
export const requestFields: { readonly [Field in keyof RequestsSummary]: z.ZodType<RequestsSummary[Field]> } = {
  ...phaseFields,
  statuses: z
    .record(z.string(), count('Answers with this status'))
    .describe('Answers by status; empty for plugins, whose answers have none'),
  dataSent: count('Bytes written, heads included'),
  dataReceived: count('Bytes read, heads included'),
  inFlight: amount('Requests in flight, averaged over the run phase by measuring'),
  fastest: amountOrNull('The shortest response time of the whole test, warm-up included, in milliseconds'),
  connectTime: timeSchema.describe('From the attempt to open a connection until it was open'),
  tlsTime: timeSchema.describe('From an open connection until TLS was set up on it'),
  handshakes: z
    .strictObject({
      full: timeSchema.describe('Of whole handshakes'),
      resumed: timeSchema.describe('Of handshakes that went on with an earlier session'),
    })
    .describe('The times of TLS by kind of handshake'),
  connections: connectionsSchema.describe('What happened to its connections, warm-up included'),
  series: z.array(secondSchema).describe('The seconds of the run phase, in order'),
  warmup: phaseSchema.nullable().describe('The warm-up; null without one'),
  endpoints: z.array(seriesSummarySchema).describe('By endpoint, the busiest first'),
}

/** What the requests of one plugin did. */
export const pluginRequestsSchema: z.ZodType<PluginRequestsSummary> = mirror<PluginRequestsSummary>('PluginRequests')(
  z.strictObject({ plugin: z.string().describe('Name of the plugin'), ...requestFields }),
)
