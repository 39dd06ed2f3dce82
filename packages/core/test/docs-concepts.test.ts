import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { RequestScenarioConfig } from '../src/config/scenario.ts'
import type { MetricType } from '../src/measure/recorder/own-metric.ts'
import { builtInMetrics } from '../src/result/threshold/built-in-metrics.ts'
import { findTagProblem } from '../src/result/threshold/parse-threshold.ts'
import { tableOf, type FiguresOf } from '../src/model/metrics/figure-sums.ts'
import type { FigureKind } from '../src/model/metrics/figure.ts'
import { pluginOutcomes } from '../src/model/metrics/outcome.ts'
import type { ClientContext, Plugin } from '../src/load/plugin/define-plugin.ts'
import type { FoundLimit, TestResult } from '../src/result/shape/result.ts'
import type { DeliverySummary } from '../src/result/summary/delivery-summary.ts'
import type { UsersSummary } from '../src/result/summary/users-summary.ts'
import type { FeedEnd, FeedMode } from '../src/load/user/feed/feed.ts'
import type { HttpResponse, HttpOptions, JourneyExpect } from '../src/load/user/http/http-client.ts'
import type { JourneyHooks, UserMembers } from '../src/load/user/journey.ts'
import type { Workload } from '../src/model/workload/workload.ts'

// The types see to it that no name is missing here.
const lists: readonly [page: string, of: string, names: readonly string[]][] = [
  ['workloads', 'kinds', namesOf<Workload['kind'] | 'stages'>({ connections: 1, users: 1, rate: 1, stages: 1, batch: 1 })],
  ['workloads', 'orders', namesOf<NonNullable<RequestScenarioConfig['order']>>({ 'in-turn': 1, shuffled: 1, 'one-after-another': 1 })],
  [
    'journeys',
    'members of a user',
    namesOf<keyof UserMembers>({
      id: 1,
      iteration: 1,
      shared: 1,
      state: 1,
      random: 1,
      signal: 1,
      env: 1,
      http: 1,
      metrics: 1,
      check: 1,
      think: 1,
      sleepUntil: 1,
      group: 1,
    }),
  ],
  ['journeys', 'hooks', namesOf<keyof JourneyHooks>({ beforeAll: 1, afterAll: 1, beforeUser: 1, afterUser: 1 })],
  [
    'http-client',
    'options',
    namesOf<keyof HttpOptions>({
      headers: 1,
      query: 1,
      body: 1,
      json: 1,
      form: 1,
      multipart: 1,
      auth: 1,
      expect: 1,
      name: 1,
      tags: 1,
      timeout: 1,
      redirects: 1,
      discardBody: 1,
    }),
  ],
  ['http-client', 'what is expected', namesOf<keyof JourneyExpect>({ status: 1, body: 1, json: 1 })],
  [
    'http-client',
    'parts of a response',
    namesOf<keyof HttpResponse>({ status: 1, ok: 1, url: 1, headers: 1, timings: 1, bytes: 1, text: 1, json: 1 }),
  ],
  ['feeds', 'modes', namesOf<FeedMode>({ unique: 1, sequential: 1, random: 1, perUser: 1 })],
  ['feeds', 'ends', namesOf<FeedEnd>({ stop: 1, error: 1, wrap: 1 })],
  ['plugins', 'parts of a plugin', namesOf<keyof Plugin>({ name: 1, options: 1, metrics: 1, setup: 1, createClient: 1, teardown: 1 })],
  ['plugins', 'outcomes of the requests of a plugin', [...pluginOutcomes]],
  [
    'plugins',
    'members of what a client is made of',
    namesOf<keyof ClientContext>({
      options: 1,
      shared: 1,
      target: 1,
      address: 1,
      env: 1,
      userId: 1,
      http: 1,
      cookies: 1,
      signal: 1,
      random: 1,
      metrics: 1,
      deliveries: 1,
      check: 1,
      fail: 1,
      now: 1,
      wait: 1,
      requests: 1,
    }),
  ],
  ['metrics', 'types', namesOf<MetricType>({ counter: 1, gauge: 1, rate: 1, trend: 1 })],
  [
    'sweeps',
    'what ends a search',
    namesOf<FoundLimit['by']>({ slo: 1, rate: 1, generator: 1, target: 1, invalid: 1, 'highest rate': 1, nothing: 1 }),
  ],
  [
    'results',
    'parts of a test',
    namesOf<Exclude<keyof TestResult, 'name' | 'variant' | 'repeat' | 'startedAt' | 'duration' | 'cpus' | 'hostCpu' | 'hostInterruptCpu'>>({
      verdict: 1,
      limitedBy: 1,
      interrupted: 1,
      thresholds: 1,
      metrics: 1,
      deliveries: 1,
      scenarios: 1,
      target: 1,
      generator: 1,
      machines: 1,
      startSpread: 1,
      resources: 1,
      absences: 1,
      seed: 1,
      sweep: 1,
    }),
  ],
  ['results', 'counts and levels of users', tableOf('users', 'count', 'most', 'level').map(([name]) => name)],
  [
    'results',
    'other figures of users',
    namesOf<Exclude<keyof UsersSummary, 'iterationsPerSecond' | keyof FiguresOf<'users', FigureKind, unknown>>>({
      iterations: 1,
      warmupIterations: 1,
      iterationDuration: 1,
      journeys: 1,
      failures: 1,
      checks: 1,
      groups: 1,
      tags: 1,
      pluginRequests: 1,
      feeds: 1,
    }),
  ],
  ['results', 'figures of connections', [...tableOf('connections', 'count').map(([name]) => name), 'responsesBeforeClose']],
  [
    'deliveries',
    'figures of messages',
    namesOf<keyof DeliverySummary>({
      name: 1,
      sent: 1,
      accepted: 1,
      refused: 1,
      unanswered: 1,
      expected: 1,
      received: 1,
      duplicated: 1,
      lost: 1,
      lostInGap: 1,
      lostAfterLeaving: 1,
      lostByTarget: 1,
      lostByTargetAtMost: 1,
      receivedUnaccepted: 1,
      misdelivered: 1,
      outOfOrder: 1,
      foreign: 1,
      unstamped: 1,
      buffered: 1,
      activeSeconds: 1,
      bufferedSeconds: 1,
      reach: 1,
      deliveryTime: 1,
      fanOutTime: 1,
      stalls: 1,
      gaps: 1,
      clockError: 1,
    }),
  ],
]

