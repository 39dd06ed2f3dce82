import { z } from 'zod'
import type { CounterFigures, GaugeFigures, MetricSummary, RateFigures, TrendFigures } from '../summary/metric-summary.ts'
import type { Inconclusive, ThresholdResult } from '../threshold/threshold.ts'
import { intervalSchema, timeSchema } from './requests-schema.ts'
import { count, mirror, amount, amountOrNull, instant } from './schema-parts.ts'
import type { DeliverySummary } from '../summary/delivery-summary.ts'
import type { CallRate, CallTimes, MicrobenchmarkSummary } from '../summary/test-summary.ts'

const unit = z.string().nullable().describe('Its unit; null when it has none')
const level = (description: string): z.ZodNullable<z.ZodNumber> =>
  z.number().nullable().describe(`${description}; null when nothing was measured`)

type FieldsOf<Figures> = { readonly [Field in keyof Figures]: z.ZodType<Figures[Field]> }

const counterFigures = {
  count: z.number().describe('The sum'),
  rate: z.number().describe('Per second of the run phase'),
} satisfies FieldsOf<CounterFigures>

const gaugeFigures = {
  value: level('The last one'),
  min: level('The lowest'),
  max: level('The highest'),
} satisfies FieldsOf<GaugeFigures>

const rateFigures = {
  rate: level('From 0 to 1'),
  hits: count('What was true'),
  total: count('All'),
} satisfies FieldsOf<RateFigures>

const trendFigures = {
  values: timeSchema.describe('In the unit of the metric'),
} satisfies FieldsOf<TrendFigures>

/** What was measured of one metric. */
export const metricSchema: z.ZodType<MetricSummary> = mirror<MetricSummary>('Metric')(
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('counter').describe('A sum'), unit, ...counterFigures, by: byTag(counterFigures) }),
    z.strictObject({ type: z.literal('gauge').describe('A level'), unit, ...gaugeFigures, by: byTag(gaugeFigures) }),
    z.strictObject({ type: z.literal('rate').describe('A share'), unit, ...rateFigures, by: byTag(rateFigures) }),
    z.strictObject({ type: z.literal('trend').describe('A distribution'), unit, ...trendFigures, by: byTag(trendFigures) }),
  ]),
)

const inconclusiveSchema = mirror<Inconclusive>('Inconclusive')(
  z.strictObject({
    cause: z
      .enum(['few-samples', 'unfinished', 'interrupted', 'generator'])
      .describe(
        'Too few samples for its percentile, requests that were cut off, a test that ended early, or times that are the generator’s own',
      ),
    times: z.number().nullable().describe('How many times as many samples it takes; null where more of them do not help'),
  }),
)

/** Whether a threshold holds. */
export const thresholdSchema: z.ZodType<ThresholdResult> = mirror<ThresholdResult>('Threshold')(
  z.strictObject({
    selector: z.string().describe('The metric it looks at, as it was written'),
    condition: z.string().describe('The condition, as it was written'),
    passed: z.boolean().describe('Whether it holds; not where that cannot be said'),
    inconclusive: inconclusiveSchema.nullable().describe('Why it can neither pass nor fail; null where it did one of them'),
    actual: z.number().nullable().describe('The figure; null when nothing was measured'),
    interval: intervalSchema.describe('Where the true percentile lies with a confidence of 95 %; null for any other figure'),
    text: z.string().describe('How it reads'),
    aborted: z.boolean().describe('Whether it ended the test'),
  }),
)

// The same figures of each value of the tag that a metric is kept by.
function byTag<Fields extends z.ZodRawShape>(figures: Fields) {
  const series = z.array(
    z.strictObject({ name: z.string().describe('The value of the tag; other for all beyond the first 200'), ...figures }),
  )
  return z
    .strictObject({ tag: z.string().describe('Name of the tag'), series: series.describe('Its values, the one with the most first') })
    .nullable()
    .describe('By the values of its tag; null when it is kept by none')
}

const stallSchema = z.strictObject({
  at: instant('When it began'),
  length: amount('How long it was, in seconds'),
  underWay: count('Messages that were under way, and arrived afterwards'),
})

/** Messages that users pushed to each other. */
export const deliverySummarySchema: z.ZodType<DeliverySummary> = mirror<DeliverySummary>('Deliveries')(
  z.strictObject({
    name: z.string().describe('The plugin that carried them'),
    sent: count('Messages sent in the run phase: accepted + refused + unanswered'),
    accepted: count('Messages the target accepted'),
    refused: count('Messages the target refused'),
    unanswered: count('Messages of which the sender heard neither'),
    expected: count('Messages accepted times their recipients: received + lost'),
    received: count('Of those expected, how many arrived, each counted once'),
    duplicated: count('Arrivals beyond the first at the same recipient'),
    lost: count('Of those expected, how many did not arrive: lostInGap + lostAfterLeaving + lostByTarget'),
    lostInGap: count('Lost while the recipient was reconnecting'),
    lostAfterLeaving: count('Lost while the recipient was not there: not yet, or not any more'),
    lostByTarget: count('Lost for no reason that the generator has'),
    lostByTargetAtMost: count(
      'Of those lost, how many the target may have lost: of messages to several it is not known which recipients they did not reach',
    ),
    receivedUnaccepted: count('Arrivals of messages that the target had not accepted, as far as the sender knows'),
    misdelivered: count('Arrivals at a recipient the message was not for, or at more recipients than its sender expected'),
    outOfOrder: count('Arrivals behind a message to the same recipient that was sent only after they had been accepted'),
    foreign: count('Arrivals of messages of another run'),
    unstamped: count('Arrivals without a stamp'),
    buffered: count('Arrivals in one read with a message that was sent at least 50 ms earlier or later'),
    activeSeconds: count('Seconds in which anything arrived'),
    bufferedSeconds: count('Of those seconds, in how many some of those arrived'),
    reach: amountOrNull('received / expected, 0 to 1'),
    deliveryTime: timeSchema.describe('From the send to the first arrival'),
    fanOutTime: timeSchema.describe('From the send to the arrival at the last recipient, of messages to several that reached all'),
    stalls: z.array(stallSchema).describe('Times without any arrival although messages were under way, the longest first'),
    gaps: count('Times in which a recipient could not receive'),
  }),
)

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
