import { definePreset, onTarget, type Preset } from '@benchpress/core/preset'
import { documentedSection, type DocumentedRun, type FigureName } from '@benchpress/report'

/** The benchmark of Deserve, a framework for Deno: one route that responds with a small JSON object, 500 connections x 10. */
export const deserve: Preset = definePreset({
  name: 'deserve',
  title: 'Deserve: GET /test, 500 connections with 10 pipelined requests, 30 s, 3 runs',
  source: 'https://github.com/NeaByteLab/Deserve',
  documented: { tool: 'autocannon', machine: 'MacBook Pro M3 Pro (11 cores, 18 GB)', runs: documentedRuns() },
  url: 'http://localhost:8000/test',
  suite: (target, path) => {
    const scenarios = { test: { request: { path }, workload: { connections: 500, pipelining: 10, duration: '30s' } } }
    // No request of the documented runs failed.
    const thresholds = { http_failed: 'rate == 0%' }
    return onTarget({ name: 'deserve', repeats: 3, tests: [{ name: 'deserve', scenarios, thresholds }] }, target)
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
  sections: (suite, presetRun) => [documentedSection(suite, presetRun, documentedRuns(), columns)],
})

const columns: readonly FigureName[] = ['requestsPerSecond', 'mean', 'p50', 'p97_5', 'p99', 'max', 'requests', 'bytes']

function documentedRuns(): readonly DocumentedRun[] {
  return [
    { requestsPerSecond: 199_249.07, mean: 24.77, p50: 24, p97_5: 33, p99: 42, max: 138, requests: 5_983_000, bytes: 891e6 },
    { requestsPerSecond: 197_789.87, mean: 24.92, p50: 23, p97_5: 38, p99: 42, max: 158, requests: 5_939_000, bytes: 884e6 },
    { requestsPerSecond: 202_628.27, mean: 24.35, p50: 23, p97_5: 37, p99: 40, max: 160, requests: 6_083_000, bytes: 906e6 },
  ]
}
