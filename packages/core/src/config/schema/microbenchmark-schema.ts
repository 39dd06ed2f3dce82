import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { hasFunctions, type MicrobenchmarkConfig } from '../microbenchmark-config.ts'
import type { ResolvedMicrobenchmark } from '../resolved-microbenchmark.ts'
import { checkTogether, type FieldsProblem } from './check-together.ts'
import { findNameProblems } from './find-name-problems.ts'
import { functionsSchema } from './functions-schema.ts'
import { strictObject } from './strict-object.ts'
import { envSchema, secretsSchema } from './variables-schema.ts'
import { wholeNumberSchema } from './whole-number-schema.ts'

const highestSeed = 2 ** 32 - 1
const forLoad = 'it belongs to a test with a target, and functions have none'
const hints = {
  target: 'functions run in this process and have no target; leave it out',
  plugins: forLoad,
  thresholds: 'thresholds look at metrics of requests; ask the result for its microbenchmarks',
  metrics: forLoad,
  timing: forLoad,
  timeout: forLoad,
  connectTimeout: forLoad,
  tls: forLoad,
  unixSocket: forLoad,
  sweep: 'make a test of each value',
}

/** A whole test of functions. */
export function microbenchmarkSchema(cwd: string): z.ZodType<ResolvedMicrobenchmark> {
  return strictObject(
    {
      name: z.string().min(1).optional(),
      scenarios: z
        .record(z.string(), functionsSchema(cwd))
        .check(checkTogether((scenarios) => findNameProblems(Object.keys(scenarios), 'scenario'))),
      env: envSchema.optional(),
      secrets: secretsSchema.optional(),
      seed: wholeNumberSchema(0, highestSeed).optional(),
      workers: z.unknown().optional(),
    } satisfies Record<keyof MicrobenchmarkConfig, z.ZodType>,
    hints,
  )
    .check(checkTogether(findThreadProblems))
    .transform((config) => ({
      name: config.name ?? 'test',
      functions: Object.entries(config.scenarios).map(([name, functions]) => ({ name, ...functions })),
      env: { ...config.env, ...config.secrets },
      secrets: Object.values(config.secrets ?? {}),
      seed: config.seed ?? randomInt(highestSeed + 1),
      inCallingThread: config.workers === 0,
    }))
}

/** What is wrong with scenarios of functions and of load in one test; empty for one of either kind. */
export function findMixedKinds(scenarios: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const entries = Object.entries(scenarios)
  const functions = entries.filter(([, scenario]) => hasFunctions(scenario)).map(([name]) => name)
  const others = entries.filter(([, scenario]) => !hasFunctions(scenario)).map(([name]) => name)
  if (functions.length === 0 || others.length === 0) return []
  const message = `functions (${functions.join(', ')}) and load (${others.join(', ')}) cannot be in one test, because each would disturb the other`
  return [{ path: ['scenarios'], message, hint: 'make two tests of a suite' }]
}

function findThreadProblems({ workers, scenarios }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  if (workers === undefined) return []
  if (workers !== 0) {
    return [{ path: ['workers'], message: 'can only be 0 for functions', hint: 'parallel says how many threads call the same function' }]
  }
  return Object.entries(typeof scenarios === 'object' ? { ...scenarios } : {}).flatMap(([name, scenario]: [string, unknown]) => {
    const isParallel =
      typeof scenario === 'object' && scenario !== null && 'parallel' in scenario && ![undefined, 1].includes(scenario.parallel as number)
    if (!isParallel) return []
    const message = 'must be 1 with workers: 0'
    return [{ path: ['scenarios', name, 'parallel'], message, hint: 'one thread calls one function at a time; leave workers out' }]
  })
}
