import { given, secondsOf, type PresetSettings } from '@benchpress/core/preset'
import { formatDuration } from '@benchpress/core/report'
import type { ImportedFunction, ImportedRedis } from './imported-results.ts'

/** The values of the flags of preset toska; `undefined` for the documented ones. */
export type ToskaSettings = { readonly [Key in Exclude<keyof ToskaParameters, 'time' | 'warmup'>]: ToskaParameters[Key] | undefined } & {
  readonly time: string | undefined
  readonly microWarmup: string | undefined
  /** Results of Benchee for the functions of Toska itself. */
  readonly microResults: readonly ImportedFunction[] | undefined
  /** Results of redis-benchmark. */
  readonly redisBenchmark: ImportedRedis | undefined
}

/** The parameters of the published tests. Times in seconds, unless they say otherwise. */
export const documentedParameters = {
  /** Number of keys of each user of the key-value test. */
  keySpace: 10_000,
  /** Length of a value, in all tests over HTTP. */
  valueSize: 128,
  datasetSize: 100_000,
  /** Length of a value in microbenchmarks. */
  storedSize: 128,
  mgetSize: 10,
  listLimit: 100,
  parallel: 1,
  time: 5,
  warmup: 2,
  withSnapshot: false,
  snapshotKeys: 1000,
  logEntries: 100,
  pollMs: 50,
  timeoutMs: 2000,
  waitMs: 4000,
}

/** Everything that makes the tests of a store, but for their load, which flags of every command change. */
export type ToskaParameters = Readonly<typeof documentedParameters>

/** The comparison with Redis, with the same concurrency and count on both sides. */
export const comparison = { users: 50, operations: 100_000 } as const

const leastWait = 3000

/** The parameters that a user asks for. */
export function parametersFor({ duration }: PresetSettings, own: ToskaSettings): ToskaParameters {
  const { time: documentedTime, warmup } = documentedParameters
  const { time, microWarmup, timeoutMs, microResults: _functions, redisBenchmark: _redis, ...counts } = own
  const length = time ?? duration
  const asked = length === undefined ? undefined : secondsOf(length)
  const ofWarmup = microWarmup === undefined ? undefined : secondsOf(microWarmup)
  return {
    ...documentedParameters,
    ...given(counts),
    ...given({
      time: asked,
      // A shorter time has a warm-up in proportion; a longer time needs no longer warm-up.
      warmup: ofWarmup ?? (asked === undefined ? undefined : Math.min(warmup, (asked * warmup) / documentedTime)),
      timeoutMs,
      waitMs: own.waitMs ?? (timeoutMs === undefined ? undefined : Math.max(2 * timeoutMs, leastWait)),
    }),
  }
}

/** The parameters of some parts by the names of a report. */
export function nameParameters(parameters: ToskaParameters, parts: readonly string[]): Readonly<Record<string, string>> {
  return {
    ...((parts.includes('kv') || parts.includes('redis')) && nameKeys(parameters)),
    ...(parts.includes('micro') && nameFunctions(parameters)),
  }
}

function nameKeys({ keySpace, valueSize }: ToskaParameters): Readonly<Record<string, string>> {
  return { 'key space': String(keySpace), 'value size': String(valueSize) }
}

function nameFunctions(parameters: ToskaParameters): Readonly<Record<string, string>> {
  const { time, warmup, withSnapshot, pollMs, timeoutMs, waitMs } = parameters
  const say = (seconds: number): string => formatDuration(Math.round(seconds * 1e6))
  return {
    'dataset size': String(parameters.datasetSize),
    'stored value size': String(parameters.storedSize),
    'mget size': String(parameters.mgetSize),
    'list limit': String(parameters.listLimit),
    parallel: String(parameters.parallel),
    'time of a function': say(time),
    'warm-up of a function': say(warmup),
    'snapshot and compact': withSnapshot ? 'measured' : 'left out',
    'snapshot keys': String(parameters.snapshotKeys),
    'log entries': String(parameters.logEntries),
    'follower poll': say(pollMs / 1000),
    'follower timeout': say(timeoutMs / 1000),
    'follower wait': say(waitMs / 1000),
  }
}
