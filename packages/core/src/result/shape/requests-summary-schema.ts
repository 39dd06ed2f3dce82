import { z } from 'zod'
import type { ConnectionSummary, RequestsSummary, SecondSummary } from '../summary/summary.ts'
import { phaseFields, phaseSchema, timeSchema } from './figure-schemas.ts'
import { amount, amountOrNull, count } from './figures.ts'
import { mirror } from './mirror.ts'
import { seriesSummarySchema } from './series-summary-schema.ts'

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
