import type { CutShort } from './threshold.ts'
import { describe, expect, test } from 'vitest'
import { evaluate, source } from '../../../test/result/threshold/evaluate-fixture.ts'
import { outcomeCounts, phaseSnapshot, seriesSnapshot, totalsOf } from '../../../test/result/threshold/totals-fixture.ts'
import { packSeries } from '../../measure/recorder/series.ts'

// 5,000 requests in ten seconds that took 5 ms each, of which 100 failed.
const totals = totalsOf({
  run: phaseSnapshot({ started: 5000, outcomes: outcomeCounts({ ok: 4900, http_error: 100 }) }),
  responseTime: Array.from({ length: 5000 }, () => 5000),
})

type Told = 'passed' | 'failed' | 'open' | 'neither'

function judge(selector: string, condition: string, cutShort: CutShort | undefined): Told {
  const { passed, inconclusive } = evaluate(selector, condition, [source(totals, { cutShort })])
  if (inconclusive === null) return passed ? 'passed' : 'failed'
  return !passed && inconclusive.cause === 'interrupted' ? 'open' : 'neither'
}

describe('of a test that ended early', () => {
  test.each<[string, string, Told, Told]>([
    // A count can only grow.
    ['http_requests', 'count > 4000', 'passed', 'passed'],
    ['http_requests', 'count < 4000', 'failed', 'failed'],
    ['http_requests', 'count > 6000', 'failed', 'open'],
    ['http_requests', 'count < 6000', 'passed', 'open'],
    ['http_requests', 'count == 5000', 'passed', 'open'],
    ['http_requests', 'count == 4000', 'failed', 'failed'],
    ['http_requests', 'count != 4000', 'passed', 'passed'],
    ['http_response_time', 'count >= 5000', 'passed', 'passed'],
    // A maximum only grows, and a minimum only falls.
    ['http_response_time', 'max < 10ms', 'passed', 'open'],
    ['http_response_time', 'max < 4ms', 'failed', 'failed'],
    ['http_response_time', 'min > 1ms', 'passed', 'open'],
    ['http_response_time', 'min > 6ms', 'failed', 'failed'],
    ['http_response_time', 'min < 10ms', 'passed', 'passed'],
    // All other figures are those of the load, however long it lasts.
    ['http_response_time', 'p99 < 10ms', 'passed', 'passed'],
    ['http_response_time', 'p99 < 1ms', 'failed', 'failed'],
    ['http_response_time', 'mean < 10ms', 'passed', 'passed'],
    ['http_failed', 'rate < 1%', 'failed', 'failed'],
    ['http_failed', 'rate < 5%', 'passed', 'passed'],
    ['http_requests', 'rate > 400/s', 'passed', 'passed'],
    ['http_requests', 'rate > 600/s', 'failed', 'failed'],
  ])('%s %s, which %s of a whole one, is %s', (selector, condition, whole, early) => {
    expect(judge(selector, condition, undefined)).toBe(whole)
    expect(judge(selector, condition, 'steady')).toBe(early)
  })

  test.each([
    ['http_response_time', 'p99 < 10ms'],
    ['http_response_time', 'mean < 1ms'],
    ['http_failed', 'rate < 5%'],
    ['http_requests', 'rate > 600/s'],
  ])('%s %s decides nothing where the load was to change', (selector, condition) => {
    expect(judge(selector, condition, 'changing')).toBe('open')
  })

  test('a condition that no further second can change is judged though the load was to change', () => {
    expect(judge('http_requests', 'count > 4000', 'changing')).toBe('passed')
    expect(judge('http_response_time', 'max < 4ms', 'changing')).toBe('failed')
  })

  test.each([
    ['http_response_time', 'p99 < 1s'],
    ['http_response_time', 'mean < 1s'],
    ['http_failed', 'rate < 1%'],
    ['handshake', 'p95 < 1s'],
    ['balance', 'value > 1'],
    ['http_response_time{endpoint:POST /bid}', 'p99 < 1s'],
  ])('%s %s has no samples, and neither passes nor fails', (selector, condition) => {
    const none = totalsOf({ endpoints: packSeries([seriesSnapshot('GET /', { started: 1 })]) })
    expect(evaluate(selector, condition, [source(none)])).toMatchObject({ passed: false, inconclusive: null, actual: null })
    const { passed, inconclusive, actual, text } = evaluate(selector, condition, [source(none, { cutShort: 'steady' })])
    expect([passed, inconclusive, actual]).toEqual([false, { cause: 'interrupted', times: null }, null])
    expect(text).toMatch(/, inconclusive: the test ended early; let it run to its end$/)
  })

  test('a threshold on a scenario that was over is judged as usual, and one on all scenarios is not', () => {
    const sources = [source(totals, { name: 'over' }), source(totals, { name: 'cut', cutShort: 'steady' })]
    expect(evaluate('http_requests{scenario:over}', 'count < 6000', sources).passed).toBe(true)
    expect(evaluate('http_requests{scenario:cut}', 'count < 6000', sources).inconclusive?.cause).toBe('interrupted')
    expect(evaluate('http_requests', 'count < 60000', sources).text).toBe(
      'count was 10,000, inconclusive: it may have grown, and the test ended early; let it run to its end',
    )
  })
})
