import { z } from 'zod'
import type {
  ScheduledCount,
  GeneratorSummary,
  ThreadSummary,
  Disturbance,
  Pressure,
  ResourceSample,
  ThreadSecond,
} from '../summary/generator-summary.ts'
import type { ServerStatus, TargetSummary } from '../summary/target-summary.ts'
import { countsSchema } from './requests-schema.ts'
import { amount, amountOrNull, count, countOrNull, instant, mirror } from './schema-parts.ts'

const serverStatusSchema = mirror<ServerStatus>('ServerStatus')(
  z.strictObject({
    url: z.string().describe('Its origin'),
    address: z.string().nullable().describe('The address that was connected to; null when nothing took a connection'),
    available: z.boolean().describe('Whether it took part in the test'),
    cause: z.string().nullable().describe('Why it did not; null when it did'),
  }),
)

/** Who was tested, and how it was reached. */
export const targetSummarySchema: z.ZodType<TargetSummary> = mirror<TargetSummary>('Target')(
  z.strictObject({
    kind: z
      .enum(['url', 'command', 'server', 'none'])
      .describe('Already running, started by a command, a server in the same process, or none for a test of functions'),
    url: z.string().describe('Where requests went'),
    command: z.array(z.string()).nullable().describe('The command that started it; null without one'),
    servers: z.array(serverStatusSchema).exactOptional().describe('Each of its servers, where it is several'),
    address: z.string().describe('The address that was connected to, such as 127.0.0.1:3000, or the path of a Unix socket'),
    local: z.boolean().describe('Whether it ran on this machine and so shared its CPUs with the generator'),
    tls: z
      .strictObject({
        verified: z.boolean().describe('Whether its certificate was verified'),
        protocol: z.string().nullable().describe('Version of TLS, such as TLSv1.3; null when no connection was made'),
      })
      .nullable()
      .describe('TLS; null without it'),
    cpu: amountOrNull('Mean CPU over the run phase, in cores; null where it cannot be seen'),
    rss: countOrNull('Largest resident memory of its process tree, in bytes; null where it cannot be seen'),
    failed: z
      .strictObject({ at: instant('When'), reason: z.string().describe('Why') })
      .nullable()
      .describe('Set when it died or could not be reached any more while the test ran'),
  }),
)

const loopDelaySchema = z.strictObject({
  p50: amount('Median, in milliseconds'),
  p99: amount('99th percentile, in milliseconds'),
  max: amount('Longest, in milliseconds'),
})

const threadSecondSchema = mirror<ThreadSecond>('ThreadSecond')(
  z.strictObject({
    at: instant('Its end'),
    length: amount('Seconds that it speaks for'),
    utilization: amount('Share of the time the event loop was busy, 0 to 1'),
    cpu: amountOrNull('Share of one CPU that was used, 0 to 1; null on a Node.js that cannot tell'),
    loopDelay: loopDelaySchema.describe('How late the event loop ran timers'),
  }),
)

const scheduledCountSchema = mirror<ScheduledCount>('ScheduledCount')(
  z.strictObject({
    scenario: z.string().describe('Name of the scenario'),
    phase: z.enum(['warm-up', 'run']).describe('The phase'),
    of: z.enum(['requests', 'iterations']).describe('What is counted: requests of connections, iterations of users'),
    planned: count('How many the config and the seed plan for this thread, counted again when the test was over'),
    isMost: z.boolean().describe('Whether fewer are right, too: the test was interrupted, or users could not go on'),
    scheduled: count('How many the thread started or dropped'),
  }),
)

const threadSchema = mirror<ThreadSummary>('Thread')(
  z.strictObject({
    worker: count('Number of the worker'),
    utilization: amount('Share of the time its event loop was busy, 0 to 1'),
    cpu: amountOrNull('Share of one CPU it used, 0 to 1; null on a Node.js that cannot tell'),
    loopDelay: loopDelaySchema.describe('How late its event loop ran timers'),
    counts: countsSchema.describe('How its share of the requests ended'),
    scheduled: z.array(scheduledCountSchema).describe('What it scheduled beside its plan, where there is one'),
    seconds: z.array(threadSecondSchema).describe('How well it kept up, second by second'),
    lost: z
      .strictObject({ at: instant('When it died'), reason: z.string().describe('Why it died') })
      .nullable()
      .describe('Why nothing more is known of it; null when it reached its end'),
  }),
)

/** What generated the load. */
export const generatorSummarySchema: z.ZodType<GeneratorSummary> = mirror<GeneratorSummary>('Generator')(
  z.strictObject({
    threads: z.array(threadSchema).describe('Its load threads'),
    inCallingThread: z.boolean().describe('Whether the load ran in the thread that called run()'),
    timing: z
      .enum(['auto', 'precise', 'coarse'])
      .describe('By what iterations of a rate were to be started: a waker, timers, or the one that was needed'),
    preciseShare: amountOrNull(
      'Share of the run phase in which iterations of a rate were started by a waker, 0 to 1; null without any, and where timers were asked for',
    ),
    cpu: amountOrNull('Mean CPU of the whole process over the run phase, in cores'),
    rss: countOrNull('Largest resident memory of the process, in bytes'),
    strayErrors: z
      .strictObject({ count: count('How many there were'), first: z.string().describe('What the first of them said') })
      .nullable()
      .describe('Errors of journeys and plugins that no iteration has failed with; null when there were none'),
  }),
)

const pressureSchema = mirror<Pressure>('Pressure')(
  z.strictObject({
    cpu: amountOrNull('Share of the time in which something waited for a CPU, 0 to 1; null where it cannot be seen'),
    memory: amountOrNull('Share of the time in which something waited for memory, 0 to 1; null where it cannot be seen'),
    io: amountOrNull('Share of the time in which something waited for a disk, 0 to 1; null where it cannot be seen'),
  }),
)

const disturbanceSchema = mirror<Disturbance>('Disturbance')(
  z.strictObject({
    stolenCpu: amountOrNull('CPU that the hypervisor gave to other machines, in cores; null where it cannot be seen'),
    stolen: amountOrNull('The same as a share of all CPU time, 0 to 1; null where it cannot be seen'),
    throttled: amountOrNull('Share of the periods in which a control group had used up its CPU quota, 0 to 1; null without a quota'),
    pressure: pressureSchema.describe('Waiting on the whole machine'),
    groupPressure: pressureSchema.describe("Waiting in the generator's own control group"),
    involuntarySwitches: countOrNull('How often load threads had to give up their CPU; null where it cannot be seen'),
    clockJump: z.number().describe('Seconds by which the wall clock ran ahead of the clock that is measured with, or behind it'),
    suspended: amount('Seconds that the machine was suspended'),
  }),
)

/** CPU, memory and the machine over about a second. */
export const resourceSampleSchema: z.ZodType<ResourceSample> = mirror<ResourceSample>('ResourceSample')(
  z.strictObject({
    at: instant('Its end'),
    length: amount('Seconds that it speaks for'),
    generatorCpu: amount("CPU of the generator's whole process, in cores"),
    generatorRss: count("Resident memory of the generator's process, in bytes"),
    targetCpu: amountOrNull("CPU of the target's process tree, in cores; null where it cannot be seen"),
    targetRss: countOrNull("Resident memory of the target's process tree, in bytes; null where it cannot be seen"),
    hostCpu: amount('CPU of the whole machine, in cores'),
    hostInterruptCpu: amountOrNull('The part of it that interrupts took, mostly network traffic, in cores'),
    disturbance: disturbanceSchema.describe('What the machine did to whoever ran on it'),
  }),
)
