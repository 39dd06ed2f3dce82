import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { recorded, recordedResult } from '../../test/recorded-results.ts'
import { scenario, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { users as usersFixture } from '../../test/users-fixture.ts'
import { k6Summaries } from './k6-summary.ts'

type Figures = Readonly<Record<string, number | null>>
type Metrics = Readonly<Record<string, Figures & { readonly values: Figures }>>

interface Summary {
  readonly metrics: Metrics
  readonly root_group: { readonly id: string; readonly checks: Readonly<Record<string, object>> }
  readonly state: { readonly testRunDurationMs: number }
  readonly options: { readonly summaryTrendStats: readonly string[] }
}

/** Reads a summary like a script that was written for the exported file of k6. */
function readSummary(text: string): Summary {
  return JSON.parse(text)
}

/** A typical `handleSummary` of k6, which takes figures from the `values` of metrics. */
function handleSummary({ metrics, state, options }: Summary): string {
  const seconds = state.testRunDurationMs / 1000
  const duration = metrics['http_req_duration']?.values
  const trend = options.summaryTrendStats.map((name) => `${name}=${duration?.[name]}`)
  const requests = metrics['http_reqs']?.values
  const { rate, fails } = metrics['http_req_failed']?.values ?? {}
  const { passes } = metrics['checks']?.values ?? {}
  return [seconds, ...trend, requests?.['count'], requests?.['rate'], rate, fails, metrics['vus_max']?.values['max'], passes].join(' ')
}

const trends = [
  'http_req_duration',
  'http_req_blocked',
  'http_req_connecting',
  'http_req_tls_handshaking',
  'http_req_sending',
  'http_req_waiting',
  'http_req_receiving',
]

test('a script that reads the keys of k6 finds each of them, with the figures of the result', () => {
  const suite = recordedResult('journeys')
  const files = Object.values(k6Summaries(suite, 'summary.json'))
  const scenarios = suite.tests.flatMap((each) => each.scenarios)
  expect(files).toHaveLength(scenarios.length)
  for (const [index, { serviceTime, users, counts, duration }] of scenarios.entries()) {
    const { metrics, root_group: group } = readSummary(files[index] ?? '')
    for (const name of trends) {
      const { values, ...exported } = metrics[name] ?? { values: {} }
      expect(exported).toEqual({ type: 'trend', contains: 'time', ...values })
      expect(Object.keys(values)).toEqual(['avg', 'min', 'med', 'max', 'p(50)', 'p(90)', 'p(95)', 'p(99)'])
    }
    const { mean, min, p50, p90, p95, max } = serviceTime
    expect(metrics['http_req_duration']).toMatchObject({ avg: mean, min, med: p50, max, 'p(90)': p90, 'p(95)': p95 })
    const ended = counts.started - counts.outcomes.aborted
    expect(metrics['http_reqs']).toMatchObject({ count: ended, rate: ended / duration })
    expect(metrics['iterations']?.['count']).toBe(users?.iterations.completed)
    expect(Object.keys(group.checks)).toEqual(users?.checks.map(({ name }) => name))
    // MD5 of the path, which is empty.
    expect(group.id).toBe('d41d8cd98f00b204e9800998ecf8427e')
    for (const [name, check] of Object.entries(group.checks))
      expect(check).toMatchObject({ name, path: `::${name}`, id: createHash('md5').update(`::${name}`).digest('hex') })
  }
})

test('a script for handleSummary finds the figures of the result in the values of metrics', () => {
  const suite = recordedResult('journeys')
  const [shoppers] = suite.tests.flatMap((each) => each.scenarios)
  if (shoppers?.users == null) throw new Error('there are no users')
  const [text = ''] = Object.values(k6Summaries(suite, 'summary.json'))
  const { duration, serviceTime, counts, users } = shoppers
  const { mean, min, p50, max, p90, p95, p99 } = serviceTime
  const ended = counts.started - counts.outcomes.aborted
  const failed = ended - counts.outcomes.ok
  const times = [`avg=${mean}`, `min=${min}`, `med=${p50}`, `max=${max}`, `p(50)=${p50}`, `p(90)=${p90}`, `p(95)=${p95}`, `p(99)=${p99}`]
  const passed = users.checks.reduce((sum, check) => sum + check.passed, 0)
  expect(handleSummary(readSummary(text))).toBe(
    [duration, ...times, ended, ended / duration, failed / ended, ended - failed, 5, passed].join(' '),
  )
})

test('users of stages have the least, the most and the last level of their plan', () => {
  const workload = {
    kind: 'users',
    model: 'closed',
    startAfter: 0,
    duration: 30,
    warmup: 0,
    gracefulStop: 30,
    from: 1,
    stages: [
      { duration: 10, to: 10 },
      { duration: 20, to: 4 },
    ],
    iterations: null,
    pacing: 0,
  } as const
  const { 'out.json': text = '' } = k6Summaries(
    suiteResult([testResult({ scenarios: [scenario({ workload, users: usersFixture() })] })]),
    'out.json',
  )
  expect(readSummary(text).metrics).toMatchObject({ vus: { value: 4, min: 1, max: 10 }, vus_max: { value: 10, min: 10, max: 10 } })
})

test('where there are no checks, a summary has none', () => {
  const { 'out.json': text = '' } = k6Summaries(suiteResult(), 'out.json')
  expect(readSummary(text).metrics).not.toHaveProperty('checks')
})

test.each(recorded)('the recorded result %s has a file for each scenario and run', (_name, suite) => {
  const names = Object.keys(k6Summaries(suite, 'out.json'))
  expect(names).toHaveLength(Math.max(1, suite.tests.flatMap(({ scenarios }) => scenarios).length))
  expect(names.slice(0, 2)).toEqual(['out.json', 'out-2.json'].slice(0, names.length))
})
