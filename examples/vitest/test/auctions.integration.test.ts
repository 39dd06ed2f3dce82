import '@benchpress/core/vitest'
import { run, type Result } from '@benchpress/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { target } from './target.ts'

// One run, and each expectation of it a test of its own.
let result: Result

beforeAll(async () => {
  result = await run({
    name: 'auctions',
    target,
    scenarios: {
      looking: { request: { path: '/auctions' }, workload: { rate: '150/s', duration: '2s', warmup: '500ms' } },
      bidding: {
        journey: new URL('bid.journey.ts', import.meta.url).href,
        workload: { rate: '125/s', duration: '2s', warmup: '500ms', maxUsers: 200 },
      },
    },
    thresholds: {
      http_failed: 'rate < 1%',
      'http_response_time{endpoint:POST /auctions/{id}/bid}': ['median < 250ms', 'p95 < 1s'],
    },
    seed: 7,
  })
})

describe('the auctions under load', () => {
  test('are a run that can be believed', () => {
    expect(result).toBeValidRun()
  })

  test('hardly ever fail', () => {
    expect(result).toHaveErrorRateBelow('1%')
    expect(result.metric('checks', { check: 'the bid is answered' })).toHaveErrorRateBelow('1%')
  })

  test('are quick to look at, and to bid on', () => {
    expect(result.scenario('looking')).toHaveP50Below('250ms')
    expect(result.endpoint('POST /auctions/{id}/bid')).toHaveP95Below('1s')
    expect(result.metric('iteration_duration{journey:*}')).toHaveP90Below('1s')
  })

  test('keep up with those who come', () => {
    // Also on a machine that stops for half of one of the two seconds.
    expect(result.scenario('looking')).toSustain('150/s', { within: '50%' })
    expect(result.scenario('bidding')).toSustain('125/s', { within: '50%' })
  })

  test('keep the thresholds of the config', () => {
    expect(result).toPassThresholds()
  })
})
