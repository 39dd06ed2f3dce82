import { describe, expect, test } from 'vitest'
import { markdownReport, textReport } from '../../test/render.ts'
import {
  connectionsWorkload,
  documentedTimes,
  failedThreshold,
  limitLine,
  scenario,
  second,
  suiteResult,
  testResult,
} from '../../test/suite-fixture.ts'
import { openScenario } from '../../test/users-fixture.ts'
import { plainPalette } from '../render/palette.ts'
import type { ReportExtras } from './extras.ts'

const options: ReportExtras = { allPercentiles: false, statusCodes: false }

describe('textReport', () => {
  test("a single run has autocannon's shape, then the verdict", () => {
    expect(textReport(suiteResult(), options, plainPalette)).toBe(`Running 30s test @ http://localhost:8000/test
500 connections with 10 pipelining factor

┌─────────┬───────┬───────┬───────┬───────┬─────────┬─────────┬────────┐
│ Stat    │ 2.5%  │ 50%   │ 97.5% │ 99%   │ Avg     │ Stdev   │ Max    │
├─────────┼───────┼───────┼───────┼───────┼─────────┼─────────┼────────┤
│ Latency │ 13 ms │ 24 ms │ 33 ms │ 42 ms │ 24.8 ms │ 5.78 ms │ 138 ms │
└─────────┴───────┴───────┴───────┴───────┴─────────┴─────────┴────────┘
┌───────────┬──────────┬──────────┬─────────┬──────────┬─────────┬─────────┬─────────┐
│ Stat      │ 1%       │ 2.5%     │ 50%     │ 97.5%    │ Avg     │ Stdev   │ Min     │
├───────────┼──────────┼──────────┼─────────┼──────────┼─────────┼─────────┼─────────┤
│ Req/Sec   │ ~166,415 │ ~166,415 │ 203,519 │ ~208,127 │ 199,433 │ 7,121   │ 166,415 │
├───────────┼──────────┼──────────┼─────────┼──────────┼─────────┼─────────┼─────────┤
│ Bytes/Sec │ ~24.8 MB │ ~24.8 MB │ 30.3 MB │ ~31 MB   │ 29.7 MB │ 1.06 MB │ 24.8 MB │
└───────────┴──────────┴──────────┴─────────┴──────────┴─────────┴─────────┴─────────┘

Latency p90 30 ms, p95 31 ms
Req/Bytes counts sampled once per second.
# of samples: 30

5,983,000 requests in 30.2 s, 891 MB read

~ Imprecise: Req/Sec and Bytes/Sec have 30 s, and their 2.5% needs 400 s.

Verdict: valid
  note queue-depth: 5,000 in flight make 25 ms
${limitLine}
`)
  })

  test('several runs are followed by a table of them, with mean and spread', () => {
    const slower = scenario({ responseTime: { ...documentedTimes, mean: 26.77 } })
    const text = textReport(suiteResult([testResult(), testResult({ repeat: 2, scenarios: [slower] })]), options, plainPalette)
    const rows = tableAfter('All runs', text)
    expect(rows.map(([run, , latency]) => [run, latency])).toEqual([
      ['Run', 'Latency avg'],
      ['1', '24.8 ms'],
      ['2', '26.8 ms'],
      ['Mean', '25.8 ms'],
      ['Stdev', '1.41 ms'],
      ['Min', '24.8 ms'],
      ['Max', '26.8 ms'],
    ])
    expect(text).toContain('Run 1 of 2\nRunning 30s test')
    expect(text).toContain('Verdict: valid\nRun 1: valid\n')
  })

  test('percentiles of few samples are marked, and a part of a second is no sample of throughput', () => {
    const throughput = { requestsPerSecond: 250, okPerSecond: 250, bytesPerSecond: 37_250 }
    const short = scenario({ throughput, responseTime: { ...documentedTimes, count: 312 }, series: [second(0, 100, 0.4)], duration: 0.4 })
    const text = textReport(suiteResult([testResult({ scenarios: [short] })]), options, plainPalette)
    expect(text).toContain('│ Latency │ ~13 ms │ 24 ms │ ~33 ms │ ~42 ms │')
    expect(text).toContain('The run was shorter than a second: 250 requests/s and 37.3 kB/s over all of it.\n')
    expect(text).not.toContain('Req/Sec')
  })

  test('the footer has the responses that came after the end, and the requests that were aborted', () => {
    const { outcomes } = scenario().counts
    const counts = { scheduled: 27_577, started: 27_577, dropped: 0, outcomes: { ...outcomes, ok: 27_565, aborted: 12 } }
    const late = scenario({ counts, duration: 1, dataReceived: 4.1e6, series: [second(0, 22_565)] })
    expect(textReport(suiteResult([testResult({ scenarios: [late] })]), options, plainPalette)).toContain(
      '27,577 requests in 1 s, 4.1 MB read (5,000 responses came after the end, 12 requests aborted at the end)\n',
    )
  })

  test('a condition with >= is no figure that is explained as a lower bound', () => {
    const ready = scenario({ responseTime: documentedTimes, series: Array.from({ length: 1000 }, (_, at) => second(at, 100)) })
    const threshold = { ...failedThreshold, selector: 'checks', condition: 'rate >= 99 %', passed: true, text: 'rate was ~99.9 %' }
    const suite = suiteResult([testResult({ scenarios: [ready], thresholds: [threshold] })])
    expect(textReport(suite, options, plainPalette)).not.toMatch(/A lower bound|Too few/)
    expect(markdownReport(suite, options)).toContain('| ✓ checks | rate >= 99 % |')
    expect(markdownReport(suite, options)).not.toMatch(/A lower bound|Too few/)
  })

  test('a reason is written the same way in every place', () => {
    const reason = '503 \u001b[31m\u202eNo'
    const errors = [{ outcome: 'http_error' as const, reason, endpoint: 'GET /', count: 2, first: 0.5, last: 0.6 }]
    const verdict = { level: 'suspect', reasons: [{ rule: 'errors', level: 'suspect', text: reason }] } as const
    const suite = suiteResult([testResult({ scenarios: [scenario({ errors })], verdict })])
    expect(textReport(suite, options, plainPalette).match(/503 \\x1b\[31m\\u\{202e\}No/g)).toHaveLength(2)
    expect(markdownReport(suite, options).match(/503 \\\\x1b\\\[31m\\\\u\\\{202e\\\}No/g)).toHaveLength(2)
  })

  test('failed requests are counted below the footer, with control characters of the target made visible', () => {
    const { outcomes } = scenario().counts
    const failing = scenario({
      counts: { scheduled: 100, started: 100, dropped: 0, outcomes: { ...outcomes, ok: 88, timeout: 10, http_error: 2 } },
      errors: [
        { outcome: 'http_error', reason: '503 \u001b[31mNo', endpoint: 'GET /items', count: 2, first: 0.5, last: 0.6 },
        { outcome: 'timeout', reason: 'no response within 1s', endpoint: 'GET /items', count: 10, first: 1, last: 2.5 },
      ],
    })
    const text = textReport(suiteResult([testResult({ scenarios: [failing] })]), options, plainPalette)
    expect(text).toContain('12 of 100 requests failed (12 %): 2 http_error, 10 timeout\n')
    expect(text).toContain('│ timeout    │ no response within 1s │ 10       │ 1 s   │ 2.5 s │')
    expect(text).toContain('503 \\x1b[31mNo')
  })

  test('unverified certificates, load threads, warm-up and an early end are mentioned', () => {
    const { target, generator } = testResult()
    const [thread] = generator.threads
    const special = testResult({
      target: { ...target, url: 'https://localhost:8443', tls: { verified: false, protocol: 'TLSv1.3' } },
      generator: { ...generator, threads: thread === undefined ? [] : [thread, { ...thread, worker: 1 }] },
      scenarios: [scenario({ workload: { ...connectionsWorkload, warmup: 5, requests: 10_000, duration: null } })],
      interrupted: { cause: 'signal', reason: 'interrupted by SIGINT', at: 3.21 },
    })
    const text = textReport(suiteResult([special]), { ...options, allPercentiles: true, statusCodes: true }, plainPalette)
    expect(text).toContain(`Running 10,000 requests test @ https://localhost:8443/test
500 connections with 10 pipelining factor
after 5s of warm-up, counted apart
2 workers
TLS certificates were not verified
`)
    expect(text).toContain('Ended early after 3.21 s, and the figures are those of that time: interrupted by SIGINT\n')
    expect(text).toContain('│ 99.9       │ 90 ms         │ 90 ms        │')
    expect(text).toContain('│ 200  │ 5,983,000 │')
  })

  test('several scenarios and tests are shown with their names', () => {
    const scenarios = [scenario({ name: 'reads' }), scenario({ name: 'writes', request: 'POST /items and 2 more in turn' })]
    const text = textReport(suiteResult([testResult({ scenarios })]), options, plainPalette)
    expect(text).toContain('reads\nRunning 30s test @ http://localhost:8000/test\n')
    expect(text).toContain('writes\nRunning 30s test @ POST http://localhost:8000/items and 2 more in turn\n')
  })

  test('the most users of several threads, or of results that were added up, are shown as an upper bound', () => {
    const { generator } = testResult()
    const [thread] = generator.threads
    const threads = thread === undefined ? [] : [thread, { ...thread, worker: 1 }]
    const text = textReport(
      suiteResult([testResult({ generator: { ...generator, threads }, scenarios: [openScenario()] })]),
      options,
      plainPalette,
    )
    expect(text).toContain(
      'At most 37 users at a time (an upper bound: the sum of the most that each of 2 load threads had), 12.3 of them in an iteration on average',
    )
  })

  test('an early end of several scenarios is reported once, and on a screen by the verdict alone', () => {
    const interrupted = { cause: 'signal', reason: 'interrupted by SIGINT', at: 3.21 } as const
    const suite = suiteResult([testResult({ scenarios: [scenario({ name: 'reads' }), scenario({ name: 'writes' })], interrupted })])
    const told = (amount: 'full' | 'screen'): number =>
      textReport(suite, { ...options, amount }, plainPalette).split('Ended early').length - 1
    expect([told('full'), told('screen')]).toEqual([1, 0])
  })
})

function tableAfter(heading: string, text: string): readonly (readonly string[])[] {
  const [, after = ''] = text.split(`${heading}\n`)
  const [table = ''] = after.split('└')
  const lines = table.split('\n').filter((line) => line.startsWith('│'))
  return lines.map((line) =>
    line
      .split('│')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
