import { z } from 'zod'
import type { Environment } from './result.ts'
import { amount, count, countOrNull, mirror } from './schema-parts.ts'

/** Where and with what a suite was run. */
export const environmentSchema: z.ZodType<Environment> = mirror<Environment>('Environment')(
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