test.each(lists)('docs/%s.md names all %s', (page, _, names) => {
  const text = readPage(page)
  expect(names.filter((name) => !new RegExp(`\`${name}(?:\\(|\`)`).test(text))).toEqual([])
})

describe('docs/metrics.md', () => {
  const rows = [...readPage('metrics').matchAll(/^\| `(\w+)` +\| (counter|gauge|rate|trend) +\| (\w*) +\| (.+?)\. +\| (.*?) +\|$/gm)]

  test('docs/metrics.md lists the metrics of every test as they are declared', () => {
    const listed = rows.map(([, name, type, unit, description]) => [name, { type, ...(unit === '' ? {} : { unit }), description }])
    expect(Object.fromEntries(listed)).toEqual(builtInMetrics)
  })

  test.each(rows.map(([, name = '', , , , kept = '']) => ({ name, kept })))('says by what $name is kept', ({ name, kept }) => {
    const tags = { endpoint: 'GET /', status: '2xx', check: 'any', journey: 'any', group: 'any', plugin: 'any', 'own tags': 'any' }
    const isKept = ([tag, value]: [string, string]): boolean =>
      findTagProblem({ metric: name, tags: { [tag === 'own tags' ? 'kind' : tag]: value } }, []) === undefined
    const known = Object.entries(tags)
      .filter(isKept)
      .map(([tag]) => (tag === 'own tags' ? tag : `\`${tag}\``))
    expect(kept).toBe(known.join(', '))
  })
})

function namesOf<Name extends string>(names: Readonly<Record<Name, 1>>): readonly string[] {
  return Object.keys(names)
}

function readPage(name: string): string {
  return readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8')
}
