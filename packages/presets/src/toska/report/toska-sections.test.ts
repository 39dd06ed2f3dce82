import { describe, expect, test } from 'vitest'
import type { SuiteResult, TestResult } from '@benchpress/core'
import type { PresetRun } from '@benchpress/core/preset'
import type { ReportTable } from '@benchpress/core/report'
import { drawCell, presetSections } from '@benchpress/report'
import { plainPalette } from '@benchpress/report/format'
import { suiteResult } from '../../../../report/test/suite-fixture.ts'
import { k6Example, kvLevel, operations } from '../../../test/toska-fixture.ts'
import { times } from '../../../../report/test/users-fixture.ts'
import { toska } from '../toska.ts'
import { markdownReport, textReport, presetJson } from '../../../../cli/test/render.ts'

const presetRun: PresetRun = { preset: toska, part: 'kv', isEmbedded: true, changes: [], code: [] }
const options = { allPercentiles: false, statusCodes: false, presetRun }

// Without the rows that a screen has.
function partsOf(suite: SuiteResult, part: string | undefined = 'kv'): readonly unknown[] {
  const [_overview, ...sections] = presetSections(suite, { ...presetRun, part })
  return sections.flatMap(({ parts }) => parts)
}

function tableOf(suite: SuiteResult, index: number, part?: string): readonly (readonly string[])[] {
  const { head, rows } = partsOf(suite, part)[index] as ReportTable
  return [head, ...rows.map((row) => row.map(drawCell))]
}

const compared = (): readonly TestResult[] => [
  operations('redis-set', 84_246),
  operations('toska-put', 20_000),
  operations('redis-get', 88_731, { verdict: { level: 'suspect', reasons: [] }, limitedBy: { by: 'generator', text: 'generator' } }),
  operations('toska-get', 25_000),
]

