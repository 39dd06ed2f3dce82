import type { SuiteResult } from '@benchpress/core'
import {
  timeColumns,
  type Correction,
  type DocumentedColumn,
  type DocumentedRow,
  type DocumentedTable,
  type Measured,
  type Published,
} from '@benchpress/core/preset'
import { formatNumber, formatTime } from '@benchpress/report/format'
import { benchmarkEndpoints, maxThroughputEndpoints, stressEndpoints, type HyphaEndpoint } from './hypha-endpoints.ts'
import { casesOf, loadLevels, nameOfCase } from './hypha-cases.ts'
import { at, meanThroughput, meanTime, passesOf, peakOf, rightOf, throughputOf, type Pass, type Side } from './measured-hypha.ts'

type Figures = Readonly<Record<string, Published>>

const rate: DocumentedColumn = {
  head: 'Req/Sec',
  unit: 'per second',
  measure: ({ requests, scenario }) => throughputOf({ counts: requests.counts, duration: scenario.duration }),
}
const right: DocumentedColumn = {
  head: 'Right',
  unit: 'share',
  measure: ({ requests: { counts } }) => ({ part: counts.outcomes.ok, of: counts.started }),
}
const columns = [rate, ...timeColumns({ Avg: 'mean' }), right]
const timesOfEach = [rate, ...timeColumns({ Avg: 'mean', Min: 'min', '99%': 'p99', Max: 'max' }), right]

const all = '100%'

// A run of the published scripts by its test.
function run(test: string, name: string, documented?: Figures): DocumentedRow {
  return { name, where: { test }, ...(documented !== undefined && { documented: { Right: all, ...documented } }) }
}

type Read = (pass: Pass) => Readonly<Record<string, Measured>>

// A row over all runs of a side, with a value for each pass.
function overall(name: string, side: Side, documented: Figures, read: Read): DocumentedRow {
  const values = (suite: SuiteResult): Readonly<Record<string, readonly Measured[]>> => {
    const passes = passesOf(suite, side).map(read)
    return Object.fromEntries(Object.keys(documented).map((head) => [head, passes.map((pass) => pass[head])]))
  }
  return { name, documented, values }
}

const peak: Read = (pass) => {
  const best = peakOf(pass)
  return best === undefined ? {} : { 'Req/Sec': throughputOf(best.load), Avg: best.load.responseTime.mean, Right: rightOf([best]) }
}

const heavy: Read = (pass) => {
  const level = 'Heavy Load'
  return { 'Req/Sec': meanThroughput(pass, level), Avg: meanTime(pass, level), Right: rightOf(pass, level) }
}

type ReadFigure = (pass: Pass) => Measured

// A figure of both sides.
function ofSides(name: string, read: ReadFigure, documented?: Figures, unit?: DocumentedRow['unit']): DocumentedRow {
  const values = (suite: SuiteResult): Readonly<Record<string, readonly Measured[]>> => ({
    Single: passesOf(suite, 'single').map(read),
    Cluster: passesOf(suite, 'cluster').map(read),
  })
  return { name, values, ...(documented !== undefined && { documented }), ...(unit !== undefined && { unit }) }
}

const throughputAt =
  (level: string): ReadFigure =>
  (pass) =>
    meanThroughput(pass, level)

const documentedAt: Readonly<Record<string, Figures>> = {
  'Light Load': { Single: 10_287, Cluster: 1671 },
  'Heavy Load': { Single: 12_910, Cluster: 5477 },
}

function endpointRows(test: string, endpoints: readonly HyphaEndpoint[]): readonly DocumentedRow[] {
  return endpoints.map(({ name, path, service }) => {
    const [route = ''] = path.split('?')
    const where = { test, endpoint: `GET /default/services/${service}${route === '' ? '' : `/${route}`}` }
    return { name: `${test}, ${name}`, where }
  })
}

