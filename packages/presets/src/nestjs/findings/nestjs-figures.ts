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
  counted('created', 'Users created', (run) => run.users.created),
  counted('completed', 'Users completed', (run) => run.users.completed),
  counted('failed', 'Users failed', (run) => run.users.failed),
  counted('aborted', 'Users still there at the end', (run) => run.users.aborted),
  {
    name: 'completedShare',
    label: 'Success rate of users',
    unit: 'share',
    good: 'high',
    read: ({ users: { created, completed } }) => shareOf(completed, created),
  },
]

const cpu: NestjsFigure = { name: 'targetCpu', label: 'CPU of the service (cores)', unit: 'rate', good: null, read: (run) => run.targetCpu }

const requests: readonly NestjsFigure[] = [
  counted('requests', 'Requests', (run) => run.requests),
  { name: 'okShare', label: 'Success rate of requests', unit: 'share', good: 'high', read: ({ ok, requests: all }) => shareOf(ok, all) },
]

const bids: readonly NestjsFigure[] = [
  counted('bidsAccepted', 'Bids accepted', (run) => run.bids.accepted),
  counted('bidsRefused', 'Bids refused (success: false)', (run) => run.bids.refused),
]

const times: readonly NestjsFigure[] = [
  meanTime('mean', 'All requests, mean', (run) => run.responseTime),
  timed('p99', 'All requests, p99', (run) => run.responseTime.p99),
]

/** The figures of each test, in the order of the document's tables. */
export const figuresOf: Readonly<Record<NestjsTestName, readonly NestjsFigure[]>> = {
  load: [
    ...users,
    ...requests,
    counted('deposits', 'Deposits accepted', (run) => endpointOf(run, 'POST /api/users/deposit')?.ok ?? 0),
    ...bids,
    // The plan decides this figure, as long as the target keeps up.
    ...ratesThatAre(null),
    ...times,
    cpu,
  ],
  websocket: [
    ...users,
    counted('emits', 'Emits', ({ sockets }) => sockets?.emits),
    { name: 'emitsPerSecond', label: 'Emits/s', unit: 'rate', good: null, read: ({ sockets }) => sockets?.emitsPerSecond ?? null },
    meanTime('roundTripMean', 'Round trip, mean', ({ sockets }) => sockets?.roundTrip),
    timed('roundTripP99', 'Round trip, p99', ({ sockets }) => sockets?.roundTrip.p99),
    counted('repliesMissing', 'Replies missing', ({ sockets }) => sockets?.repliesMissing),
    meanTime('connectMean', 'Connecting, mean', ({ sockets }) => sockets?.connectTime),
    ...bids,
    counted('bidsHeard', 'Bids heard by all who joined', ({ sockets }) => sockets?.bidsHeard),
    { ...timed('sessionLength', 'Length of a session, mean', ({ sockets }) => sockets?.sessionLength), good: null },
    cpu,
  ],
  max: [
    ...users,
    ...requests,
    ...ratesThatAre('high'),
    counted('auctionsRead', 'Lists of auctions read', (run) => auctionsOf(run)?.ok ?? 0),
    meanTime('auctionsMean', 'GET /api/auctions, mean', auctionsOf),
    timed('auctionsP95', 'GET /api/auctions, p95', (run) => auctionsOf(run)?.p95),
    timed('auctionsP99', 'GET /api/auctions, p99', (run) => auctionsOf(run)?.p99),
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

type Read = (run: MeasuredRun) => number | null | undefined

function counted(name: string, label: string, read: Read): NestjsFigure {
  return { name, label, unit: 'count', good: null, read: (run) => read(run) ?? null }
}

function timed(name: string, label: string, read: Read): NestjsFigure {
  return { name, label, unit: 'time', good: 'low', read: (run) => read(run) ?? null }
}

function meanTime(name: string, label: string, timeOf: (run: MeasuredRun) => MeasuredTime | undefined): NestjsFigure {
  return { name, label, unit: 'time', good: 'low', ...meanOf(timeOf) }
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

function shareOf(some: number, all: number): number | null {
  return all === 0 ? null : some / all
}

function auctionsOf(run: MeasuredRun): MeasuredEndpoint | undefined {
  return endpointOf(run, 'GET /api/auctions')
}

function endpointOf({ endpoints }: MeasuredRun, name: string): MeasuredEndpoint | undefined {
  return endpoints.find((endpoint) => endpoint.name === name)
}
