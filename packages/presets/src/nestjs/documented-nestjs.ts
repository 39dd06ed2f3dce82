import { given } from '@benchpress/core/preset'
import type {
  Correction,
  DocumentedColumn,
  DocumentedRow,
  DocumentedTable,
  DocumentedUnit,
  Published,
  Where,
} from '@benchpress/core/preset'
import { acceptedBids, acceptedShare, completedShare, totalOf, cpu, emitRate, okRequests, okShare, type Read } from './nestjs-figures.ts'
import { peakRate, roundTrip, sustainedRate } from './nestjs-figures.ts'

const load = { scenario: 'journeys' }
const websocket = { scenario: 'sockets' }
const max = { scenario: 'reads' }
const lists = { ...max, endpoint: 'GET /api/auctions' }

const heads = ['Single-Core', 'Multi-Core', 'One target'] as const
const variants = ['single-core', 'multi-core', 'default'] as const

const sides = variants.map((variant, index): DocumentedColumn => ({ head: heads[index] ?? variant, unit: 'count', variant }))
const withChange: readonly DocumentedColumn[] = [...sides, { head: 'Improvement', unit: 'change', change: ['Single-Core', 'Multi-Core'] }]

type Sides = readonly [] | readonly [single: Published, multi: Published, improvement?: string]

type InUnit = readonly [read: Read, unit: DocumentedUnit]

function row(name: string, where: Where, [single, multi, change]: Sides, figure: Read | InUnit): DocumentedRow {
  const [read, unit] = typeof figure === 'function' ? [figure, undefined] : figure
  return {
    name,
    where,
    ...(single !== undefined && { documented: given({ 'Single-Core': single, 'Multi-Core': multi, Improvement: change }) }),
    ...given({ unit }),
    measure: Object.fromEntries(heads.map((head) => [head, read])),
  }
}

function users(where: Where, created: Sides, completed: Sides, failed: Sides): readonly [DocumentedRow, DocumentedRow, DocumentedRow] {
  return [
    row('VUs Created', where, created, ({ scenario }) => scenario.users?.created),
    row('VUs Completed', where, completed, ({ scenario }) => scenario.users?.completed),
    row('VUs Failed', where, failed, ({ scenario }) => scenario.users?.failed),
  ]
}

const loadUsers = users(load, [3145, 3145, '-'], [1918, 1832, 'Similar'], [1227, 1313, 'Similar'])
const socketUsers = users(websocket, [3145, 3145], [3145, 0], [0, 3145])
const roundTripP99 = row('Response Time p99', websocket, ['0.1ms', 'N/A'], [roundTrip('p99'), 'time'])
const success = row('Success Rate', max, ['53.8%', '99.96%', '+86%'], [completedShare, 'share'])
const sustained = row('Sustained req/sec', max, ['~2,900', '~2,944', 'Similar'], [sustainedRate, 'per second'])
const listP99 = timeOfLists('p99', 'p99', [4965, 9416])

function timeOfLists(name: string, figure: 'mean' | 'p95' | 'p99', published: Sides): DocumentedRow {
  return row(name, lists, published, [({ requests: { responseTime: times } }) => ({ times, figure }), 'time'])
}

const endpointColumns = variants.flatMap((variant, index): readonly DocumentedColumn[] => [
  { head: `${heads[index]} Mean`, unit: 'time', figure: 'mean', variant },
  { head: `${heads[index]} p99`, unit: 'time', figure: 'p99', variant },
])

type Pair = readonly [single: number, multi: number]

function endpoint(name: string, [mean, multiMean]: Pair, [p99, multiP99]: Pair): DocumentedRow {
  const documented = { 'Single-Core Mean': mean, 'Single-Core p99': p99, 'Multi-Core Mean': multiMean, 'Multi-Core p99': multiP99 }
  return { name, where: { ...load, endpoint: name }, documented }
}

// The most telling rows of each test.
const telling = [
  { ...loadUsers[1], name: 'load: VUs Completed' },
  row('load: Bids accepted', load, ['0 of 22,400', '0 of 21,370'], [acceptedShare, 'share']),
  { ...socketUsers[1], name: 'websocket: VUs Completed' },
  { ...roundTripP99, name: 'websocket: Response Time p99' },
  { ...success, name: 'max: Success Rate' },
  { ...sustained, name: 'max: Sustained req/sec' },
  { ...listP99, name: 'max: GET /api/auctions p99' },
]

