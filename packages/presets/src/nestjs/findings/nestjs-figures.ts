import type { NestjsTestName } from '../nestjs-tests.ts'
import type { MeasuredTime, MeasuredEndpoint, MeasuredRun } from './measured-run.ts'

/** One figure of the runs of a test, by which variants are compared where one direction is better. */
export interface NestjsFigure {
  readonly name: string
  readonly label: string
  readonly unit: 'count' | 'share' | 'rate' | 'time'
  /** `null` where neither direction is better, such as for a figure of the plan. */
  readonly good: 'high' | 'low' | null
  /** `null` where the run has no value, or too few samples. */
  readonly read: (run: MeasuredRun) => number | null
  /** The number of samples of a mean, too few of which cannot be compared. Default: any number is enough. */
  readonly samples?: (run: MeasuredRun) => number
}

const users: readonly NestjsFigure[] = [
  { name: 'created', label: 'Users created', unit: 'count', good: null, read: (run) => run.users.created },
  { name: 'completed', label: 'Users completed', unit: 'count', good: null, read: (run) => run.users.completed },
  { name: 'failed', label: 'Users failed', unit: 'count', good: null, read: (run) => run.users.failed },
  { name: 'aborted', label: 'Users still there at the end', unit: 'count', good: null, read: (run) => run.users.aborted },
  { name: 'completedShare', label: 'Success rate of users', unit: 'share', good: 'high', read: completedShareOf },
]

const cpu: NestjsFigure = { name: 'targetCpu', label: 'CPU of the service (cores)', unit: 'rate', good: null, read: (run) => run.targetCpu }

const requests: readonly NestjsFigure[] = [
  { name: 'requests', label: 'Requests', unit: 'count', good: null, read: (run) => run.requests },
  { name: 'okShare', label: 'Success rate of requests', unit: 'share', good: 'high', read: ({ ok, requests: all }) => shareOf(ok, all) },
]

const bids: readonly NestjsFigure[] = [
  { name: 'bidsAccepted', label: 'Bids accepted', unit: 'count', good: null, read: (run) => run.bids.accepted },
  { name: 'bidsRefused', label: 'Bids refused (success: false)', unit: 'count', good: null, read: (run) => run.bids.refused },
]

const times: readonly NestjsFigure[] = [
  { name: 'mean', label: 'All requests, mean', unit: 'time', good: 'low', ...meanOf((run) => run.responseTime) },
  { name: 'p99', label: 'All requests, p99', unit: 'time', good: 'low', read: (run) => run.responseTime.p99 },
]

/** The figures of each test, in the order of the document's tables. */
export const figuresOf: Readonly<Record<NestjsTestName, readonly NestjsFigure[]>> = {
  load: [
    ...users,
    ...requests,
    {
      name: 'deposits',
      label: 'Deposits accepted',
      unit: 'count',
      good: null,
      read: (run) => endpointOf(run, 'POST /api/users/deposit')?.ok ?? 0,
    },
    ...bids,
    // The plan decides this figure, as long as the target keeps up.
    ...ratesThatAre(null),
    ...times,
    cpu,
  ],
  websocket: [
    ...users,
    { name: 'emits', label: 'Emits', unit: 'count', good: null, read: ({ sockets }) => sockets?.emits ?? null },
    { name: 'emitsPerSecond', label: 'Emits/s', unit: 'rate', good: null, read: ({ sockets }) => sockets?.emitsPerSecond ?? null },
    { name: 'roundTripMean', label: 'Round trip, mean', unit: 'time', good: 'low', ...meanOf(({ sockets }) => sockets?.roundTrip) },
    { name: 'roundTripP99', label: 'Round trip, p99', unit: 'time', good: 'low', read: ({ sockets }) => sockets?.roundTrip.p99 ?? null },
    { name: 'repliesMissing', label: 'Replies missing', unit: 'count', good: null, read: ({ sockets }) => sockets?.repliesMissing ?? null },
    { name: 'connectMean', label: 'Connecting, mean', unit: 'time', good: 'low', ...meanOf(({ sockets }) => sockets?.connectTime) },
    ...bids,
    {
      name: 'bidsHeard',
      label: 'Bids heard by all who joined',
      unit: 'count',
      good: null,
      read: ({ sockets }) => sockets?.bidsHeard ?? null,
    },
    {
      name: 'sessionLength',
      label: 'Length of a session, mean',
      unit: 'time',
      good: null,
      read: ({ sockets }) => sockets?.sessionLength ?? null,
    },
    cpu,
  ],
  max: [
    ...users,
    ...requests,
    ...ratesThatAre('high'),
    { name: 'auctionsRead', label: 'Lists of auctions read', unit: 'count', good: null, read: (run) => auctionsOf(run)?.ok ?? 0 },
    { name: 'auctionsMean', label: 'GET /api/auctions, mean', unit: 'time', good: 'low', ...meanOf(auctionsOf) },
    { name: 'auctionsP95', label: 'GET /api/auctions, p95', unit: 'time', good: 'low', read: (run) => auctionsOf(run)?.p95 ?? null },
    { name: 'auctionsP99', label: 'GET /api/auctions, p99', unit: 'time', good: 'low', read: (run) => auctionsOf(run)?.p99 ?? null },
    ...times,
    cpu,
  ],
}

/** The figures by which a variant wins a test: the first one that differs by more than the noise decides. */
export const decisive: Readonly<Record<NestjsTestName, readonly string[]>> = {
  load: ['completedShare', 'p99', 'mean'],
  websocket: ['completedShare', 'roundTripP99', 'roundTripMean'],
  max: ['completedShare', 'sustained', 'p99', 'mean'],
}

/** Reads a mean with the number of its samples. */
export function meanOf(timeOf: (run: MeasuredRun) => MeasuredTime | undefined): Pick<NestjsFigure, 'read' | 'samples'> {
  return { read: (run) => timeOf(run)?.mean ?? null, samples: (run) => timeOf(run)?.count ?? 0 }
}

function ratesThatAre(good: NestjsFigure['good']): readonly NestjsFigure[] {
  return [
    { name: 'sustained', label: 'Sustained requests/s', unit: 'rate', good, read: ({ rates }) => rates.sustained },
    { name: 'peak', label: 'Peak requests/s', unit: 'rate', good, read: ({ rates }) => rates.peak },
    { name: 'overall', label: 'Requests/s of the whole run', unit: 'rate', good, read: ({ rates }) => rates.overall },
  ]
}

function completedShareOf({ users: { created, completed } }: MeasuredRun): number | null {
  return shareOf(completed, created)
}

function shareOf(some: number, all: number): number | null {
  return all === 0 ? null : some / all
}

function auctionsOf(run: MeasuredRun): MeasuredEndpoint | undefined {
  return endpointOf(run, 'GET /api/auctions')
}

function endpointOf({ endpoints }: MeasuredRun, name: string): MeasuredEndpoint | undefined {
  return endpoints.find((endpoint) => endpoint.name === name)
}
