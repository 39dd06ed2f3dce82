import { plainPalette } from '@benchpress/report/format'
import { describe, expect, test } from 'vitest'
import { noTimes, scenario, suiteResult, testResult } from '../../../report/test/suite-fixture.ts'
import { markdownReport, textReport, type ReportOptions } from '../../../cli/test/render.ts'
import { deserve } from './deserve.ts'

const options: ReportOptions = { allPercentiles: false, statusCodes: false, presetRun: undefined }

describe('the report of a preset', () => {
  test('puts documented and measured figures side by side, and names no winner', () => {
    const presetRun = { preset: deserve, part: undefined, isEmbedded: true, changes: ['duration 30s -> 1s'], code: [] }
    const text = textReport(suiteResult(), { ...options, presetRun }, plainPalette)
    expect(tableAfter('Documented and measured, latency: mean (lowest to highest) of the runs', text)).toEqual([
      ['Latency', 'Documented', 'Measured'],
      ['2.5%', '16.3 ms (13 ms to 18 ms)', '13 ms'],
      ['50%', '23.3 ms (23 ms to 24 ms)', '24 ms'],
      ['97.5%', '36 ms (33 ms to 38 ms)', '33 ms'],
      ['99%', '41.3 ms (40 ms to 42 ms)', '42 ms'],
      ['Avg', '24.7 ms (24.4 ms to 24.9 ms)', '24.8 ms'],
      ['Stdev', '6.09 ms (5.78 ms to 6.56 ms)', '5.78 ms'],
      ['Max', '152 ms (138 ms to 160 ms)', '138 ms'],
    ])
    expect(tableAfter('Documented and measured, in all', text).slice(1)).toEqual([
      ['Requests', '6,001,667 (5,939,000 to 6,083,000)', '5,983,000'],
      ['Read', '894 MB (884 MB to 906 MB)', '891 MB'],
    ])
    expect(text).toContain(
      'documented: 3 runs by autocannon on MacBook Pro M3 Pro (11 cores, 18 GB); https://github.com/NeaByteLab/Deserve',
    )
    expect(text).toContain(
      'measured:   1 run by benchpress 1.2.3 with autocannon 9.0.0 on Node.js 26.10.0 on Some CPU (4 cores, 8 GB), Linux 6.1 x64',
    )
    expect(text).toContain('changed from the documented test: duration 30s -> 1s')
    expect(text).toContain('so neither can be called faster: a difference is not a win.')
  })

  test('runs that started nothing are marked, and left out of means and comparisons', () => {
    const outcomes = { ...scenario().counts.outcomes, ok: 0 }
    const idle = scenario({
      counts: { scheduled: 0, started: 0, dropped: 0, outcomes },
      throughput: { requestsPerSecond: 0, okPerSecond: 0, bytesPerSecond: 0 },
      responseTime: { ...noTimes, count: 0 },
      series: [],
      dataReceived: 0,
    })
    const lost = { cause: 'target', reason: 'nothing is listening', at: -1 } as const
    const invalid = { level: 'invalid', reasons: [] } as const
    const tests = [
      testResult(),
      testResult({ repeat: 2 }),
      testResult({ repeat: 3, scenarios: [idle], interrupted: lost, verdict: invalid }),
    ]
    const presetRun = { preset: deserve, part: undefined, isEmbedded: true, changes: [], code: [] }
    const text = textReport(suiteResult(tests, { verdict: invalid }), { ...options, presetRun }, plainPalette)
    expect(text.match(/│ Req\/Sec   │/g)).toHaveLength(2)
    expect(text).toContain('\n\nNo request was started.\nEnded early before the run phase began')
    const rows = tableAfter('All runs', text)
    expect(rows.map(([run, rate, , , , , , requests, , , verdict]) => [run, rate, requests, verdict])).toEqual([
      ['Run', 'Req/Sec', 'Requests', 'Verdict'],
      ['1', '199,249', '5,983,000', 'valid'],
      ['2', '199,249', '5,983,000', 'valid'],
      ['3', 'not started', '', 'invalid'],
      ['Mean', '199,249', '5,983,000', ''],
      ['Stdev', '0', '0', ''],
      ['Min', '199,249', '5,983,000', ''],
      ['Max', '199,249', '5,983,000', ''],
    ])
    expect(text).toMatch(/│ Avg +│ 24.7 ms \(24.4 ms to 24.9 ms\) +│ 24.8 ms /)
    expect(text).toContain('measured:   2 runs by ')
    expect(text).toContain('Verdict: invalid, the worst of 3 runs\n')
  })

  test('user and password of a target, redacted or not, are not shown', () => {
    for (const userInfo of ['me:hunter2@', '[redacted]@']) {
      const target = { ...testResult().target, url: `http://${userInfo}localhost:8000/x` }
      const presetRun = { preset: deserve, part: undefined, isEmbedded: false, changes: [], code: [] }
      const text = textReport(suiteResult([testResult({ target })]), { ...options, presetRun }, plainPalette)
      expect(text).toContain('Running 30s test @ http://localhost:8000/test\n')
      expect(text).toContain('tested:     what responded at http://localhost:8000/x\n')
      expect(text).not.toMatch(/@localhost|hunter2|redacted/)
    }
  })

  test('the code under test stands in fenced blocks, and the documented figures beside the measured ones', () => {
    const code = [{ file: 'main.ts', language: 'typescript', code: 'serve(8000)\n' }]
    const presetRun = { preset: deserve, part: undefined, isEmbedded: true, changes: ['runs 3 -> 1'], code }
    const text = markdownReport(suiteResult(), { ...options, presetRun })
    expect(text).toContain('`main.ts`:\n\n```typescript\nserve(8000)\n```\n')
    expect(text).toContain('| Avg | 24.7 ms (24.4 ms to 24.9 ms) | 24.8 ms |')
    expect(text).toContain('- changed from the documented test: runs 3 -> 1\n')
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
