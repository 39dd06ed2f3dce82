import type { FunctionsToMeasure } from '../microbenchmark/measure-functions.ts'
import { drawSeed, highestSeed } from '../model/workload/random.ts'
import { fieldsOf } from './unchecked.ts'
import { InvalidConfigError, type ConfigIssue } from '../base/errors/benchpress-error.ts'
import { hideSecrets } from '../base/redact/redact-text.ts'
import { configIssues } from './config-issues.ts'
import { z } from 'zod'
import { hasFunctions, nameless, type MicrobenchmarkConfig, type FunctionsScenarioConfig } from './config.ts'
import { checkTogether, findNameProblems, strictObject, type FieldsProblem } from './fields/object-schema.ts'
import { envSchema, secretsSchema } from './config-context.ts'
import { wholeNumberSchema, durationSchema, positiveDurationSchema } from './fields/quantity-schema.ts'
import { exportSchemas } from './fields/file-schema.ts'
import type { ResolvedConfig } from './resolved-config.ts'

/** The functions of one module with every default filled in. Times in microseconds. */
interface ResolvedFunctions extends FunctionsToMeasure {
  readonly only: readonly string[] | undefined
}

/** A checked test of functions, with every default filled in. */
export interface ResolvedMicrobenchmark extends Pick<ResolvedConfig, 'name' | 'env' | 'secrets' | 'seed'> {
  readonly functions: readonly ResolvedFunctions[]
  readonly inCallingThread: boolean
}

/**
 * Checks a test of functions and fills in its defaults. Nothing is loaded; only paths in the test are looked up.
 *
 * @param cwd folder that paths in the test are relative to
 * @throws InvalidConfigError with everything that is wrong
 */
export function resolveMicrobenchmark(input: unknown, cwd: string): ResolvedMicrobenchmark {
  const { scenarios, secrets } = fieldsOf(input)
  const mixed = findMixedKinds(fieldsOf(scenarios))
  // Other problems cannot be found before the kind of the test is known.
  if (mixed !== undefined) throw new InvalidConfigError([mixed])
  const result = microbenchmarkSchema(cwd).safeParse(input, { reportInput: true })
  if (result.success) return result.data
  const texts = Object.values(fieldsOf(secrets)).filter((value) => typeof value === 'string')
  throw new InvalidConfigError(hideSecrets(configIssues(result.error), texts))
}

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

function microbenchmarkSchema(cwd: string): z.ZodType<ResolvedMicrobenchmark> {
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
      name: config.name ?? nameless,
      functions: Object.entries(config.scenarios).map(([name, functions]) => ({ name, ...functions })),
      env: { ...config.env, ...config.secrets },
      secrets: Object.values(config.secrets ?? {}),
      seed: config.seed ?? drawSeed(),
      inCallingThread: config.workers === 0,
    }))
}

/** Finds scenarios of functions and of load in one test; `undefined` when all scenarios are of one kind. */
function findMixedKinds(scenarios: Readonly<Record<string, unknown>>): ConfigIssue | undefined {
  const functions = Object.keys(scenarios).filter((name) => hasFunctions(scenarios[name]))
  const others = Object.keys(scenarios).filter((name) => !functions.includes(name))
  if (functions.length === 0 || others.length === 0) return undefined
  const message = `functions (${functions.join(', ')}) and load (${others.join(', ')}) cannot be in one test, because each would disturb the other`
  return { path: 'scenarios', message, hint: 'make two tests of a suite' }
}

function findThreadProblems({ workers, scenarios }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  if (workers === undefined) return []
  if (workers !== 0) {
    return [{ path: ['workers'], message: 'can only be 0 for functions', hint: 'parallel says how many threads call the same function' }]
  }
  return Object.entries(fieldsOf(scenarios)).flatMap(([name, scenario]) => {
    const { parallel = 1 } = fieldsOf(scenario)
    if (parallel === 1) return []
    const message = 'must be 1 with workers: 0'
    return [{ path: ['scenarios', name, 'parallel'], message, hint: 'one thread calls one function at a time; leave workers out' }]
  })
}

const mostParallel = 1024
const ownScenario = 'functions and load are two tests of a suite'
const scenarioHints = { workload: 'functions have time and warmup', request: ownScenario, journey: ownScenario, journeys: ownScenario }

/** A scenario of functions, which gets its name later. */
function functionsSchema(cwd: string): z.ZodType<Omit<ResolvedFunctions, 'name'>> {
  return strictObject(
    {
      functions: z.union(exportSchemas(cwd), { error: 'must be the path of a module, or { module }' }),
      time: positiveDurationSchema.optional(),
      warmup: durationSchema.optional(),
      parallel: wholeNumberSchema(1, mostParallel).optional(),
      only: z.array(z.string()).min(1).optional(),
    } satisfies Record<Exclude<keyof FunctionsScenarioConfig, keyof typeof scenarioHints>, z.ZodType>,
    scenarioHints,
  ).transform(({ functions: source, time = 5e6, warmup = 2e6, parallel = 1, only }) => ({ source, time, warmup, parallel, only }))
}
