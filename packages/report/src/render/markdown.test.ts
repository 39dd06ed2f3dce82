import { expect, test } from 'vitest'
import { markdownReport } from '../../test/render.ts'
import { noTimes, scenario, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { fence } from './markdown.ts'

const options = { allPercentiles: false, statusCodes: false }

test('the report names tool, hardware and configuration, then the figures of each run and the verdict', () => {
  expect(markdownReport(suiteResult(), options)).toBe(`## Load test: deserve

- **Tool:** benchpress 1.2.3 with autocannon 9.0.0 on Node.js 26.10.0
- **Hardware:** Some CPU (4 cores, 8 GB), Linux 6.1 x64
- **Configuration:** 500 connections, pipelining 10, 30s, 1 load thread, http://localhost:8000/test
- **Date:** 2026-01-02T03:04:05.000Z

### Results

| Run | Req/Sec | Latency avg | 50% | 97.5% | 99% | Max | Requests | Read | Failed | Verdict |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
| 1 | 199,249 | 24.8 ms | 24 ms | 33 ms | 42 ms | 138 ms | 5,983,000 | 891 MB | 0 % | valid |

**Verdict: valid**

- note, queue-depth: 5,000 in flight make 25 ms
- limited by concurrency: 5,000 in flight
`)
})

test('a test without a name is given none', () => {
  expect(markdownReport(suiteResult([testResult({ name: 'test' })], { name: 'test' }), options)).toMatch(/^## Load test\n/)
})

test('no text of a target is read as Markdown or HTML', () => {
  const errors = [{ outcome: 'http_error' as const, reason: '500 <script>|`x`', endpoint: 'GET /', count: 1, first: 0, last: 0 }]
  const text = markdownReport(suiteResult([testResult({ scenarios: [scenario({ errors })] })], { name: '<b>|' }), options)
  expect(text).toContain('| Outcome | Reason | Requests | First | Last |\n| --- | --- | ---: | ---: | ---: |\n')
  expect(text).toContain('| http\\_error | 500 &lt;script>\\|\\`x\\` | 1 |')
  expect(text).toContain('## Load test: &lt;b>\\|\n')
})

test('several runs are followed by mean and spread, and a run that sent nothing is marked', () => {
  const { outcomes } = scenario().counts
  const idle = scenario({
    counts: { scheduled: 0, started: 0, dropped: 0, outcomes: { ...outcomes, ok: 0 } },
    responseTime: noTimes,
    series: [],
  })
  const lost = { cause: 'target', reason: 'nothing is listening', at: -1 } as const
  const { generator } = testResult()
  const threads = generator.threads.map((thread) => ({ ...thread, lost: { at: 2, reason: 'stuck', knownUntil: null } }))
  const stuck = testResult({ scenarios: [idle], generator: { ...generator, threads } })
  expect(markdownReport(suiteResult([stuck]), options)).toContain('\n\nRun 1: no request is known\n')
  const runs = [testResult(), testResult({ repeat: 2 }), testResult({ repeat: 3, scenarios: [idle], interrupted: lost })]
  const text = markdownReport(suiteResult(runs), options)
  expect(text).toContain('\n| 3 | not started |  |  |  |  |  |  |  |  | valid |\n| Mean | 199,249 | 24.8 ms |')
  expect(text).toContain('\n\nRun 3: no request was started\n\nRun 3: Ended early before the run phase began')
})

test('a fenced block is longer than any fence inside it', () => {
  expect(fence('md', 'a\n````\nb')).toBe('`````md\na\n````\nb\n`````')
})
