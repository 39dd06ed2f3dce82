import { z } from 'zod'
import type { Environment, Found, FoundStep, SuiteResult, TestResult } from './result.ts'
import { amount, count, countOrNull, mirror, amountOrNull, instant } from './schema-parts.ts'
import type { SweepPoint, Interruption } from '../summary/test-summary.ts'
import type { AbsenceSummary } from '../summary/target-summary.ts'
import type { LimitedBy, Reason, Verdict } from '../verdict/verdict.ts'
import { deliverySummarySchema, metricSchema, thresholdSchema, microbenchmarkSummarySchema } from './measured-schemas.ts'
import { scenarioSummarySchema } from './scenario-schema.ts'
import { generatorSummarySchema, resourceSampleSchema, targetSummarySchema } from './generator-schema.ts'

/** Where and with what a suite was run. */
const environmentSchema: z.ZodType<Environment> = mirror<Environment>('Environment')(
  z.strictObject({
    benchpress: z.string().describe('Version of benchpress'),
    node: z.string().describe('Version of Node.js'),
    autocannon: z.string().describe('Version of autocannon'),
    os: z.string().describe('Operating system and its release'),
    arch: z.string().describe('Processor architecture'),
    cpu: z
      .strictObject({
        model: z.string().describe('Name of the processor'),
        count: count('CPUs of the machine'),
        usable: amount('CPUs this process may use, quota included'),
      })
      .describe('Processors'),
    memory: z
      .strictObject({
        total: count('Memory of the machine, in bytes'),
        free: count('Memory that was free before the first test, in bytes'),
        limit: countOrNull("The container's limit in bytes; null without one"),
      })
      .describe('Memory'),
    loadAverage: z
      .tuple([z.number(), z.number(), z.number()])
      .describe('Mean number of runnable processes over 1, 5 and 15 minutes, before the first test'),
    container: z.boolean().describe('Whether it ran in a container'),
    git: z
      .strictObject({ commit: z.string().describe('Hash of the commit'), dirty: z.boolean().describe('Whether files differed from it') })
      .nullable()
      .describe('The working directory in git; null outside a repository'),
    startedAt: z.string().describe('Wall-clock start of the suite, ISO 8601'),
  }),
)

/** Which point of a sweep a test is. */
const sweepPointSchema: z.ZodType<SweepPoint> = mirror<SweepPoint>('SweepPoint')(
  z.strictObject({
    of: z.string().describe('Name of the test whose parameter is swept'),
    parameter: z.string().describe('The parameter as it was written'),
    value: z.union([z.number(), z.string()]).describe('Its value in this test'),
  }),
)

const foundStepSchema = mirror<FoundStep>('FoundStep')(
  z.strictObject({
    value: amount('The level that was tried, in iterations per second'),
    repeat: count('The number of the run at this level').min(1),
    passed: z.boolean().describe('Whether it passed'),
    failed: z
      .enum(['slo', 'rate', 'generator', 'target', 'invalid', 'samples'])
      .nullable()
      .describe('What was in the way; null when it passed'),
    reason: z.string().describe('Why it passed or failed'),
  }),
)

/** What a search found. */
const foundSchema: z.ZodType<Found> = mirror<Found>('Found')(
  z.strictObject({
    parameter: z.literal('rate').describe('What was searched'),
    value: amountOrNull('The highest level that passed, in iterations per second'),
    failedAt: amountOrNull('The lowest level above it that failed'),
    slo: z.array(z.string()).describe('The conditions'),
    steps: z.array(foundStepSchema).describe('Every run, in the order in which they were made'),
    limitedBy: z.string().describe('What ended the search, as a plain sentence'),
    confidence: z.string().describe('How sure it is, as a plain sentence'),
    complete: z.boolean().describe('Whether the search came to its end'),
  }),
)

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

const limitedBySchema = mirror<LimitedBy>('LimitedBy')(
  z.strictObject({
    by: z
      .enum([
        'nothing',
        'generator',
        'target',
        'errors',
        'planned rate',
        'think time',
        'events',
        'other processes',
        'target CPU',
        'target or network',
        'connection limit',
        'concurrency',
        'CPUs',
        'other processes or waiting',
        'functions',
      ])
      .describe('In a word or two; of several scenarios that of the first'),
    text: z.string().describe('The same as a sentence'),
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
    kind: z.enum(['load', 'functions']).describe('Whether it sent load to a target or called functions'),
    variant: z.string().describe('Name of the target variant'),
    repeat: count('1 for the first repeat').min(1),
    sweep: sweepPointSchema.nullable().describe('Which point of a sweep it is; null for a test of its own'),
    verdict: verdictSchema.describe('How far this test can be believed'),
    limitedBy: limitedBySchema.describe('What kept the throughput from being higher'),
    startedAt: z.string().describe('Wall-clock start, ISO 8601'),
    duration: amount('Wall time from the first connection to the last response, in seconds'),
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
