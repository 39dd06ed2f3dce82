import { z } from 'zod'
import type { AbsenceSummary } from '../summary/target-summary.ts'
import type { Interruption } from '../summary/test-summary.ts'
import type { Reason, Verdict } from '../verdict/verdict.ts'
import { deliverySummarySchema } from './delivery-summary-schema.ts'
import { environmentSchema } from './environment-schema.ts'
import { metricSchema, thresholdSchema } from './metric-schemas.ts'
import { microbenchmarkSummarySchema } from './microbenchmark-summary-schema.ts'
import type { SuiteResult, TestResult } from './result.ts'
import { scenarioSummarySchema } from './scenario-summary-schema.ts'
import { amount, amountOrNull, count, instant, mirror } from './schema-parts.ts'
import { foundSchema, sweepPointSchema } from './sweep-schemas.ts'
import { generatorSummarySchema, resourceSampleSchema, targetSummarySchema } from './target-summary-schema.ts'

const reasonSchema = mirror<Reason>('Reason')(
  z.strictObject({
    rule: z.string().describe("The rule's name in kebab-case, such as queue-depth"),
    level: z.enum(['note', 'suspect', 'invalid']).describe('A note explains a figure and changes no level'),
    text: z.string().describe('A plain sentence with the figures that led to it'),
  }),
)

/** The judgement of one test or of a suite. */
const verdictSchema: z.ZodType<Verdict> = mirror<Verdict>('Verdict')(
  z.strictObject({
    level: z.enum(['valid', 'suspect', 'invalid']).describe('How far the result can be believed: the worst level among the reasons'),
    reasons: z.array(reasonSchema).describe('Why it is judged as it is'),
  }),
)

const interruptionSchema = mirror<Interruption>('Interruption')(
  z.strictObject({
    cause: z.enum(['signal', 'target', 'worker', 'setup', 'bailout', 'threshold', 'rate']).describe('What ended it'),
    reason: z.string().describe('What happened'),
    at: instant('When'),
  }),
)

const absenceSchema = mirror<AbsenceSummary>('Absence')(
  z.strictObject({
    from: instant('When the first connection was broken or refused'),
    to: z.number().nullable().describe('When something came from the target again; null when nothing did'),
    broken: count('Connections that were broken, all that were open'),
    refused: count('Attempts to connect that failed'),
  }),
)

const testSchema = mirror<TestResult>('Test')(
  z.strictObject({
    name: z.string().describe('Name of the test'),
    variant: z.string().describe('Name of the target variant'),
    repeat: count('1 for the first repeat').min(1),
    sweep: sweepPointSchema.nullable().describe('Which point of a sweep it is; null for a test of its own'),
    verdict: verdictSchema.describe('How far this test can be believed'),
    limitedBy: z.string().describe('What kept the throughput from being higher, as a plain sentence'),
    startedAt: z.string().describe('Wall-clock start, ISO 8601'),
    duration: amount('Wall time from the first connection to the last answer, in seconds'),
    interrupted: interruptionSchema.nullable().describe('Why it ended before its workload did; null when it did not'),
    target: targetSummarySchema.describe('Who was tested, and how it was reached'),
    generator: generatorSummarySchema.describe('What generated the load'),
    cpus: amount('CPUs the generator could use, quota included'),
    hostCpu: amountOrNull('Mean CPU of the whole machine over the run phase, in cores'),
    hostInterruptCpu: amountOrNull('The part of it that interrupts took, mostly network traffic, in cores'),
    resources: z.array(resourceSampleSchema).describe('CPU and memory, sampled once a second'),
    absences: z.array(absenceSchema).describe('When the target was away for every connection at once'),
    scenarios: z.array(scenarioSummarySchema).describe('What each scenario did; empty for a test of functions'),
    microbenchmarks: z.array(microbenchmarkSummarySchema).describe('What was measured of each function; empty for a test of load'),
    seed: count('What everything random started from'),
    thresholds: z.array(thresholdSchema).describe('Pass-fail conditions on metrics'),
    deliveries: z.array(deliverySummarySchema).describe('Messages that users pushed to each other, by the plugin that carried them'),
    metrics: z.record(z.string(), metricSchema).describe('Every metric over all scenarios, by name'),
  }),
)

/** The JSON file: a suite of tests. Unknown keys are refused. */
export const resultSchema: z.ZodType<SuiteResult> = mirror<SuiteResult>()(
  z.strictObject({
    schemaVersion: z.literal(1).describe('Version of this format'),
    name: z.string().describe('Name of the suite'),
    verdict: verdictSchema.describe('The worst of all tests'),
    environment: environmentSchema.describe('Where and with what it was run'),
    config: z.unknown().describe('The config as it was given, secrets redacted'),
    found: foundSchema.nullable().describe('What a search found; null where nothing was searched'),
    tests: z.array(testSchema).describe('One entry for each test, variant and repeat'),
  }),
)

/** The JSON schema (draft 2020-12) of the JSON file, as it is published in `result.schema.json`. */
export function resultJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(resultSchema, { target: 'draft-2020-12' })
  return {
    $schema,
    $id: 'urn:benchpress:result:1',
    title: 'benchpress result',
    description: 'What one suite of load tests measured, and how far each figure can be believed.',
    ...schema,
  }
}
