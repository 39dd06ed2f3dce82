import { z } from 'zod'
import type { MicrobenchmarkSource } from '../../microbenchmark/microbenchmark-source.ts'
import type { FunctionsScenarioConfig, MicrobenchmarkReference } from '../microbenchmark-config.ts'
import type { ResolvedFunctions } from '../resolved-microbenchmark.ts'
import { durationSchema, positiveDurationSchema } from './duration-schema.ts'
import { cloneableSchema } from './journey/cloneable-schema.ts'
import { moduleSchema } from './journey/module-schema.ts'
import { strictObject } from './strict-object.ts'
import { wholeNumberSchema } from './whole-number-schema.ts'

const mostParallel = 1024
const defaultTime = 5e6
const defaultWarmup = 2e6
const ownScenario = 'functions and load are two tests of a suite'
const hints = { workload: 'functions have time and warmup', request: ownScenario, journey: ownScenario, journeys: ownScenario }

/** A scenario of functions, whose name it gets later. */
export function functionsSchema(cwd: string): z.ZodType<Omit<ResolvedFunctions, 'name'>> {
  return strictObject(
    {
      functions: sourceSchema(cwd),
      time: positiveDurationSchema.optional(),
      warmup: durationSchema.optional(),
      parallel: wholeNumberSchema(1, mostParallel).optional(),
      only: z.array(z.string()).min(1).optional(),
    } satisfies Record<Exclude<keyof FunctionsScenarioConfig, keyof typeof hints>, z.ZodType>,
    hints,
  ).transform(({ functions, time = defaultTime, warmup = defaultWarmup, parallel = 1, only }) => ({
    source: functions,
    time,
    warmup,
    parallel,
    only,
  }))
}

function sourceSchema(cwd: string): z.ZodType<MicrobenchmarkSource> {
  const module = moduleSchema(cwd)
  const path = module.transform((url): MicrobenchmarkSource => ({ module: url, export: 'default', options: undefined }))
  const reference = strictObject({ module, export: z.string().min(1).optional(), options: cloneableSchema.optional() } satisfies Record<
    keyof MicrobenchmarkReference,
    z.ZodType
  >).transform(({ module: url, export: name = 'default', options }): MicrobenchmarkSource => ({ module: url, export: name, options }))
  return z.union([path, reference], { error: 'must be the path of a module, or { module }' })
}
