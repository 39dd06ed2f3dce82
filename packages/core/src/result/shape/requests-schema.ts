import { z } from 'zod'
import type { Interval } from '../../model/metrics/product-limit.ts'
import { outcomes, type Outcome, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import type { Counts, SeriesSummary, SecondSummary } from '../summary/series-summary.ts'
import type {
  ErrorSummary,
  PhaseSummary,
  Throughput,
  ConnectionSummary,
  PluginRequestsSummary,
  RequestsSummary,
} from '../summary/requests-summary.ts'
import {
  ofPercentiles,
  percentileNames,
  type PercentileIntervals,
  type PercentileName,
  type TimeFigure,
  type TimeSummary,
  type UnfinishedTimes,
} from '../summary/time-summary.ts'
import { amount, amountOrNull, count, instant, mirror } from './schema-parts.ts'

const outcomeCountsSchema = mirror<OutcomeCounts>('OutcomeCounts')(
  z.strictObject({
    ok: count('Requests with a 2xx or 3xx response, or one of exactly the accepted statuses where some are given'),
    http_error: count('Requests answered with any other status'),
    check_failed: count('Requests answered, but not as expect demands'),
    error: count("Requests answered with an error of a plugin's protocol"),
    timeout: count('Requests not answered within the request timeout'),
    refused: count('Requests whose connection could not be opened'),
    reset: count('Requests whose connection broke before the response was complete'),
    closed_early: count('Requests whose connection the server closed before the response was complete'),
    protocol_error: count("Requests whose response was not HTTP/1.1, or not of the plugin's protocol"),
    local_error: count('Requests that a limit of this process or this machine kept from being sent, such as EMFILE'),
    aborted: count('Requests in flight when the generator closed the connection, or when their user left'),
  } satisfies Record<Outcome, z.ZodType>),
)

/** How the requests of a phase ended. */
export const countsSchema: z.ZodType<Counts> = mirror<Counts>('Counts')(
  z.strictObject({
    scheduled: count('Requests the workload asked for: started + dropped'),
    started: count('Requests that were sent or whose connection was refused: the sum of all outcomes'),
    dropped: count('Requests that were due but not started'),
    outcomes: outcomeCountsSchema.describe('Requests by how they ended'),
  }),
)

const throughputSchema = mirror<Throughput>('Throughput')(
  z.strictObject({
    requestsPerSecond: amount('Complete responses per second, whatever their status'),
    okPerSecond: amount('Responses per second that ended ok'),
    bytesPerSecond: amount('Bytes read from the wire per second, heads included'),
  }),
)

const percentileWords = {
  p2_5: '2.5th percentile',
  p50: 'median',
  p75: '75th percentile',
  p90: '90th percentile',
  p95: '95th percentile',
  p97_5: '97.5th percentile',
  p99: '99th percentile',
  p99_9: '99.9th percentile',
} as const satisfies Record<PercentileName, string>

const samplesSchema = mirror<UnfinishedTimes['samples']>('Samples')(
  z.strictObject(ofPercentiles((name) => count(`Of the ${percentileWords[name]}`))),
)

const lowerBounds: readonly TimeFigure[] = [...percentileNames, 'mean', 'stdev', 'min', 'max']

const unfinishedTimesSchema = mirror<UnfinishedTimes>('UnfinishedTimes')(
  z.strictObject({
    count: count('How many were cut off before they ended'),
    shortest: amount('Least age when one was cut off, in milliseconds'),
    mean: amount('Mean age when one was cut off, in milliseconds'),
    longest: amount('Greatest age when one was cut off, in milliseconds'),
    lowerBounds: z.array(z.enum(lowerBounds)).describe('Figures of which no more is known than that they are not below what is given'),
    samples: samplesSchema.describe('How many samples that all ended would tell as much of each percentile'),
  }),
)

/** Where a percentile lies, or `null`. */
export const intervalSchema: z.ZodType<Interval | null> = mirror<Interval>('Interval')(
  z.strictObject({
    low: amountOrNull('Lower end; null where the samples do not tell it'),
    high: amountOrNull('Upper end; null where the samples do not tell it'),
  }),
).nullable()

const intervalsSchema = mirror<PercentileIntervals>('Intervals')(
  z.strictObject(ofPercentiles((name) => intervalSchema.describe(`Of the ${percentileWords[name]}`))),
)

/** A distribution of times. */
export const timeSchema: z.ZodType<TimeSummary> = mirror<TimeSummary>('Times')(
  z
    .strictObject({
      ...ofPercentiles((name) => amountOrNull(`${capitalized(percentileWords[name])}, in milliseconds`)),
      mean: amountOrNull('Mean, in milliseconds'),
      stdev: amountOrNull('Standard deviation, in milliseconds'),
      min: amountOrNull('Shortest, in milliseconds'),
      max: amountOrNull('Longest, in milliseconds'),
      count: count('How many ended'),
      unfinished: unfinishedTimesSchema.exactOptional().describe('What was cut off before it ended; missing where nothing was'),
      intervals: intervalsSchema.describe('Where each true percentile lies with a confidence of 95 %, if the samples are independent'),
    })
    .describe('A distribution of times; every figure is null when nothing was measured'),
)

const errorSchema = mirror<ErrorSummary>('Error')(
  z.strictObject({
    outcome: z.enum(outcomes).describe('The outcome of these requests'),
    reason: z.string().describe('The status line, error code or mismatch, such as 503 Service Unavailable or ECONNRESET'),
    endpoint: z
      .string()
      .nullable()
      .describe('The endpoint they were sent to; other beyond the first 400 pairs of reason and endpoint; null when no request was sent'),
    count: count('How many requests ended so'),
    first: instant('When it was seen first'),
    last: instant('When it was seen last'),
  }),
)

/** The fields of a phase, for objects that have more. */
const phaseFields: { readonly [Field in keyof PhaseSummary]: z.ZodType<PhaseSummary[Field]> } = {
  counts: countsSchema.describe('How its requests ended'),
  duration: amount('Wall time, in seconds'),
  throughput: throughputSchema.describe('Means over the wall time'),
  responseTime: timeSchema.describe('From the planned start of a request to its complete response'),
  serviceTime: timeSchema.describe('From the sending of a request to its complete response'),
  errors: z.array(errorSchema).describe('Why its requests did not end ok, by endpoint'),
}

/** A phase whose requests are counted on their own. */
const phaseSchema: z.ZodType<PhaseSummary> = mirror<PhaseSummary>('Phase')(z.strictObject(phaseFields))

/** One kind of request, apart from all others. */
export const seriesSummarySchema: z.ZodType<SeriesSummary> = mirror<SeriesSummary>('Series')(
  z.strictObject({
    name: z.string().describe('Method and path or route template, the name that was given, or tag and value'),
    counts: countsSchema.describe('How its requests ended'),
    statuses: z.record(z.string(), count('Responses with this status')).describe('Responses by status'),
    requestsPerSecond: amount('Requests started per second of the run phase'),
    dataReceived: count('Bytes read'),
    responseTime: timeSchema.describe('From the planned start of a request to its complete response'),
    serviceTime: timeSchema.describe('From the sending of a request to its complete response'),
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
    requests: count('Complete responses that arrived in it'),
    failed: count('Requests that ended in it other than ok, without aborted'),
    bytes: count('Bytes that arrived in it'),
    mean: amountOrNull('Mean response time of the responses that arrived in it, in milliseconds'),
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
    closedBehindAnswer: count('Requests that were pipelined behind a response with Connection: close'),
    answersBeforeClose: z
      .strictObject({ least: count('The fewest on one connection'), most: count('The most on one connection') })
      .nullable()
      .describe('Responses that came over a connection before that; null where it did not happen'),
  }),
)

/** The fields of requests of one kind, for objects that have more. */
export const requestFields: { readonly [Field in keyof RequestsSummary]: z.ZodType<RequestsSummary[Field]> } = {
  ...phaseFields,
  statuses: z
    .record(z.string(), count('Responses with this status'))
    .describe('Responses by status; empty for plugins, whose responses have none'),
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

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
