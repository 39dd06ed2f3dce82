import { timeColumns, type Correction, type DocumentedColumn, type DocumentedRow, type DocumentedTable } from '@benchpress/core/preset'
import type { Measured, OverRuns, Place, Published, Where } from '@benchpress/core/preset'
import { chooseRuns, findPasses, rightPerSecond } from '@benchpress/report'
import { formatNumber, formatTime } from '@benchpress/report/format'
import { casesOf, loadLevels } from './hypha-cases.ts'

type Figures = Readonly<Record<string, Published>>

const rightOf = ({ requests: { counts } }: Place): Measured => ({ part: counts.outcomes.ok, of: counts.started })
const meanTime = ({ requests }: Place): Measured => requests.responseTime.mean

const rate: DocumentedColumn = { head: 'Req/Sec', unit: 'per second', measure: rightPerSecond }
const right: DocumentedColumn = { head: 'Right', unit: 'share', measure: rightOf }
const columns = [rate, ...timeColumns({ Avg: 'mean' }), right]
const timesOfEach = [rate, ...timeColumns({ Avg: 'mean', Min: 'min', '99%': 'p99', Max: 'max' }), right]

// A run of the published scripts by its test.
function run(test: string, name: string, documented?: Figures): DocumentedRow {
  return { name, where: { test }, ...(documented !== undefined && { documented: { Right: '100%', ...documented } }) }
}

// A row over the load levels of a side, or one of them.
function overall(name: string, over: OverRuns, where: Where, [perSecond, Avg]: readonly [number, Published]): DocumentedRow {
  return { name, over, where: { scenario: 'load', ...where }, documented: { 'Req/Sec': perSecond, Avg, Right: '100%' } }
}

// A figure of both sides, and the advantage of the single instance.
function ofSides(name: string, read: (place: Place) => Measured, documented?: Figures, more: Partial<DocumentedRow> = {}): DocumentedRow {
  const where = { scenario: 'load', ...more.where }
  return { name, over: 'mean', measure: { Single: read, Cluster: read }, ...(documented && { documented }), ...more, where }
}

const documentedAt: Readonly<Record<string, Figures>> = {
  'Light Load': { Single: 10_287, Cluster: 1671, Advantage: 'Single +515.7%' },
  'Heavy Load': { Single: 12_910, Cluster: 5477 },
}

type Over = Pick<DocumentedRow, 'over' | 'where' | 'unit'>

// A figure over several tests.
function overTests(name: string, Figure: Published, over: Over, read: (place: Place) => Measured): DocumentedRow {
  return { name, ...over, documented: { Figure }, measure: { Figure: read } }
}

function bestOf(scenario: string, tests: string, published: number): DocumentedRow {
  return overTests(
    `Best Results of ${scenario}`,
    published,
    { over: 'best', where: { scenario, tests }, unit: 'per second' },
    rightPerSecond,
  )
}

const fastest = { over: 'fastest', where: { scenario: 'load', tests: 'Light Load' }, unit: 'time' } as const

function endpointRows(test: string): readonly DocumentedRow[] {
  const endpoints = casesOf(undefined).find(({ name }) => name === test)?.endpoints ?? []
  return endpoints.map(({ name, path, service }) => {
    const [route = ''] = path.split('?')
    return { name: `${test}, ${name}`, where: { test, endpoint: `GET /default/services/${service}${route === '' ? '' : `/${route}`}` } }
  })
}

