import { spawnSync } from 'node:child_process'
import type { JourneyReference, SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { isPresetError, MissingPackageError, moduleBeside, PresetPackages, type ValuesOf } from '@benchpress/core/preset'
import { fillVariable, type KeyOptions } from './journeys/store.ts'

/** The parameters of the published tests, each also by the variable that the document names. */
export const toskaParameters = {
  users: { kind: 'count', says: 'users of the sweeps', defaultSays: '10, 20, 30, 40', setting: 'users' },
  sweep: { kind: 'sweep', says: 'the levels of the sweeps', defaultSays: 'users 10, 20, 30, 40', setting: 'sweep' },
  keySpace: { kind: 'count', says: 'keys of each user of the key-value test', default: 10_000, variable: 'K6_KEY_SPACE' },
  valueSize: { kind: 'count', says: 'length of a value, over HTTP and RESP', default: 128, variable: 'K6_VALUE_SIZE' },
  datasetSize: { kind: 'count', says: 'keys in the store whose functions are measured', default: 100_000, variable: 'PERF_DATASET_SIZE' },
  storedSize: { kind: 'count', says: 'length of their values', default: 128, variable: 'PERF_VALUE_SIZE' },
  mgetSize: { kind: 'count', says: 'keys of an mget', default: 10, variable: 'PERF_MGET_SIZE' },
  listLimit: { kind: 'count', says: 'keys of a list', default: 100, variable: 'PERF_LIST_LIMIT' },
  functionTime: { kind: 'time', says: 'how long each function is measured', default: 5, variable: 'PERF_TIME' },
  functionWarmup: {
    kind: 'time',
    says: 'how long each function is called before',
    defaultSays: 'the documented 2 s',
    variable: 'PERF_WARMUP',
  },
  withSnapshot: { kind: 'switch', says: 'measures snapshot and compact, too', variable: 'PERF_INCLUDE_SNAPSHOT' },
  snapshotKeys: {
    kind: 'count',
    says: 'keys that a follower takes from a snapshot',
    default: 1000,
    least: 0,
    variable: 'PERF_REPLICA_SNAPSHOT_KEYS',
  },
  logEntries: { kind: 'count', says: 'entries that it takes from the log', default: 100, variable: 'PERF_REPLICA_AOF_ENTRIES' },
  followerPoll: { kind: 'count', says: 'milliseconds between two looks of it at the log', default: 50, variable: 'PERF_REPLICA_POLL_MS' },
  followerTimeout: { kind: 'count', says: 'milliseconds it waits for a response', default: 2000, variable: 'PERF_REPLICA_TIMEOUT_MS' },
  followerWait: {
    kind: 'count',
    says: 'milliseconds it may take in all',
    defaultSays: 'twice the timeout, at least 3,000',
    variable: 'PERF_REPLICA_WAIT_MS',
  },
} as const

/** The values of the parameters of the tests of a store. */
export type ToskaValues = ValuesOf<typeof toskaParameters>

// The published error rates are 0.
const thresholds: NonNullable<SuiteTestConfig['thresholds']> = { requests_failed: 'rate == 0%' }

/** Makes the tests of a part, or of all parts with a load: the sweeps, and the comparison with Redis. */
export function toskaSuite(part: string | undefined, values: ToskaValues): SuiteConfig {
  const { keySpace, valueSize } = values
  const options: KeyOptions = { keySpace, valueSize }
  const swept = (['kv', 'replication'] as const).filter((name) => name === (part ?? name)).map((name) => sweptTest(name, options, values))
  const compared = part === undefined || part === 'redis' ? comparedTests(part, options, values) : []
  return { name: 'toska', tests: [...swept, ...compared] }
}

// A number of users replaces the sweep by one level.
function sweptTest(name: 'kv' | 'replication', options: KeyOptions, { users, sweep }: ToskaValues): SuiteTestConfig {
  const levels = sweep === undefined ? { users: [10, 20, 30, 40] } : { [sweep.parameter]: sweep.values }
  return {
    name,
    plugins: [],
    scenarios: { [name]: { journey: journeyIn('store', name, options), workload: { users: users ?? 10, duration: 60, gracefulStop: 30 } } },
    ...(users === undefined && { sweep: levels }),
    thresholds,
  }
}

/** The side of Redis in a test: its server and its plugin, or why they are missing. */
export function findRedis(): Pick<SuiteTestConfig, 'target' | 'plugins'> | { readonly missing: string } {
  if (spawnSync('redis-server', ['--version']).error !== undefined) return { missing: 'there is no redis-server on the PATH' }
  try {
    const module = new PresetPackages(process.cwd(), import.meta.url).resolve('@benchpress/example-plugin-resp/plugin')
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const command = ['redis-server', '--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const target = { command, ready: { log: 'Ready to accept connections' }, url: `http://127.0.0.1:${port}` }
    return { target, plugins: [{ module, options: {} }] }
  } catch (error) {
    if (!isPresetError(error, MissingPackageError)) throw error
    return { missing: `${error.message}: npm i -D ${error.missing}` }
  }
}

// Each operation on both sides in turn; the side of Redis is left out where Redis is missing. The users of the sweeps are others.
function comparedTests(part: string | undefined, options: KeyOptions, { users, sweep }: ToskaValues): readonly SuiteTestConfig[] {
  const redis = findRedis()
  const swept = part === 'redis' && sweep !== undefined ? { sweep: { [sweep.parameter]: sweep.values } } : {}
  const workload = { users: (part === 'redis' ? users : undefined) ?? 50, iterations: 100_000 }
  const test = (name: string, isFilled: boolean): readonly SuiteTestConfig[] => {
    const [side, operation = ''] = name.split('-')
    const own = side === 'redis' ? redis : { plugins: [] }
    if ('missing' in own) return []
    const filled = isFilled ? { env: { [fillVariable]: JSON.stringify(options) } } : {}
    const journey = journeyIn(side === 'redis' ? 'redis' : 'store', operation, options)
    return [{ name, ...swept, ...own, ...filled, scenarios: { [name]: { journey, workload } }, thresholds }]
  }
  return [...test('redis-set', false), ...test('toska-put', false), ...test('redis-get', true), ...test('toska-get', true)]
}

function journeyIn(module: string, name: string, options: KeyOptions): JourneyReference {
  return { module: moduleBeside(import.meta.url, `./journeys/${module}`), export: name, options }
}
