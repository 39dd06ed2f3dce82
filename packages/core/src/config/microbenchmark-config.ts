import type { Duration } from './fields/quantity-schema.ts'

/** A microbenchmark in a module: any thread can load it. */
export interface MicrobenchmarkReference {
  /** URL or path of the module. */
  readonly module: string
  /** Default `default`. */
  readonly export?: string
  /** For its `setup`; where the export is a function, it makes the microbenchmark from them. Data that can be cloned. */
  readonly options?: unknown
}

/** The functions of one module, measured one after the other. */
export interface FunctionsScenarioConfig {
  /** Path of a module that default-exports a microbenchmark, or a reference to one. */
  readonly functions: string | MicrobenchmarkReference
  /** How long samples of each function are taken. Default `5s`. */
  readonly time?: Duration
  /** How long each function is called before. Default `2s`. */
  readonly warmup?: Duration
  /** Threads that call the same function at the same time, each with a set-up of its own. Default 1. */
  readonly parallel?: number
  /** Names of the functions to be measured. Default: all. */
  readonly only?: readonly string[]
  readonly request?: never
  readonly journey?: never
  readonly journeys?: never
  readonly workload?: never
}

/** A test of functions in this process, which has no target. */
export interface MicrobenchmarkConfig {
  /** Default `test`. */
  readonly name?: string
  readonly scenarios: Readonly<Record<string, FunctionsScenarioConfig>>
  /** What set-ups read as `env`. Secret-looking names are redacted in the result. */
  readonly env?: Readonly<Record<string, string>>
  /** As `env`, but none of it is shown: the values, of at least 4 characters each, are redacted wherever they turn up. */
  readonly secrets?: Readonly<Record<string, string>>
  /** What everything random starts from. Default: one that is drawn, and reported. */
  readonly seed?: number
  /** 0 runs the functions in the calling thread. Default: threads of their own, as many as `parallel` says. */
  readonly workers?: 0
}

/** Whether a test measures functions, as far as can be told before it is checked: one of its scenarios has some. */
export function isMicrobenchmark(test: unknown): test is MicrobenchmarkConfig {
  if (typeof test !== 'object' || test === null || !('scenarios' in test)) return false
  const { scenarios } = test
  return typeof scenarios === 'object' && scenarios !== null && Object.values(scenarios).some(hasFunctions)
}

/** Whether a scenario is one of functions. */
export function hasFunctions(scenario: unknown): scenario is FunctionsScenarioConfig {
  return typeof scenario === 'object' && scenario !== null && 'functions' in scenario && scenario.functions !== undefined
}