/** The tables of the document, and those that its scripts print. */
export const hyphaTables: readonly DocumentedTable[] = [
  {
    title: 'Peak performance',
    onlyRun: true,
    columns,
    rows: [
      overall('Single Instance Peak, 500 at a time', 'single', { 'Req/Sec': 15_513, Avg: '21.60 ms', Right: all }, peak),
      overall('Docker Cluster Peak, 500 at a time', 'cluster', { 'Req/Sec': 11_004, Avg: 28.76, Right: all }, peak),
      overall('Heavy Load (Single), 100 at a time', 'single', { 'Req/Sec': 12_910, Avg: 6.57, Right: all }, heavy),
      overall('Heavy Load (Cluster), 100 at a time', 'cluster', { 'Req/Sec': 5477, Avg: 33.25, Right: all }, heavy),
      run('Max 500', 'Legacy Maximum, 500 at a time', { 'Req/Sec': 9875, Avg: 32.04 }),
      run('Burst 1000', 'Legacy Burst Test, 1,000 at a time', { 'Req/Sec': 13_204, Avg: 47.13 }),
    ],
  },
  {
    title: 'Single instance and cluster',
    onlyRun: true,
    columns: [
      { head: 'Single', unit: 'per second' },
      { head: 'Cluster', unit: 'per second' },
    ],
    rows: [
      ofSides('Peak Throughput', (pass) => peak(pass)['Req/Sec'], { Single: 15_513, Cluster: 11_004 }),
      ofSides('Average Throughput', (pass) => meanThroughput(pass), { Single: 12_163, Cluster: 4513 }),
      ofSides('Average Response Time', (pass) => meanTime(pass), { Single: 10.78, Cluster: 54.57 }, 'time'),
      ofSides('Average Success Rate', (pass) => rightOf(pass), { Single: all, Cluster: all }, 'share'),
      ...loadLevels.map(([level]) => ofSides(level, throughputAt(level), documentedAt[level])),
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
    title: 'Bursts',
    onlyRun: true,
    columns,
    rows: casesOf('burst').map(({ name, requests, concurrency }) => {
      const documented = concurrency === 1000 ? { 'Req/Sec': 13_204, Avg: 47.13 } : undefined
      return run(name, `${formatNumber(requests)}, ${formatNumber(concurrency)} at a time`, documented)
    }),
  },
  {
    title: 'Performance statistics',
    onlyRun: true,
    columns: [{ head: 'Figure', unit: 'time' }],
    rows: [
      overall('Fastest Response', 'single', { Figure: '0.32 ms' }, (pass) => ({ Figure: timesOf(pass, 'min')[0] })),
      overall('Best Response Range, light load', 'single', { Figure: '5.59 ms' }, (pass) => ({
        Figure: timesOf(at(pass, 'Light Load'), 'max').at(-1),
      })),
    ],
  },
  {
    title: 'Endpoint by endpoint',
    onlyRun: true,
    detail: true,
    columns: timesOfEach,
    rows: ({ tests }) =>
      [...new Set(tests.map(({ variant }) => variant))].flatMap((variant) =>
        loadLevels.flatMap(([level]) =>
          benchmarkEndpoints.map(({ name }) => ({
            name: `${variant === 'default' ? '' : `${variant}: `}${nameOfCase(level, name)}`,
            where: { test: nameOfCase(level, name), variant },
          })),
        ),
      ),
  },
  {
    title: 'Endpoints of one run',
    onlyRun: true,
    detail: true,
    columns: timesOfEach,
    rows: [...endpointRows('Max 500', maxThroughputEndpoints), ...endpointRows('Heavy Mix', stressEndpoints)],
  },
]

// The shortest first.
function timesOf(pass: Pass, figure: 'min' | 'max'): readonly number[] {
  return pass.flatMap(({ load }) => load.responseTime[figure] ?? []).toSorted((a, b) => a - b)
}

/** What the document has wrong, and how its figures are to be read. */
export const hyphaCorrections: readonly Correction[] = [
  'Req/Sec counts right responses here; the published scripts counted every response with status 200, whatever was in it.',
  'The published advantages of 406.4 % and 515.7 % are 406.2 % and 515.6 % by the published figures; a time that is longer is no advantage of -406.4 %.',
  'Of the bursts, the document names 11,651/s as the best in one place, and 13,204/s in two others.',
  'The published peaks had 335 of 500 (15,513/s x 21.6 ms) and 316 of 500 (11,004/s x 28.76 ms) in flight on average: between batches its generator idled.',
  (suite) =>
    (['single', 'cluster'] as const).flatMap((side) => {
      const best = passesOf(suite, side).flatMap((pass) => peakOf(pass) ?? [])[0]
      const [perSecond, time] = [best && throughputOf(best.load), best?.load.responseTime.mean]
      if (perSecond === undefined || perSecond === 0 || time === undefined || time === null) return []
      const inFlight = formatNumber(Math.round((perSecond * time) / 1000))
      return [
        `The measured peak of the ${side === 'single' ? 'single instance' : 'cluster'} had ${inFlight} in flight on average (${formatNumber(perSecond)}/s x ${formatTime(time)}).`,
      ]
    }),
]
