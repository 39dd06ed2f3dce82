import { z } from 'zod'
import type { CallRate, CallTimes, MicrobenchmarkSummary } from '../summary/test-summary.ts'
import { amount, amountOrNull, count, mirror } from './schema-parts.ts'

const callTimesSchema = mirror<CallTimes>('CallTimes')(
  z.strictObject({
    mean: amount('Mean, in nanoseconds'),
    median: amount('Median, in nanoseconds'),
    p75: amount('75th percentile, in nanoseconds'),
    p95: amount('95th percentile, in nanoseconds'),
    p99: amount('99th percentile, in nanoseconds'),
    min: amount('Shortest, in nanoseconds'),
    max: amount('Longest, in nanoseconds'),
    deviation: amount('Standard deviation, in nanoseconds'),
    marginOfError: amountOrNull('Half the width of the 95 % confidence interval of the mean, as a share of it; null with a single sample'),
  }),
)

const callRateSchema = mirror<CallRate>('CallRate')(
  z.strictObject({
    perThread: amount('By one thread: 1 / mean time of a call'),
    margin: amountOrNull('95 % of it lies so far around it; null with a single sample'),
    total: amount('By all threads together'),
  }),
)

/** What was measured of one function. */
export const microbenchmarkSummarySchema: z.ZodType<MicrobenchmarkSummary> = mirror<MicrobenchmarkSummary>('Microbenchmark')(
  z.strictObject({
    name: z.string().describe('Name of the scenario'),
    case: z.string().describe('Name of the function'),
    isAsync: z.boolean().describe('Whether it returned a promise that was waited for'),
    parallel: count('Threads that called it at the same time, each with a state of its own').min(1),
    batch: count('Calls that were timed together; above 1 each sample is the mean of a batch').min(1),
    samples: count('Samples of all threads; batches in which a call failed give none'),
    calls: count('Calls while samples were taken, those that failed included: samples x batch where none failed'),
    warmupCalls: count('Calls before samples were taken'),
    failed: count('Calls that threw, and states that could not be put in order for one'),
    failures: z
      .array(z.strictObject({ reason: z.string().describe('What was thrown'), count: count('How often') }))
      .describe('Why calls failed, the most frequent first'),
    time: amount('Seconds for samples that were asked for'),
    warmup: amount('Seconds of warm-up that were asked for'),
    measured: amount('Seconds that the samples took, of all threads together'),
    callTime: callTimesSchema.nullable().describe('How long a call takes; null without a sample'),
    callsPerSecond: callRateSchema.nullable().describe('How often it can be called in a second; null without a sample'),
    course: z.array(amount('Median')).describe('Medians of equal parts of the samples in their order, in nanoseconds'),
    timer: amount('Nanoseconds that reading the clock takes, which every sample has in it once'),
    cpu: amountOrNull('Share of one CPU that each thread had, the lowest of them; null on a Node.js that cannot tell'),
    isComplete: z.boolean().describe('Whether it had all the time that was asked for'),
  }),
)
