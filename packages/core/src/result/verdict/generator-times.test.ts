import { expect, test } from 'vitest'
import type { SecondSummary } from '../summary/series-summary.ts'
import type { ThresholdResult } from '../threshold/threshold.ts'
import { judgeTimes, timesOfGenerator } from './generator-times.ts'
import type { Reason } from './verdict.ts'
import { resourceFixture } from '../../../test/result/verdict/machine-fixture.ts'
import { scenarioFixture, seriesFixture, summaryFixture } from '../../../test/result/verdict/summary-fixture.ts'

const broken: ThresholdResult = {
  selector: 'http_response_time{endpoint:GET /}',
  condition: 'p99 < 200ms',
  passed: false,
  inconclusive: null,
  actual: 231,
  interval: null,
  text: 'p99 was 231 ms (n=4,812)',
  aborted: false,
}

function reason(rule: string, level: Reason['level'] = 'suspect'): Reason {
  return { rule, level, text: 'it was late' }
}

function causeOf(threshold: Partial<ThresholdResult>, reasons: readonly Reason[]): string | undefined {
  return judgeTimes(summaryFixture({ thresholds: [{ ...broken, ...threshold }] }), reasons, (metric) => metric.endsWith('_time'))[0]
    ?.inconclusive?.cause
}

test.each(['send-lag', 'generator-saturated', 'generator-stalled', 'busy-machine', 'machine-disturbed'])(
  '%s makes response times that are too long inconclusive',
  (rule) => {
    expect(judgeTimes(summaryFixture({ thresholds: [broken] }), [reason(rule)], () => true)).toEqual([
      {
        ...broken,
        inconclusive: { cause: 'generator', times: null },
        text: `p99 was 231 ms (n=4,812), which says nothing about the target: ${rule}, it was late`,
      },
    ])
  },
)

test.each(['generator-saturated', 'generator-stalled', 'send-lag', 'busy-machine', 'machine-disturbed'])(
  '%s makes a rate per second that is too low inconclusive, and keeps one that is not',
  (rule) => {
    const rate = { selector: 'iterations', condition: 'rate >= 500/s', actual: 370, text: 'rate was 370/s (3,701 in 10 s)' }
    expect(causeOf(rate, [reason(rule)])).toBe('generator')
    expect(causeOf(rate, [reason(rule, 'note')])).toBeUndefined()
    expect(causeOf({ ...rate, passed: true }, [reason(rule)])).toBeUndefined()
    expect(causeOf({ ...rate, condition: 'rate > 30k / m' }, [reason(rule)])).toBe('generator')
    expect(causeOf({ ...rate, condition: 'rate < 300/s' }, [reason(rule)])).toBeUndefined()
    expect(causeOf({ ...rate, selector: 'checks', condition: 'rate > 99%' }, [reason(rule)])).toBeUndefined()
  },
)

test('starting less than planned excuses no rate: all users may have waited for a slow target', () => {
  expect(causeOf({ selector: 'iterations', condition: 'rate >= 990/s', actual: 960 }, [reason('planned-rate')])).toBeUndefined()
})

test('a limit that holds although the generator lengthened the times is kept', () => {
  expect(causeOf({ passed: true }, [reason('send-lag')])).toBeUndefined()
  expect(causeOf({ passed: true, condition: 'p99 > 200ms' }, [reason('send-lag')])).toBe('generator')
  expect(causeOf({ passed: false, condition: 'p99 > 300ms' }, [reason('send-lag')])).toBeUndefined()
})

test('a note, another rule, and a metric that is no time change no judgement', () => {
  expect(causeOf({}, [reason('send-lag', 'note')])).toBeUndefined()
  expect(causeOf({}, [reason('errors')])).toBeUndefined()
  expect(causeOf({ selector: 'http_failed', condition: 'rate < 1%' }, [reason('send-lag')])).toBeUndefined()
  expect(causeOf({ condition: 'count < 5' }, [reason('send-lag')])).toBeUndefined()
  expect(causeOf({ actual: null }, [reason('send-lag')])).toBeUndefined()
})

test('a service time is not affected by send lag, and send lag always counts against the generator', () => {
  expect(timesOfGenerator('http_service_time', 0, summaryFixture(), [reason('send-lag')])).toBeUndefined()
  expect(timesOfGenerator('plugin_service_time', 0, summaryFixture(), [reason('send-lag')])).toBeUndefined()
  expect(timesOfGenerator('plugin_response_time', 0, summaryFixture(), [reason('send-lag')])?.reason.rule).toBe('send-lag')
  expect(timesOfGenerator('http_service_time', 0, summaryFixture(), [reason('generator-stalled')])?.reason.rule).toBe('generator-stalled')
  expect(timesOfGenerator('http_service_time', 0, summaryFixture(), [reason('busy-machine')])?.owner).toBe("the machine's")
  expect(timesOfGenerator('send_lag', 0, summaryFixture(), [reason('generator-stalled')])).toBeUndefined()
})

test('a disturbance too short to make the result suspect can still excuse a high percentile', () => {
  // One of thirty seconds: a thirtieth of the requests may be slow for that.
  const { disturbance } = resourceFixture()
  const resources = Array.from({ length: 30 }, (_, at) =>
    resourceFixture({ at: at + 1, disturbance: { ...disturbance, stolen: at === 7 ? 0.4 : 0 } }),
  )
  const seriesOf = (p99: number): SecondSummary[] =>
    seriesFixture(Array.from({ length: 30 }, () => 1000)).map((second) => (second.at === 7 ? { ...second, p99 } : second))
  const causeOfNote = (condition: string, p99 = 240): string | undefined => {
    const scenarios = [scenarioFixture({ series: seriesOf(p99) })]
    const summary = summaryFixture({ resources, scenarios, thresholds: [{ ...broken, condition }] })
    return judgeTimes(summary, [reason('machine-disturbed', 'note')], () => true)[0]?.inconclusive?.cause
  }
  expect(['p99 < 200ms', 'p97 < 200ms', 'max < 200ms', 'mean < 200ms'].map((condition) => causeOfNote(condition))).toEqual(
    Array.from({ length: 4 }).fill('generator'),
  )
  expect(['p95 < 200ms', 'median < 200ms', 'p50 < 200ms', 'p(50) < 200ms'].map((condition) => causeOfNote(condition))).toEqual(
    Array.from({ length: 4 }).fill(undefined),
  )
  // In which responses took as long as ever.
  expect(causeOfNote('p99 < 200ms', 14)).toBeUndefined()
})
