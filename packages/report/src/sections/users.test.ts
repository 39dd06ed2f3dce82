import type { TestResult, TimeSummary } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { markdownReport, textReport } from '../../test/render.ts'
import { failedThreshold, limitLine, scenario, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { endpoint, openScenario, rateWorkload, times, users } from '../../test/users-fixture.ts'
import { plainPalette } from '../render/palette.ts'
import type { ReportExtras } from './extras.ts'

const options: ReportExtras = { allPercentiles: false, statusCodes: false }

describe('the report of users in a terminal', () => {
  test('has figures in the order of interest, and ends with thresholds and the verdict', () => {
    const passed = { ...failedThreshold, selector: 'http_failed', condition: 'rate < 1%', passed: true, text: 'rate was 0.5 % (n=4,812)' }
    const text = print({ thresholds: [passed, { ...failedThreshold, aborted: true }] })
    expect(text).toMatch(/^Running 30s test @ http:\/\/localhost:8000: bid\n200\/s, arriving uniformly, at most 1,000 users\nseed 42\n\n┌/)
    expect(text.indexOf('│ Time ')).toBeLessThan(text.indexOf('│ Total '))
    expect(text).toContain(`
┌────────────┬─────────┬───────────┬────────┬─────────┬─────────┬────────────┐
│ Total      │ Started │ Completed │ Failed │ Aborted │ Dropped │ Per second │
├────────────┼─────────┼───────────┼────────┼─────────┼─────────┼────────────┤
│ Users      │ 4,900   │ 4,870     │ 22     │ 8       │         │            │
├────────────┼─────────┼───────────┼────────┼─────────┼─────────┼────────────┤
│ Iterations │ 4,900   │ 4,870     │ 22     │ 8       │ 100     │ 163        │
├────────────┼─────────┼───────────┼────────┼─────────┼─────────┼────────────┤
│ Requests   │ 4,812   │ 4,790     │ 22     │ 0       │ 0       │ 160        │
└────────────┴─────────┴───────────┴────────┴─────────┴─────────┴────────────┘
`)
    expect(text.slice(text.indexOf('Thresholds'))).toBe(`Thresholds: 1 of 2 passed, 1 failed
  ✓ http_failed rate < 1%: rate was 0.5 % (n=4,812)
  ✗ http_response_time p99 < 15ms: p99 was 48 ms (n=4,812), which ended the test

Verdict: valid
  note queue-depth: 5,000 in flight make 25 ms
${limitLine}
`)
  })

  test.each([
    [0.256, 'Precise timing was on for 25.6 % of the time, and timers of 1 ms for the rest (timing "auto")'],
    [1, undefined],
    [0, undefined],
    [null, undefined],
  ])('says by what iterations were started where that changed: %s precisely', (preciseShare, said) => {
    const { generator } = testResult()
    const shown = print({ generator: { ...generator, preciseShare } })
    expect(/^Precise timing was on.*$/m.exec(shown)?.[0]).toBe(said)
  })

  test('an open model has response time, service time and send lag; times that never occurred are left out', () => {
    expect(rowsOf(print(), 'Time')).toEqual([
      ['Response time', '12 ms', '18 ms', '24 ms', '48 ms', '13.2 ms', '96 ms'],
      ['Service time', '11 ms', '16.5 ms', '22 ms', '44 ms', '12.1 ms', '88 ms'],
      ['Send lag', '200 µs', '300 µs', '400 µs', '800 µs', '220 µs', '1.6 ms'],
      ['Waiting', '1 ms', '1.5 ms', '2 ms', '4 ms', '1.1 ms', '8 ms'],
      ['Time to first byte', '10 ms', '15 ms', '20 ms', '40 ms', '11 ms', '80 ms'],
      ['Connecting', '400 µs', '~600 µs', '~800 µs', '~1.6 ms', '440 µs', '3.2 ms'],
      ['Iteration', '30 ms', '45 ms', '60 ms', '120 ms', '33 ms', '240 ms'],
    ])
  })

  test('a closed model has the service time only where it differs', () => {
    const workload = { ...rateWorkload, kind: 'users', model: 'closed', pacing: 0, iterations: null } as const
    const rows = (serviceTime: TimeSummary): readonly (string | undefined)[] =>
      rowsOf(print({ scenarios: [openScenario({ workload, serviceTime })] }), 'Time').map(([name]) => name)
    expect(rows(times(12))).toEqual(['Response time', 'Time to first byte', 'Connecting', 'Iteration'])
    expect(rows(times(11)).slice(0, 2)).toEqual(['Response time', 'Service time'])
  })

  test('has the number of busy users, of dropped iterations, of bytes and connections, and of used rows of feeds', () => {
    const feeds = [
      { name: 'users.csv', rows: 5000, used: 4900, duplicates: 0 },
      { name: 'cards.csv', rows: 10, used: 10, duplicates: 2 },
    ]
    const text = print({ scenarios: [openScenario({ users: users({ feeds, thinking: 4 }) })] })
    expect(text).toContain(`
Response times count from the planned start, whatever delayed the request; service times from its send. The send lag is how late iterations started
At most 37 users at a time, 12.3 of them in an iteration on average, 4 of those thinking
100 of 5,000 iterations that were due (2 %) dropped, because no user was free
1.2 MB sent, 30 MB received, on 37 connections
Responses: 4,790 2xx, 22 5xx
Feed users.csv: 4,900 of 5,000 rows used, none of them twice
Feed cards.csv: 10 of 10 rows used, 2 of them more than once, which is a fault of benchpress
`)
  })

  test('responses that came after the end explain the requests per second, and a mean of few users is not written as 0', () => {
    const series = [{ at: 0, length: 30, requests: 4800, failed: 22, bytes: 1e6, mean: 13.2, p50: 12, p99: 48, max: 96 }]
    const text = print({ scenarios: [openScenario({ series, users: users({ busy: 0.0004 }) })] })
    expect(text).toContain('\n12 responses came after the end of the run phase, left out of the requests per second\n')
    expect(text).toContain('At most 37 users at a time, 0.0004 of them in an iteration on average')
  })

  test('the report has a line for each check', () => {
    const checks = [
      { name: 'accepted', passed: 4790, failed: 22 },
      { name: 'fast\u001b[31m', passed: 5, failed: 0 },
    ]
    expect(print({ scenarios: [openScenario({ users: users({ checks }) })] })).toContain(`
Checks
  ✗ accepted: 22 of 4,812 failed (0.457 %)
  ✓ fast\\x1b[31m: 5 passed
`)
  })

  test('an endpoint with several classes of status has the times of each; too few samples are marked', () => {
    expect(rowsOf(print(), 'Endpoint')).toEqual([
      ['POST /api/auctions/{id}/bid', '4,812', '160', '22 (0.457 %)', '12 ms', '18 ms', '24 ms', '48 ms', '13.2 ms', '96 ms'],
      ['2xx', '4,790', '', '', '11 ms', '16.5 ms', '22 ms', '44 ms', '12.1 ms', '88 ms'],
      ['5xx', '22', '', '', '90 ms', '~135 ms', '~180 ms', '~360 ms', '99 ms', '720 ms'],
    ])
  })

  test('journeys, groups and tags have tables of their own', () => {
    const { iterations } = users()
    const several = users({
      journeys: ['bid', 'browse'].map((name) => ({ name, iterations, duration: times(30) })),
      groups: [{ name: 'checkout', duration: times(40, 500) }],
      tags: [endpoint({ name: 'kind:write', byClass: {} })],
    })
    const text = print({ scenarios: [openScenario({ users: several })] })
    expect(rowsOf(text, 'Journey').map(([name, started]) => [name, started])).toEqual([
      ['bid', '4,900'],
      ['browse', '4,900'],
    ])
    expect(rowsOf(text, 'Group')).toEqual([['checkout', '500', '40 ms', '60 ms', '80 ms', '~160 ms', '44 ms', '320 ms']])
    expect(rowsOf(text, 'Tag').map(([name]) => name)).toEqual(['kind:write'])
  })

  test('the report has a table of failed iterations and one of failed requests', () => {
    const failing = openScenario({
      users: users({ failures: [{ reason: 'TypeError: id of undefined', count: 22, first: 1, last: 3.5 }] }),
      errors: [
        { outcome: 'http_error', reason: '503 Service Unavailable', endpoint: 'GET /items', count: 20, first: 1, last: 3.5 },
        { outcome: 'http_error', reason: '503 Service Unavailable', endpoint: 'POST /bid', count: 2, first: 1, last: 3 },
      ],
      endpoints: [endpoint(), endpoint({ name: 'GET /items' })],
    })
    const text = print({ scenarios: [failing] })
    expect(text).toContain('\n22 of 4,812 requests failed (0.457 %): 22 http_error\n')
    expect(rowsOf(text, 'Iterations failed because')).toEqual([['TypeError: id of undefined', '22', '1 s', '3.5 s']])
    expect(text).toMatch(/│ Outcome +│ Reason +│ Endpoint +│ Requests │ First │ Last +│/)
    expect(rowsOf(text, 'Outcome')).toEqual([
      ['http_error', '503 Service Unavailable', 'GET /items', '20', '1 s', '3.5 s'],
      ['http_error', '503 Service Unavailable', 'POST /bid', '2', '1 s', '3 s'],
    ])
  })

  test('leaves the table of failed iterations out where they failed for the reasons of their requests', () => {
    const failure = { reason: '503 Service Unavailable', count: 22, first: 1, last: 3.5 }
    const text = print({
      scenarios: [openScenario({ users: users({ failures: [failure] }), errors: [{ outcome: 'http_error', endpoint: null, ...failure }] })],
    })
    expect(text).not.toContain('Iterations failed because')
    expect(rowsOf(text, 'Outcome')).toEqual([['http_error', '503 Service Unavailable', '22', '1 s', '3.5 s']])
    const errors = [12, 10].map((count) => ({ ...failure, count, outcome: 'http_error' as const, endpoint: `GET /${count}` }))
    const split = print({ scenarios: [openScenario({ users: users({ failures: [failure] }), errors })] })
    expect(split).not.toContain('Iterations failed because')
  })

  test('metrics of the journeys have a heading and a table for each type', () => {
    const text = print({
      metrics: {
        http_requests: { type: 'counter', unit: null, count: 5, rate: 1, by: null },
        sold: { type: 'counter', unit: 'items', count: 500, rate: 17, by: null },
        render: { type: 'trend', unit: 'ms', values: times(0.2, 5000), by: null },
      },
    })
    expect(text).toMatch(/\nMetrics of journeys and plugins\n┌/)
    expect(rowsOf(text, 'Counter')).toEqual([['sold (items)', '500', '17']])
    expect(rowsOf(text, 'Trend')).toEqual([['render', '5,000', '200 µs', '300 µs', '400 µs', '800 µs', '220 µs', '1.6 ms']])
  })

  test('the report has figures of a journey that sends no request', () => {
    const { outcomes } = scenario().counts
    const silent = openScenario({ counts: { scheduled: 0, started: 0, dropped: 0, outcomes: { ...outcomes, ok: 0 } }, endpoints: [] })
    expect(print({ scenarios: [silent] })).toContain('│ Iterations │ 4,900')
  })
})

describe('the report of connections', () => {
  test('keeps the shape of autocannon; several endpoints stand below it', () => {
    const endpoints = [endpoint({ name: 'GET /a', byClass: {} }), endpoint({ name: 'GET /b', byClass: {} })]
    const text = print({ scenarios: [scenario({ endpoints })], thresholds: [failedThreshold] })
    expect(text).toMatch(/^Running 30s test[^]*\n\nThresholds: 0 of 1 passed, 1 failed\n.*\n\nVerdict: valid\n/)
    expect(text.trimEnd().split('\n').at(-1)).toBe(limitLine)
    expect(rowsOf(text, 'Endpoint').map(([name]) => name)).toEqual(['GET /a', 'GET /b'])
    expect(print({ scenarios: [scenario({ endpoints: endpoints.slice(0, 1) })] })).not.toContain('Endpoint')
  })
})

describe('the report of users in Markdown', () => {
  test('has thresholds and verdict above the figures, and everything in tables', () => {
    const checks = [{ name: 'accepted', passed: 4790, failed: 22 }]
    const text = markdownReport(
      suiteResult([
        testResult({
          scenarios: [openScenario({ users: users({ checks }) })],
          thresholds: [failedThreshold],
          metrics: { sold: { type: 'counter', unit: null, by: null, count: 5, rate: 1 } },
        }),
      ]),
      options,
    )
    const places = [
      '### Thresholds',
      '| ✗ http\\_response\\_time | p99 &lt; 15ms | failed | p99 was 48 ms (n=4,812) |',
      '**Verdict: valid**',
    ]
      .concat([
        '| ✗ accepted | 4,790 | 22 (0.457 %) |',
        '| Send lag | 200 µs |',
        '| Iterations | 4,900 |',
        '- Responses: 4,790 2xx, 22 5xx',
      ])
      .concat(['| POST /api/auctions/\\{id\\}/bid | 4,812 |', '### Metrics of journeys and plugins', '| sold | 5 | 1 |'])
      .map((part) => text.indexOf(part))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(text).toContain(
      '- **Configuration:** 200/s, arriving uniformly, at most 1,000 users, 30s, 1 load thread, http://localhost:8000: bid\n',
    )
    expect(text).toContain('- **Seed:** 42\n')
  })

  test('no text of a journey is read as Markdown or HTML', () => {
    const hostile = '<b>|`x`'
    const text = markdownReport(
      suiteResult([
        testResult({
          scenarios: [
            openScenario({
              endpoints: [endpoint({ name: hostile })],
              users: users({
                checks: [{ name: hostile, passed: 0, failed: 1 }],
                failures: [{ reason: hostile, count: 1, first: 0, last: 0 }],
                feeds: [{ name: hostile, rows: 1, used: 1, duplicates: 0 }],
              }),
            }),
          ],
          thresholds: [{ ...failedThreshold, text: hostile }],
        }),
      ]),
      options,
    )
    expect(text).not.toContain('<b>')
    expect(text.match(/&lt;b>\\\|\\`x\\`/g)).toHaveLength(5)
  })

  test('names each of several runs', () => {
    const runs = [testResult({ scenarios: [openScenario()] }), testResult({ repeat: 2, scenarios: [openScenario()] })]
    expect(markdownReport(suiteResult(runs), options).match(/^#### Run \d$/gm)).toEqual(['#### Run 1', '#### Run 2'])
  })
})

function print(changes: Partial<TestResult> = {}): string {
  return textReport(suiteResult([testResult({ scenarios: [openScenario()], ...changes })]), options, plainPalette)
}

// The rows of the table with this first heading.
function rowsOf(text: string, heading: string): readonly (readonly string[])[] {
  const [, after = ''] = text.split(new RegExp(`│ ${heading} +│`))
  const [table = ''] = after.split('└')
  const [, ...lines] = table.split('\n').filter((line) => line.includes('│'))
  return lines.map((line) =>
    line
      .split('│')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
