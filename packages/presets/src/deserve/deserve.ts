import { definePreset, timeColumns, type DocumentedColumn, type Preset } from '@benchpress/core/preset'
import { perSecond } from '@benchpress/report'

const stats = ['1%', '2.5%', '50%', '97.5%', 'Avg', 'Stdev', 'Min'].map((head): DocumentedColumn => ({ head, unit: 'per second' }))

/** The benchmark of Deserve, a framework for Deno: one route that responds with a small JSON object, 500 connections x 10. */
export const deserve: Preset = definePreset({
  name: 'deserve',
  title: 'Deserve: GET /test, 500 connections with 10 pipelined requests, 30 s, 3 runs',
  source: {
    url: 'https://github.com/NeaByteLab/Deserve',
    tool: 'autocannon',
    machine: 'MacBook Pro M3 Pro (11 cores, 18 GB)',
    what: '3 runs',
  },
  url: 'http://localhost:8000/test',
  suite: ({ path }) => {
    const scenarios = { test: { request: { path }, workload: { connections: 500, pipelining: 10, duration: '30s' } } }
    // No request of the documented runs failed.
    const thresholds = { http_failed: 'rate == 0%' }
    return { name: 'deserve', repeats: 3, tests: [{ name: 'deserve', scenarios, thresholds }] }
  },
  // A route other than the documented one may have any response.
  knownRoutes: ({ path }) =>
    path === undefined || path === '/test'
      ? [{ path: '/test', contains: '"hello"', of: 'a server that responds to GET /test as Deserve does' }]
      : [],
  standIn: {
    description: 'the embedded node:http server, which responds the same as the documented program but is not Deserve on Deno',
    load: async () => (await import('@benchpress/example-deserve')).deserveTarget,
    code: async () => (await import('@benchpress/example-deserve')).readCodeUnderTest(),
  },
  documented: [
    {
      title: 'Documented and measured, latency',
      intro: 'mean (lowest to highest) of the runs',
      columns: timeColumns({ '2.5%': 'p2_5', '50%': 'p50', '97.5%': 'p97_5', '99%': 'p99', Avg: 'mean', Stdev: 'stdev', Max: 'max' }),
      rows: [
        {
          name: 'Latency',
          documented: {
            '2.5%': [13, 18, 18],
            '50%': [24, 23, 23],
            '97.5%': [33, 38, 37],
            '99%': [42, 42, 40],
            Avg: [24.77, 24.92, 24.35],
            Stdev: [5.78, 6.56, 5.94],
            Max: [138, 158, 160],
          },
        },
      ],
    },
    {
      title: 'Documented and measured, requests per second',
      columns: stats,
      rows: [
        {
          name: 'Req/Sec',
          measure: perSecond('requests'),
          documented: {
            '1%': [166_527, 162_431, 184_191],
            '2.5%': [166_527, 162_431, 184_191],
            '50%': [203_519, 200_063, 203_391],
            '97.5%': [208_127, 208_127, 211_199],
            Avg: [199_249.07, 197_789.87, 202_628.27],
            Stdev: [10_504.62, 10_004.33, 5672.56],
            Min: [166_415, 162_409, 184_142],
          },
        },
      ],
    },
    {
      title: 'Documented and measured, bytes per second',
      detail: true,
      columns: stats,
      rows: [
        {
          name: 'Bytes/Sec',
          unit: 'bytes',
          measure: perSecond('bytes'),
          documented: {
            '1%': [24.8e6, 24.2e6, 27.4e6],
            '2.5%': [24.8e6, 24.2e6, 27.4e6],
            '50%': [30.3e6, 29.8e6, 30.3e6],
            '97.5%': [31e6, 31e6, 31.5e6],
            Avg: [29.7e6, 29.5e6, 30.2e6],
            Stdev: [1.56e6, 1.49e6, 846e3],
            Min: [24.8e6, 24.2e6, 27.4e6],
          },
        },
      ],
    },
    {
      title: 'Documented and measured, in all',
      detail: true,
      columns: [{ head: 'Total', unit: 'count' }],
      rows: [
        {
          name: 'Requests',
          documented: { Total: [5_983_000, 5_939_000, 6_083_000] },
          measure: { Total: ({ scenario }) => scenario.counts.started },
        },
        {
          name: 'Read',
          unit: 'bytes',
          documented: { Total: [891e6, 884e6, 906e6] },
          measure: { Total: ({ scenario }) => scenario.dataReceived },
        },
      ],
    },
  ],
  corrections: [
    'The average latency of 24.77 ms is how long 5,000 requests in flight wait at 199,249 requests a second (25.1 ms): it is the depth of the queue, not the time that the server takes.',
  ],
})
