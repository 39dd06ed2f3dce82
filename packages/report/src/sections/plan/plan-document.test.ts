import type { ScenarioPlan, SuitePlan, TestPlan } from '@benchpress/core'
import { plainPalette, type Style } from '../../render/palette.ts'
import { expect, test } from 'vitest'
import { connectionsWorkload } from '../../../test/suite-fixture.ts'
import { rateWorkload } from '../../../test/users-fixture.ts'
import { text } from '../../render/text.ts'
import { planDocument } from './plan-document.ts'

const cwd = '/shop'
const terminal = { ...plainPalette, columns: 60 }

const connections = { ...connectionsWorkload, connections: 7, pipelining: 1, refill: 'each' as const }

const bidding: ScenarioPlan = {
  name: 'bidding',
  request: 'bid, browse',
  workload: {
    ...rateWorkload,
    from: 5,
    stages: [
      { duration: 30, to: 20 },
      { duration: 60, to: 20 },
    ],
    warmup: 5,
    duration: 90,
  },
  timeline: [
    { phase: 'warm-up', start: 0, end: 5, from: 5, to: 5 },
    { phase: 'run', start: 5, end: 35, from: 5, to: 20 },
    { phase: 'run', start: 35, end: 95, from: 20, to: 20 },
  ],
  levels: Array.from({ length: 90 }, (_, second) => Math.min(20, 5 + second / 2)),
  mostUsers: 1000,
  sockets: 1000,
  iterations: { count: 1575, accuracy: 'exactly' },
  journeys: [
    { name: 'bid', share: 0.75, module: 'file:///shop/bid.journey.ts', export: 'default' },
    { name: 'browse', share: 0.25, module: '/browse.journey.ts', export: 'browse' },
  ],
}

test('describes and draws the load over time at the width of the terminal, with the number of users, connections and iterations', () => {
  expect(planReport(suitePlan(), terminal)).toBe(`Scenario bidding
  journey bid, 75 % of the iterations: bid.journey.ts
  journey browse, 25 % of the iterations: browse of
    ../browse.journey.ts
  5/s rising to 20/s in 30s, then 20/s for 1m, arriving
    uniformly, at most 1,000 users

  0s to 5s:     5/s (warm-up, counted apart)
  5s to 35s:    5/s rising to 20/s
  35s to 1m35s: 20/s

  20/s │              ▁▃▆███████████████████████████████████
       │          ▂▃▅███████████████████████████████████████
       │      ▁▂▅▇██████████████████████████████████████████
       │  ▁▂▄▇██████████████████████████████████████████████
       │▄▆██████████████████████████████████████████████████
       │████████████████████████████████████████████████████
     0 └────────────────────────────────────────────────────
        5s                                             1m35s

  1,575 iterations in the run phase
  at 20/s, 1,000 users are enough while an iteration takes
    less than 50s
  at most 1,000 users at a time, on 1,000 connections

Test shop
  target: the command node server.mjs
  length: 1m35s
  at most 1,000 connections at a time; this machine allows
    19,900
  load threads: 1
  hooks: beforeAll, afterUser of bid.journey.ts
  thresholds:
    http_failed rate < 1%
    http_response_time p99 < 2s, which ends the test as soon
      as it fails

Nothing was started, and nothing was sent.
`)
})

test.each<[string, Partial<ScenarioPlan>, string]>([
  [
    'connections end when they end',
    { workload: connections, iterations: null, journeys: [] },
    'as many requests as the responses allow\n  7 connections\n',
  ],
  ['random arrivals', { iterations: { count: 1500, accuracy: 'about' } }, '  about 1,500 iterations in the run phase\n'],
  ['paced users', { iterations: { count: 1, accuracy: 'most' } }, '  at most 1 iteration in the run phase\n'],
  ['a count', { timeline: [{ phase: 'run', start: 3, end: null, from: 5, to: 5 }], levels: [] }, '\n  from 3s on: 5/s\n  1,575 iterations'],
])('shows a bound for a figure that cannot be planned exactly: %s', (_, changes, shown) => {
  const plan = suitePlan({ scenarios: [{ ...bidding, sockets: 7, ...changes }] })
  expect(planReport(plan, plainPalette)).toContain(shown)
})

test('a URL is shown without user and password, and a test without thresholds is marked as such', () => {
  const target = { kind: 'url', url: 'http://me:hunter2@localhost:3000', command: null } as const
  const report = planReport(suitePlan({ target, thresholds: [], workers: 0, duration: null }), plainPalette)
  expect(report).toContain('  target: http://localhost:3000\n  at most 1,000 connections at a time; this machine allows 19,900\n')
  expect(report).toContain('  load threads: none, the load runs in the main thread\n')
  expect(report).toContain('  thresholds: none\n')
})

test('reports the number of connections of a plugin as unknown', () => {
  const plugin = { name: 'sse', version: null, module: '/sse.ts', options: null, metrics: {} }
  expect(planReport({ ...suitePlan(), plugins: [plugin] }, plainPalette)).toContain(
    'this machine allows 19,900\n  plugins: sse; connections that they open come on top\n  load threads: 1\n',
  )
})

function planReport(plan: SuitePlan, style: Style): string {
  return text(planDocument(plan, { cwd, columns: style.columns }), style)
}

function suitePlan(changes: Partial<TestPlan> = {}): SuitePlan {
  return {
    name: 'shop',
    repeats: 1,
    pause: 0,
    tests: [
      {
        name: 'shop',
        target: { kind: 'command', url: null, command: ['node', 'server.mjs'] },
        variants: [],
        scenarios: [bidding],
        duration: 95,
        workers: 1,
        sockets: 1000,
        thresholds: [
          { selector: 'http_failed', condition: 'rate < 1%', abortOnFail: false },
          { selector: 'http_response_time', condition: 'p99 < 2s', abortOnFail: true },
        ],
        ...changes,
      },
    ],
    limits: { openFiles: 20_000, openFilesUsed: 36, portRange: [32_768, 60_999], ephemeralPorts: 28_232 },
    hooks: { 'file:///shop/bid.journey.ts': ['beforeAll', 'afterUser'], '/shop/other.ts': ['beforeAll'] },
    plugins: [],
  }
}

test.each<[string, readonly ScenarioPlan[]]>([
  [', in turn', [bidding]],
  [', connections dealt out', [{ ...bidding, workload: connections }]],
  ['', [bidding, { ...bidding, name: 'reads', workload: connections }]],
])('reports how several servers share the load: %s', (way, scenarios) => {
  const servers = ['http://localhost:8080', 'http://localhost:8081', 'http://localhost:8082']
  const target = { kind: 'url', url: 'http://localhost:8080', command: null, servers } as const
  const report = planReport(suitePlan({ target, scenarios }), plainPalette)
  expect(report).toContain(`target: 3 servers${way}: http://localhost:8080, http://localhost:8081, http://localhost:8082`)
})
