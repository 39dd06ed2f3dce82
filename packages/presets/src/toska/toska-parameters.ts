import type { ValuesOf } from '@benchpress/core/preset'

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