describe('the report of preset toska', () => {
  test("has each documented or measured level, with the throughput of Little's law, and the overshoot of sleeps", () => {
    expect(tableOf(suiteResult([kvLevel(10), kvLevel(15)]), 0)).toEqual([
      ['Users', 'Of', 'RPS', 'Predicted', '50%', '90%', '99%', 'Errors', 'Limited by'],
      ['10', 'documented', '481', '', '450 µs', '1.14 ms', '1.79 ms', '0 %', ''],
      ['', 'measured', '461', '461', '1.05 ms', '3.01 ms', '6.8 ms', '0 %', 'think time'],
      ['15', 'measured', '461', '461', '1.05 ms', '3.01 ms', '6.8 ms', '0 %', 'think time'],
      ['20', 'documented', '952', '', '590 µs', '1.56 ms', '4.45 ms', '0 %', ''],
      ['30', 'documented', '1,434', '', '520 µs', '1.42 ms', '4.07 ms', '0 %', ''],
      ['40', 'documented', '1,914', '', '550 µs', '1.49 ms', '2.8 ms', '0 %', ''],
    ])
  })

  test('begins with a row for each level and each operation beside Redis, over all its runs', () => {
    const suite = suiteResult([kvLevel(10), kvLevel(10, { repeat: 2 }), kvLevel(15), ...compared()])
    const [overview] = presetSections(suite, { ...presetRun, part: undefined })
    const table = overview?.parts[0] as ReportTable
    expect([table.head, ...table.rows.map((row) => row.map(drawCell))]).toEqual([
      ['Per second', 'Documented', 'Measured', 'Documented 99%', 'Measured 99%', 'Limited by'],
      ['kv, 10 users', '481', '461', '1.79 ms', '6.8 ms', 'think time'],
      ['kv, 15 users', '', '461', '', '6.8 ms', 'think time'],
      ['kv, 20 users', '952', '', '4.45 ms', '', ''],
      ['kv, 30 users', '1,434', '', '4.07 ms', '', ''],
      ['kv, 40 users', '1,914', '', '2.8 ms', '', ''],
      ['SET of Redis', '259,067', '84,246', '', '2 ms', 'concurrency'],
      ['PUT of Toska', '20,375', '20,000', '4.41 ms', '8 ms', 'concurrency'],
      ['GET of Redis', '242,131', '88,731', '', '2 ms', 'generator'],
      ['GET of Toska', '28,522', '25,000', '2.84 ms', '8 ms', 'concurrency'],
    ])
  })

  test('fits into a terminal of 100 columns, whatever the limit was', () => {
    const busy = { limitedBy: { by: 'other processes', text: 'other processes on this machine (1.9 of 2 CPUs)' } } as const
    const lines = textReport(suiteResult([kvLevel(10, busy), kvLevel(20, busy)]), options, plainPalette).split('\n')
    const from = lines.findIndex((line) => line.startsWith('Documented and measured'))
    expect(lines.slice(from).join('\n')).toMatch(/│ other processes +│$/m)
    for (const line of lines.slice(from).filter((one) => one.startsWith('│'))) expect(line.length).toBeLessThanOrEqual(100)
  })

  test('gives the requests per second of each user, which the sleep limits', () => {
    expect(partsOf(suiteResult([kvLevel(10)]))[1]).toEqual(
      expect.arrayContaining([
        'documented: 48.1, 47.6, 47.8, 47.9 requests a second of each user at 10, 20, 30, 40 users, where 50 are the most that 5 requests and a sleep of 0.1 s allow',
        'measured:   46.1 at 10 users',
        'overslept:  800 µs at 10 users: how much longer than 0.1 s a sleep took on average',
      ]),
    )
  })

  test('has both sides of the comparison, and how far the ratio can be believed', () => {
    expect(tableOf(suiteResult(compared()), 0, 'redis')).toEqual([
      ['Operations a second', 'Of', 'Redis over RESP', 'Toska over HTTP', 'Redis / Toska'],
      ['SET and PUT', 'documented', '259,067', '20,375', '12.7x'],
      ['', 'measured', '84,246', '20,000', '4.21x, of one run'],
      ['GET', 'documented', '242,131', '28,522', '8.49x'],
      ['', 'measured', '88,731', '25,000', '3.55x, of one run, suspect'],
    ])
    expect(tableOf(suiteResult(compared()), 1, 'redis')).toEqual([
      ['Latency', 'Of', 'Avg', '50%', '90%', '99%', 'Errors'],
      ['PUT', 'documented', '2.44 ms', '2.33 ms', '2.96 ms', '4.41 ms', '0'],
      ['', 'measured from its call', '2.2 ms', '2 ms', '3 ms', '8 ms', '5'],
      ['SET', 'measured from its call', '550 µs', '500 µs', '750 µs', '2 ms', '5'],
      ['GET over HTTP', 'documented', '1.75 ms', '1.66 ms', '2.09 ms', '2.84 ms', '0'],
      ['', 'measured from its call', '2.2 ms', '2 ms', '3 ms', '8 ms', '5'],
      ['GET over RESP', 'measured from its call', '550 µs', '500 µs', '750 µs', '2 ms', '5'],
    ])
    expect(partsOf(suiteResult(compared()), 'redis')[2]).toEqual(
      expect.arrayContaining([
        'GET over RESP was limited by generator',
        expect.stringMatching(/^Latencies measured here begin when an operation is asked for and end with its last byte, on both sides:/),
      ]),
    )
  })

  test('has the interval of a ratio of five runs, and the rates that it is of', () => {
    const runs = [1, 1.1, 0.9, 1.05, 0.95].flatMap((factor) => [operations('redis-set', 80_000 * factor), operations('toska-put', 20_000)])
    expect(tableOf(suiteResult(runs), 0, 'redis')[2]).toEqual(['', 'measured', '79,799', '20,000', '3.99x (3.53 to 4.52)'])
    expect(tableOf(suiteResult(runs.slice(0, 4)), 0, 'redis')[2]?.at(-1)).toBe('4.2x, of 2 runs')
  })

  test('has the results of redis-benchmark beside ours', () => {
    const redis = { write: { operationsPerSecond: 87_000, mean: 0.3, p50: 0.287, p99: 0.7 }, read: null }
    const run: PresetRun = { ...presetRun, part: undefined, own: { redisBenchmark: redis } }
    const text = textReport(suiteResult(compared()), { ...options, presetRun: run }, plainPalette)
    expect(text).toMatch(/│ +│ redis-benchmark +│ 87,000 +│ 20,000 +│ 4\.35x/)
    expect(text).toMatch(/│ +│ redis-benchmark +│ 300 µs +│ 287 µs +│ n\/a +│ 700 µs/)
  })

  test('has n/a with the cause where a side was not run', () => {
    const suite = suiteResult([operations('toska-put', 20_000)])
    expect(tableOf(suite, 0, 'redis')[2]).toEqual(['', 'measured', 'n/a', '20,000', 'n/a'])
    expect(tableOf(suite, 0, 'redis')[4]).toEqual(['', 'measured', 'n/a', 'n/a', 'n/a'])
    expect(partsOf(suite, 'redis').at(-1)).toEqual(expect.arrayContaining([expect.stringMatching(/^n\/a: Redis: \S/)]))
  })

  test('the report is written as text, Markdown and JSON', () => {
    const suite = suiteResult([kvLevel(10)])
    expect(textReport(suite, options, plainPalette)).toContain('Documented and measured, key-value endpoints')
    expect(markdownReport(suite, options)).toContain('| 10 | documented | 481 |')
    expect(JSON.parse(presetJson(suite, options) ?? '')).toMatchObject({
      name: 'toska',
      findings: { levels: [{ part: 'kv', users: 10, law: { residual: expect.closeTo(0, 6) }, thinkOvershoot: { mean: 0.8 } }] },
    })
  })
})

