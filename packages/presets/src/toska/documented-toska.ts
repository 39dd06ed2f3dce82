import type { SuiteResult, TimeSummary } from '@benchpress/core'
import { failedShare, formatNumber } from '@benchpress/core/report'
import {
  rateColumn,
  timeColumns,
  type Claim,
  type Correction,
  type DocumentedRow,
  type DocumentedTable,
  type Place,
} from '@benchpress/core/preset'
import { sidesClaim } from '@benchpress/report'
import { findRedis } from './toska-suite.ts'

type Level = readonly [users: number, rps: number, p50: number, p90: number, p99: number]

const sweeps = {
  kv: [
    [10, 480.55, 0.45, 1.14, 1.79],
    [20, 952.29, 0.59, 1.56, 4.45],
    [30, 1433.89, 0.52, 1.42, 4.07],
    [40, 1914.1, 0.55, 1.49, 2.8],
  ],
  replication: [
    [10, 252.21, 0.85, 16.81, 24.31],
    [20, 447.86, 1.03, 33.06, 41.79],
    [30, 604.03, 1.62, 47.13, 59.2],
    [40, 753.38, 1.85, 55.34, 68.23],
  ],
} as const satisfies Readonly<Record<string, readonly Level[]>>

function sweepTable(part: keyof typeof sweeps, title: string): DocumentedTable {
  return {
    title,
    intro: 'by users, timed from the send, as in k6',
    columns: [
      rateColumn('RPS'),
      ...timeColumns({ p50: 'p50', p90: 'p90', p99: 'p99' }),
      { head: 'Error rate', unit: 'share', measure: ({ scenario }) => failedShare(scenario.counts.outcomes) },
    ],
    rows: (suite) => {
      const published = sweeps[part].map(([users, RPS, p50, p90, p99]) =>
        levelOf(part, users, { RPS, p50, p90, p99, 'Error rate': '0.00%' }),
      )
      const others = levelsIn(suite, part).filter((users) => !sweeps[part].some(([known]) => known === users))
      return [...published, ...others.map((users) => levelOf(part, users))]
    },
  }
}

function levelOf(part: string, users: number, documented?: DocumentedRow['documented']): DocumentedRow {
  const where = { scenario: part, users }
  return { name: String(users), where, ...(documented && { documented }), times: ({ requests }) => requests.serviceTime }
}

function levelsIn({ tests }: SuiteResult, part: string): readonly number[] {
  const ofPart = tests.flatMap(({ scenarios }) => scenarios.filter(({ name }) => name === part))
  return [...new Set(ofPart.flatMap(({ workload }) => (workload.kind === 'users' ? workload.from : [])))]
}

function operation(name: string, scenario: string, documented?: DocumentedRow['documented']): DocumentedRow {
  const redis = scenario.startsWith('redis') ? findRedis() : {}
  const missing = (): string | undefined => ('missing' in redis ? redis.missing : undefined)
  return { name, where: { scenario }, ...(documented && { documented }), times: latencyOf, missing }
}

// Operations a second, of all that ended.
function operationsOf({ scenario }: Place): number {
  const { completed = 0, failed = 0 } = scenario.users?.iterations ?? {}
  return scenario.duration === 0 ? 0 : (completed + failed) / scenario.duration
}

// From the call of an operation: service times would begin at different moments on the two sides.
function latencyOf({ scenario: { responseTime, users } }: Place): TimeSummary {
  return users?.pluginRequests.find(({ plugin }) => plugin === 'redis')?.responseTime ?? responseTime
}

// Operations that failed, including wrong values; over RESP there are no HTTP requests.
function errorsOf({ scenario, test: { metrics } }: Place): number {
  const wrong = metrics['redis_wrong_values']
  return [scenario, ...(scenario.users?.pluginRequests ?? [])].reduce(
    (sum, { counts: { started, outcomes } }) => sum + started - outcomes.ok - outcomes.aborted,
    wrong?.type === 'counter' ? wrong.count : 0,
  )
}

/** The tables of the document. */
export const toskaTables: readonly DocumentedTable[] = [
  sweepTable('kv', 'Documented and measured, KV endpoints'),
  sweepTable('replication', 'Documented and measured, replication endpoints'),
  {
    title: 'Documented and measured, Redis comparison',
    columns: [{ head: 'ops/sec', unit: 'per second', measure: operationsOf }],
    rows: () => [
      operation('Redis SET', 'redis-set', { 'ops/sec': 259_067.36 }),
      operation('Toska PUT', 'toska-put', { 'ops/sec': 20_375.35 }),
      operation('Redis GET', 'redis-get', { 'ops/sec': 242_130.77 }),
      operation('Toska GET', 'toska-get', { 'ops/sec': 28_522 }),
    ],
  },
  {
    title: 'Documented and measured, latency beside Redis',
    intro: 'from the call of an operation to its last byte, on both sides',
    detail: true,
    columns: [...timeColumns({ avg: 'mean', p50: 'p50', p90: 'p90', p99: 'p99' }), { head: 'errors', unit: 'count', measure: errorsOf }],
    rows: () => [
      operation('Toska PUT', 'toska-put', { avg: 2.44, p50: 2.33, p90: 2.96, p99: 4.41, errors: 0 }),
      operation('Toska GET', 'toska-get', { avg: 1.75, p50: 1.66, p90: 2.09, p99: 2.84, errors: 0 }),
      operation('Redis SET', 'redis-set'),
      operation('Redis GET', 'redis-get'),
    ],
  },
]

function ratioOf(says: string, base: string, head: string): Claim {
  return sidesClaim(says, { base: { scenario: base }, head: { scenario: head }, measure: operationsOf, better: 'high', figures: 2 })
}

/** What follows from the published rates. */
export const toskaClaims: readonly Claim[] = [
  ratioOf('Redis is faster: 259,067 SETs a second, 12.7 times the PUTs of Toska', 'toska-put', 'redis-set'),
  ratioOf('Redis is faster: 242,131 GETs a second, 8.49 times the GETs of Toska', 'toska-get', 'redis-get'),
]

/** How the figures of the document are to be read. */
export const toskaCorrections: readonly Correction[] = [
  ({ tests }) => {
    const measured = tests.flatMap(({ scenarios }) =>
      scenarios.flatMap(({ name, workload, throughput }) =>
        name === 'kv' && workload.kind === 'users'
          ? `${formatNumber(throughput.requestsPerSecond / workload.from)} at ${workload.from} users`
          : [],
      ),
    )
    return [
      `The published RPS of the KV endpoints are 47.6 to 48.1 requests a second of each user at every level: a sleep of 0.1 s after 5 requests allows at most 50, so that they say how many users there were, not what the store can do.`,
      ...(measured.length === 0 ? [] : [`Measured were ${measured.join(', ')}.`]),
    ]
  },
  'RESP is a few bytes over an open connection, HTTP a head of some hundred and JSON: the two protocols are compared as much as the two stores. The published sides were measured by two different clients, these by one.',
]
