import { given, secondsOf, countFlag, flag, readTextFile, switchFlag, timeFlag } from '@benchpress/core/preset'
import type { Flag, FlagsOf, UnfitFlag } from '@benchpress/core/preset'
import { parseRedisBenchmark, type ImportedRedis } from './imported-results.ts'

/** The values of the flags of preset toska; `undefined` for the documented ones. */
export type ToskaSettings = { readonly [Key in Exclude<keyof ToskaParameters, 'time' | 'warmup'>]: ToskaParameters[Key] | undefined } & {
  readonly time: string | undefined
  readonly microWarmup: string | undefined
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
  /** Length of a value of the store whose functions are measured. */
  storedSize: 128,
  mgetSize: 10,
  listLimit: 100,
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
export function parametersFor(own: ToskaSettings): ToskaParameters {
  const { time: documentedTime, warmup } = documentedParameters
  const { time, microWarmup, timeoutMs, redisBenchmark: _redis, ...counts } = own
  const asked = time === undefined ? undefined : secondsOf(time)
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
export function nameParameters({ keySpace, valueSize }: ToskaParameters, parts: readonly string[]): Readonly<Record<string, string>> {
  return parts.includes('kv') || parts.includes('redis') ? { 'key space': String(keySpace), 'value size': String(valueSize) } : {}
}

function count(flags: string, env: string, [description, documented]: readonly [string, string], least = 1): Flag<number> {
  return countFlag(flags, description, { env, default: `the documented ${documented}`, least })
}

function timed(flags: string, env: string, [description, documented]: readonly [string, string]): Flag<string> {
  return timeFlag(flags, description, { env, default: `the documented ${documented}` })
}

/** The flags of {@link ToskaSettings}, each also by the variable that the document names. */
export const toskaFlags: FlagsOf<ToskaSettings> = {
  keySpace: count('--key-space <count>', 'K6_KEY_SPACE', ['keys of each user of the key-value test', '10,000']),
  valueSize: count('--value-size <bytes>', 'K6_VALUE_SIZE', ['length of a value, over HTTP and RESP', '128']),
  datasetSize: count('--dataset-size <count>', 'PERF_DATASET_SIZE', ['keys in the store whose functions are measured', '100,000']),
  storedSize: count('--stored-size <bytes>', 'PERF_VALUE_SIZE', ['length of their values', '128']),
  mgetSize: count('--mget-size <count>', 'PERF_MGET_SIZE', ['keys of an mget', '10']),
  listLimit: count('--list-limit <count>', 'PERF_LIST_LIMIT', ['keys of a list', '100']),
  time: timed('--function-time <time>', 'PERF_TIME', ['how long each function is measured', '5 s']),
  microWarmup: timed('--function-warmup <time>', 'PERF_WARMUP', ['how long each function is called before', '2 s']),
  withSnapshot: switchFlag('--with-snapshot', 'measures snapshot and compact, too', { env: 'PERF_INCLUDE_SNAPSHOT' }),
  snapshotKeys: count('--snapshot-keys <count>', 'PERF_REPLICA_SNAPSHOT_KEYS', ['keys that a follower takes from a snapshot', '1,000'], 0),
  logEntries: count('--log-entries <count>', 'PERF_REPLICA_AOF_ENTRIES', ['entries that it takes from the log', '100']),
  pollMs: count('--follower-poll <ms>', 'PERF_REPLICA_POLL_MS', ['between two looks of it at the log', '50']),
  timeoutMs: count('--follower-timeout <ms>', 'PERF_REPLICA_TIMEOUT_MS', ['how long it waits for a response', '2,000']),
  waitMs: {
    ...count('--follower-wait <ms>', 'PERF_REPLICA_WAIT_MS', ['how long it may take in all', '4,000']),
    default: 'twice the timeout, at least 3,000',
  },
  redisBenchmark: flag(
    '--redis-benchmark <file>',
    'what redis-benchmark -t set,get --csv printed, to stand in the comparison with Redis',
    (text, context) => parseRedisBenchmark(readTextFile(text, context)),
  ),
}

/** The flags of every command that the tests of a store cannot follow. */
export const unfitForToska: readonly UnfitFlag[] = [
  { key: 'connections', because: 'the tests have users, each with a connection of its own', hint: 'Give --users, or --sweep users=10,20.' },
  { key: 'pipelining', because: 'a user has one request at a time', hint: 'Leave it out.' },
  { key: 'refill', because: 'a user has one request at a time', hint: 'Leave it out.' },
  { key: 'rate', because: 'the tests are closed: a user begins again when it is through', hint: 'Give --users, or --sweep users=10,20.' },
  { key: 'reconnectAfter', because: 'a user keeps its connection', hint: 'Leave it out.' },
]

/** The variables of the document that stand for flags of every command. */
export const variablesOfToska: Readonly<Record<string, string>> = {
  BASE_URL: 'BENCHPRESS_URL',
  K6_VUS: 'BENCHPRESS_USERS',
  K6_DURATION: 'BENCHPRESS_DURATION',
}