/** The tables of the document, and those that its scripts print. */
export const hyphaTables: readonly DocumentedTable[] = [
  {
    title: 'Peak performance',
    onlyRun: true,
    columns,
    rows: [
      overall('Single Instance Peak, 500 at a time', 'best', { variant: 'single' }, [15_513, '21.60 ms']),
      overall('Docker Cluster Peak, 500 at a time', 'best', { variant: 'cluster' }, [11_004, 28.76]),
      overall('Heavy Load (Single), 100 at a time', 'mean', { variant: 'single', tests: 'Heavy Load' }, [12_910, 6.57]),
      overall('Heavy Load (Cluster), 100 at a time', 'mean', { variant: 'cluster', tests: 'Heavy Load' }, [5477, 33.25]),
      run('Max 500', 'Legacy Maximum, 500 at a time', { 'Req/Sec': 9875, Avg: 32.04 }),
      run('Burst 1000', 'Legacy Burst Test, 1,000 at a time', { 'Req/Sec': 13_204, Avg: 47.13 }),
    ],
  },
  {
    title: 'Single instance and cluster',
    onlyRun: true,
    columns: [
      { head: 'Single', unit: 'per second', variant: 'single' },
      { head: 'Cluster', unit: 'per second', variant: 'cluster' },
      { head: 'Advantage', unit: 'change', change: ['Cluster', 'Single'] },
    ],
    rows: [
      ofSides('Peak Throughput', rightPerSecond, { Single: 15_513, Cluster: 11_004, Advantage: 'Single +41.0%' }, { over: 'best' }),
      ofSides('Average Throughput', rightPerSecond, { Single: 12_163, Cluster: 4513, Advantage: 'Single +169.5%' }),
      ofSides('Average Response Time', meanTime, { Single: 10.78, Cluster: 54.57, Advantage: 'Single -406.4%' }, { unit: 'time' }),
      ofSides('Average Success Rate', rightOf, { Single: '100%', Cluster: '100%' }, { unit: 'share' }),
      ...loadLevels.map((level) => ofSides(level, rightPerSecond, documentedAt[level], { where: { tests: level } })),
    ],
  },
  {
    title: 'Concurrent load',
    onlyRun: true,
    columns,
    rows: [
      run('Light Mix', '650, 5 at a time', { 'Req/Sec': 6435, Avg: 0.61 }),
      run('Medium Mix', '1,300, 10 at a time', { 'Req/Sec': 9774, Avg: '0.80 ms' }),
      run('Heavy Mix', '1,950, 20 at a time', { 'Req/Sec': 10_209, Avg: 1.54 }),
      run('Max 50', '5,000, 50 at a time', { 'Req/Sec': 8018, Avg: 4.95 }),
      run('Max 100', '10,000, 100 at a time', { 'Req/Sec': 7732, Avg: 9.37 }),
      run('Max 200', '25,000, 200 at a time', { 'Req/Sec': 8453, Avg: 15.68 }),
      run('Max 500', '50,000, 500 at a time', { 'Req/Sec': 9875, Avg: 32.04 }),
      run('Burst 1000', '20,000, 1,000 at a time', { 'Req/Sec': 13_204, Avg: 47.13 }),
      ...[50, 100, 200, 500].map((atOnce) => run(`Burst ${atOnce}`, `Burst, ${atOnce} at a time`)),
    ],
  },
  {
    title: 'Individual endpoints',
    onlyRun: true,
    intro: 'each alone, 500 or 1,000 requests, 50 at a time',
    columns: [rate, ...timeColumns({ Avg: 'mean', Min: 'min', Max: 'max' })],
    rows: (
      [
        ['math.multiply?a=9&b=22', 11_363, '3.33 ms', '2.00 ms', '4.80 ms'],
        ['math.add?a=15&b=30', 13_513, '2.99 ms', '1.92 ms', '4.33 ms'],
        ['echo?message=Performance', 13_157, '3.11 ms', '2.20 ms', '3.80 ms'],
        ['math.power?base=2&exp=3', '10,000+', '<5.0 ms', '1.66 ms', '20.32 ms'],
        ['string.upper?s=world', '10,000+', '<5.0 ms', '3.91 ms', '33.92 ms'],
      ] as const
    ).map(([name, perSecond, Avg, Min, Max]) => run(`Individual, ${name}`, name, { 'Req/Sec': perSecond, Avg, Min, Max })),
  },
  {
    title: 'Performance statistics',
    onlyRun: true,
    detail: true,
    columns: [{ head: 'Figure', unit: 'count' }],
    rows: [
      bestOf('max', 'Max', 9875),
      bestOf('endpoints', 'Heavy', 10_209),
      bestOf('burst', 'Burst', 11_651),
      overTests('Fastest Response', '0.32 ms', fastest, ({ requests }) => requests.responseTime.min),
      overTests('Best Response Range, to', '5.59 ms', fastest, ({ requests }) => requests.responseTime.max),
      overTests('Total Test Requests', '200,000+', { over: 'sum' }, ({ requests }) => requests.counts.started),
      overTests('Overall Success Rate', '100.00%', { over: 'sum', unit: 'share' }, rightOf),
      overTests('Total Failures', 0, { over: 'sum' }, ({ requests: { counts } }) => counts.started - counts.outcomes.ok),
    ],
  },
  {
    title: 'Endpoint by endpoint',
    onlyRun: true,
    detail: true,
    columns: timesOfEach,
    rows: ({ tests }) =>
      [...new Set(tests.map(({ variant }) => variant))].flatMap((variant) =>
        casesOf('compare').map(({ name: test }) => ({
          name: `${variant === 'default' ? '' : `${variant}: `}${test}`,
          where: { test, variant },
        })),
      ),
  },
  {
    title: 'Endpoints of one run',
    onlyRun: true,
    detail: true,
    columns: timesOfEach,
    rows: [...endpointRows('Max 500'), ...endpointRows('Heavy Mix')],
  },
]

/** What the document has wrong, and how its figures are to be read. */
export const hyphaCorrections: readonly Correction[] = [
  'Req/Sec counts right responses here; the published scripts counted every response with status 200, whatever was in it.',
  'The published advantages of 406.4 % and 515.7 % are 406.2 % and 515.6 % by the published figures; a time that is longer is no advantage of -406.4 %.',
  'Of the bursts, the document names 11,651/s as the best in one place, and 13,204/s in two others.',
  'The published peaks had 335 of 500 (15,513/s x 21.6 ms) and 316 of 500 (11,004/s x 28.76 ms) in flight on average: between batches its generator idled.',
  (suite) =>
    (['single', 'cluster'] as const).flatMap((side) => {
      const [best] = findPasses(suite, { scenario: 'load', variant: side }).flatMap((pass) => chooseRuns('best', pass))
      const time = best?.requests.responseTime.mean
      if (best === undefined || time === undefined || time === null) return []
      const perSecond = rightPerSecond(best)
      const inFlight = formatNumber(Math.round((perSecond * time) / 1000))
      const name = side === 'single' ? 'single instance' : 'cluster'
      return `The measured peak of the ${name} (${best.test.name}) had ${inFlight} in flight on average (${formatNumber(perSecond)}/s x ${formatTime(time)}).`
    }),
]
