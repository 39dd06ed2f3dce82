import '@benchpress/core/vitest'
import { run, type Result } from '@benchpress/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { target } from '../src/target.ts'

// One run, with a test for each expectation.
let result: Result

beforeAll(async () => {
  result = await run({
    name: 'auctions',
    target,
    scenarios: {
      looking: { request: { path: '/auctions' }, workload: { rate: '60/s', duration: '2s', warmup: '200ms', gracefulStop: '10s' } },
      bidding: {
        journey: new URL('bid.journey.ts', import.meta.url).href,
        workload: { rate: '125/s', duration: '2s', warmup: '200ms', maxUsers: 300, gracefulStop: '10s' },
      },
    },
    thresholds: {
      http_failed: 'rate < 1%',
      'http_response_time{endpoint:POST /auctions/{id}/bid}': ['median < 5s', 'p95 < 10s'],
    },
    seed: 7,
  })
})

describe('the auctions under load', () => {
  test('give a valid run', () => {
    expect(result).toBeValidRun()
  })

  test('hardly ever fail', () => {
    expect(result).toHaveErrorRateBelow('1%')
    expect(result.metric('checks', { check: 'the bid has a reply' })).toHaveErrorRateBelow('1%')
  })

  test('are quick to look at, and to bid on', () => {
    expect(result.scenario('looking')).toHaveP50Below('5s')
    expect(result.endpoint('POST /auctions/{id}/bid')).toHaveP95Below('10s')
    expect(result.metric('iteration_duration{journey:*}')).toHaveP90Below('10s')
  })

  test('keep up with the arriving users', () => {
    // Also on a machine that stalls for half of one of the two seconds.
    expect(result.scenario('looking')).toSustain('60/s', { within: '50%' })
    expect(result.scenario('bidding')).toSustain('125/s', { within: '50%' })
  })

  test('fit into the memory of a small machine', () => {
    expect(result).toUseLessMemoryThan('1GB')
  })

  test('keep the thresholds of the config', () => {
    expect(result).toPassThresholds()
  })
})
