import { expect, test } from 'vitest'
import type { ThresholdResult } from '../../src/threshold/threshold.ts'
import { judgeTimes, timesOfGenerator } from '../../src/verdict/generator-times.ts'
import type { Reason } from '../../src/verdict/verdict.ts'

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
  return judgeTimes([{ ...broken, ...threshold }], reasons, (metric) => metric.endsWith('_time'))[0]?.inconclusive?.cause
}

test.each(['send-lag', 'generator-saturated', 'generator-stalled', 'busy-machine', 'machine-disturbed'])(
  '%s leaves nothing to be said of response times that are too long',
  (rule) => {
    expect(judgeTimes([broken], [reason(rule)], () => true)).toEqual([
      {
        ...broken,
        inconclusive: { cause: 'generator', times: null },
        text: `p99 was 231 ms (n=4,812), and nothing can be said of the target: ${rule}, it was late`,
      },
    ])
  },
)

test('a limit that times keep though the generator lengthened them is kept', () => {
  expect(causeOf({ passed: true }, [reason('send-lag')])).toBeUndefined()
  expect(causeOf({ passed: true, condition: 'p99 > 200ms' }, [reason('send-lag')])).toBe('generator')
  expect(causeOf({ passed: false, condition: 'p99 > 300ms' }, [reason('send-lag')])).toBeUndefined()
})

test('a note, another rule, and what is no time change nothing', () => {
  expect(causeOf({}, [reason('send-lag', 'note')])).toBeUndefined()
  expect(causeOf({}, [reason('errors')])).toBeUndefined()
  expect(causeOf({ selector: 'http_failed', condition: 'rate < 1%' }, [reason('send-lag')])).toBeUndefined()
  expect(causeOf({ condition: 'count < 5' }, [reason('send-lag')])).toBeUndefined()
  expect(causeOf({ actual: null }, [reason('send-lag')])).toBeUndefined()
})

test("what counts from the send is not late by the send lag, and lateness is the generator's whatever it is", () => {
  expect(timesOfGenerator('http_service_time', [reason('send-lag')])).toBeUndefined()
  expect(timesOfGenerator('plugin_service_time', [reason('send-lag')])).toBeUndefined()
  expect(timesOfGenerator('plugin_response_time', [reason('send-lag')])?.reason.rule).toBe('send-lag')
  expect(timesOfGenerator('http_service_time', [reason('generator-stalled')])?.reason.rule).toBe('generator-stalled')
  expect(timesOfGenerator('http_service_time', [reason('busy-machine')])?.owner).toBe("the machine's")
  expect(timesOfGenerator('send_lag', [reason('generator-stalled')])).toBeUndefined()
})