describe('the report folder of preset toska', () => {
  const config = [{ name: 'redis-set', scenarios: { 'redis-set': { journey: { options: { keySpace: 10_000, valueSize: 128 } } } } }]

  function filesOf(tests: readonly TestResult[]): Readonly<Record<string, string>> {
    return toska.files?.(suiteResult(tests, { config }), { ...presetRun, part: undefined }) ?? {}
  }

  test('has the files of the document, only for the parts that were run', () => {
    expect(Object.keys(filesOf([kvLevel(10), kvLevel(20)]))).toEqual([
      'env.json',
      'k6_kv_config.json',
      'k6_kv_vu10_summary.json',
      'k6_kv_vu20_summary.json',
      'summary.md',
    ])
    expect(Object.keys(filesOf(compared()))).toEqual(['env.json', 'redis_compare.json', 'summary.md'])
  })

  test('has summaries with the figures at the places of k6', () => {
    const { requests, iterations, rate, mean, p50, p90, p99, sent } = k6Example
    expect(JSON.parse(filesOf([kvLevel(10)])['k6_kv_vu10_summary.json'] ?? '')).toMatchObject({
      root_group: { checks: { 'put status 200': { name: 'put status 200', path: '::put status 200', passes: iterations, fails: 0 } } },
      metrics: {
        http_reqs: { count: requests, rate },
        http_req_duration: { avg: mean, 'p(50)': p50, 'p(90)': p90, 'p(99)': p99 },
        http_req_failed: { passes: 0, fails: requests, value: 0 },
        checks: { passes: requests, fails: 0, value: 1 },
        iterations: { count: iterations, rate: expect.closeTo(92.19, 1) },
        data_sent: { count: sent, rate: expect.closeTo(61_672.7, -1) },
        vus: { value: 10, min: 10, max: 10 },
      },
    })
  })

  test('has summaries with all the times that k6 has of a request', () => {
    const level = kvLevel(10)
    const [own] = level.scenarios
    const users = {
      ...own?.users,
      timeToFirstByte: { ...times(1, 4635), mean: 1.2 },
      sendingTime: { ...times(1, 4635), mean: 0.03 },
      receivingTime: { ...times(1, 4635), mean: 0.2, p99: 0.9 },
    }
    const scenarios = [{ ...own, users, connectTime: { ...times(2, 10), mean: 2 } }]
    const file = filesOf([{ ...level, scenarios: scenarios as TestResult['scenarios'] }])['k6_kv_vu10_summary.json'] ?? ''
    expect((JSON.parse(file) as { readonly metrics: object }).metrics).toMatchObject({
      http_req_blocked: { avg: expect.any(Number) },
      http_req_connecting: { avg: expect.closeTo(20 / 4635, 9), 'p(50)': 0, 'p(99)': 0 },
      http_req_tls_handshaking: { avg: 0, 'p(99)': 0 },
      http_req_sending: { avg: 0.03 },
      http_req_waiting: { avg: 1.2 },
      http_req_receiving: { avg: 0.2, 'p(50)': expect.any(Number), 'p(90)': expect.any(Number), 'p(99)': 0.9 },
    })
  })

  test.each([
    ['one in two requests opened a connection', 2, { 'p(50)': 0, 'p(90)': 20 + (30 - 20) / 3, 'p(99)': 50 + (60 - 50) / 3 }],
    ['each opened one', 1, { 'p(50)': 10, 'p(90)': 30, 'p(99)': 60 }],
    ['none opened one', Infinity, { 'p(50)': 0, 'p(90)': 0, 'p(99)': 0 }],
  ])('has percentiles of connecting over all requests, as k6 does: %s', (_when, each, expected) => {
    const level = kvLevel(10)
    const [own] = level.scenarios
    const measured = { ...own?.serviceTime, count: 1000 }
    const connectTime = { ...times(10, 1000 / each), min: 1, p2_5: 2, p50: 10, p75: 20, p90: 30, p95: 40, p97_5: 50, p99: 60, p99_9: 70 }
    const scenarios = [{ ...own, serviceTime: measured, connectTime, tlsTime: connectTime }]
    const file = filesOf([{ ...level, scenarios: scenarios as TestResult['scenarios'] }])['k6_kv_vu10_summary.json'] ?? ''
    const { metrics } = JSON.parse(file) as { readonly metrics: Readonly<Record<string, object>> }
    const close = Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, expect.closeTo(value, 6) as unknown]))
    expect(metrics['http_req_connecting']).toMatchObject(close)
    expect(metrics['http_req_tls_handshaking']).toMatchObject(close)
  })

  test('has the comparison by the published names, without the operations that failed', () => {
    const { config: load, timed, redis, toska: own } = JSON.parse(filesOf(compared())['redis_compare.json'] ?? '') as Record<string, object>
    expect(timed).toBe('from when an operation was asked for to its last byte, on both sides')
    expect(load).toEqual({ requests: 100_000, duration_s: null, concurrency: 50, value_size: 128, key_space: 10_000 })
    expect(own).toMatchObject({ put: { requests: 100_000, ops_per_sec: expect.closeTo(20_000, 6), p50_ms: 2, ok: 99_995, errors: 5 } })
    expect(redis).toMatchObject({ get: { p50_ms: 0.5, limited_by: 'generator', verdict: 'suspect' } })
  })

  test('has a summary without times of 0, and without parts that were not run', () => {
    const summary = filesOf([kvLevel(10)])['summary.md'] ?? ''
    expect(summary).toContain('| 10 | 461 | 1.45 ms | 1.05 ms | 3.01 ms | 6.8 ms | 0 % |')
    expect(summary).toContain('- 10 VUs: limited by think time')
    expect(summary).not.toContain('Replication')
    expect(summary).not.toMatch(/ 0(?:\.0+)? (?:ms|ns)/)
  })
})
