import { describe, expect, test } from 'vitest'
import { worstOf } from './meant-thresholds.ts'
import type { Inconclusive, ThresholdResult } from './threshold.ts'

function held(actual: number): ThresholdResult {
  const interval = { low: actual, high: actual }
  return {
    selector: 'response_time',
    condition: 'p99 < 50ms',
    passed: true,
    inconclusive: null,
    actual,
    interval,
    text: `${actual} ms`,
    aborted: false,
  }
}

function broken(actual: number): ThresholdResult {
  return { ...held(actual), passed: false }
}

function open(actual: number, times: number | null, cause: Inconclusive['cause'] = 'few-samples'): ThresholdResult {
  return { ...broken(actual), inconclusive: { cause, times } }
}

/** The worst of a condition over HTTP and of plugins, in whichever order they come. */
function worst(one: ThresholdResult, other: ThresholdResult): ThresholdResult {
  const http = { metric: 'http_response_time', result: one }
  const plugin = { metric: 'plugin_response_time', result: other }
  const result = worstOf([http, plugin])
  expect(worstOf([plugin, http])).toMatchObject({ passed: result.passed, inconclusive: result.inconclusive })
  return result
}

describe('a condition on the response times of both kinds of requests', () => {
  test('a condition on both kinds of requests fails where one kind fails, is inconclusive where one kind is and none fails, and quotes both', () => {
    expect(worst(held(40), broken(60))).toMatchObject({ passed: false, inconclusive: null, actual: 60 })
    expect(worst(open(70, 2), broken(60))).toMatchObject({ inconclusive: null, actual: 60 })
    expect(worst(held(40), open(30, 2))).toMatchObject({ inconclusive: { times: 2 }, actual: 30 })
    expect(worst(held(40), broken(60)).text).toBe('http_response_time 40 ms; plugin_response_time 60 ms')
  })

  test('an inconclusive condition asks for the samples of the kind that needs more', () => {
    expect(worst(open(48, 2), open(20, 5)).inconclusive).toEqual({ cause: 'few-samples', times: 5 })
    expect(worst(open(48, null, 'unfinished'), open(20, 5)).inconclusive).toEqual({ cause: 'few-samples', times: 5 })
  })
})