/** The tables of the document, the first with the most telling rows of all tests that were run. */
export const nestjsTables: readonly DocumentedTable[] = [
  {
    title: 'Documented and measured',
    columns: sides,
    rows: ({ tests }) => telling.filter(({ name }) => tests.some((test) => name.startsWith(`${test.name}:`))),
  },
  {
    title: 'HTTP Load Test',
    detail: true,
    columns: withChange,
    rows: [
      ...loadUsers,
      row('Bids accepted', load, ['0 of 22,400', '0 of 21,370'], acceptedBids),
      row('Deposits accepted', { ...load, endpoint: 'POST /api/users/deposit' }, ['0 of 2,816', '0 of 2,853'], okShare),
      row('CPU of the service, cores', load, [], [cpu, 'number']),
    ],
  },
  {
    title: 'HTTP Load Test, response times',
    detail: true,
    columns: endpointColumns,
    rows: [
      endpoint('GET /api/auctions', [1, 1], [5, 2]),
      endpoint('GET /api/auctions/{id}', [0.7, 0.9], [4, 2]),
      endpoint('POST /api/auctions/{id}/bid', [3.1, 2.9], [15, 6]),
      endpoint('GET /api/auctions/{id}/leaderboard', [2.6, 2.6], [10.9, 6]),
      endpoint('GET /api/users/balance', [0.8, 0.9], [4, 2]),
      endpoint('POST /api/users/deposit', [2.1, 2.2], [8.9, 5]),
    ],
  },
  {
    title: 'WebSocket Test',
    detail: true,
    columns: sides,
    rows: [
      ...socketUsers,
      row('Total Emits', websocket, [16_150, 'N/A'], totalOf('socketio_emits')),
      row('Emit Rate', websocket, ['47/sec', 'N/A'], [emitRate, 'per second']),
      row('Response Time mean', websocket, ['0ms', 'N/A'], [roundTrip('mean'), 'time']),
      roundTripP99,
      row('Bids accepted', websocket, [], acceptedBids),
      row('Bids received by users', websocket, [], totalOf('socketio_events', 'new-bid')),
      row('CPU of the service, cores', websocket, [], [cpu, 'number']),
    ],
  },
  {
    title: 'HTTP Max Throughput Test',
    detail: true,
    columns: withChange,
    rows: [
      row('Total Requests', max, [1_053_088, 1_883_311, '+79%'], ({ requests }) => requests.counts.started),
      ...users(max, [15_700, 15_700, '-'], [8452, 15_693, '+86%'], [7248, 7, '99.9% reduction']),
      success,
      sustained,
      row('Peak req/sec', max, ['~2,779', '~7,216', '+160%'], [peakRate, 'per second']),
      row('Successful Reads', lists, [263_377, 470_827, '+79%'], okRequests),
      row('CPU of the service, cores', max, [], [cpu, 'number']),
    ],
  },
  {
    title: 'HTTP Max Throughput Test, response times of /api/auctions',
    detail: true,
    columns: sides,
    rows: [timeOfLists('Mean', 'mean', [790, 856]), timeOfLists('p95', 'p95', [982, 4965]), listP99],
  },
  {
    title: 'Configuration',
    detail: true,
    columns: sides,
    rows: ({ environment }) => [
      row('Workers', {}, [1, 12], ({ test: { variant } }) => (variant === 'multi-core' ? environment.cpu.usable : 1)),
      row('CPU Utilization, cores', {}, ['Single process', 'All available CPUs'], [cpu, 'number']),
    ],
  },
]

/** What the document has wrong by the raw data of the same runs, and how its figures are measured here. */
export const nestjsCorrections: readonly Correction[] = [
  'Every documented deposit was refused with 409 (2,816 of 2,816 on one core, 2,853 of 2,853 on twelve): its times are those of a refusal.',
  'No documented bid was accepted, because the auction had not been started and nobody had money: the responses have status 201, and success: false in their body.',
  'All documented failures of the load test, 1,227 on one core and 1,313 on twelve, are one fault of the script, which looked for the highest bid in a list where the response is an object.',
  'The documented 0 ms of WebSocket is the time of a local emit(): the script never waited for a reply.',
  'The documented 3,145 failures of WebSocket are one fault of the configuration: the transports stood under a key that was ignored, so users polled a cluster without sticky sessions.',
  '16,150 emits in 199 s are 81 per second, not 47; and the pauses of half a second lasted a millisecond, because Artillery knows whole seconds only.',
  'Half of the documented requests of the maximum had the response 400 (526,754 on one core, 941,654 on twelve): they asked for an auction without its id.',
  'The documented total requests are two different things: responses on one core, where 1,060,336 requests were sent for them, and requests on twelve.',
  'The documented peak of 7,216 requests/s on twelve cores is that of the last 10 s. The best 10 s had 8,557 on one core and 12,154 on twelve, and the whole test 5,569 and 5,757. The 2,900 and 2,779 on one core are in none of the published raw data.',
  'Sustained requests/s are those of the longest phase at one rate, and the peak is that of the best ten seconds in a row, both while users arrive.',
]
