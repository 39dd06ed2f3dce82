import { describe, expect, test } from 'vitest'
import { idleInFlight, idleRounds, inFlightIdle } from './load-rules.ts'
import type { Reason } from '../verdict.ts'
import {
  batchFixture,
  connectionsFixture,
  rateScenarioFixture,
  scenarioFixture,
  summaryFixture,
  usersFixture,
  usersScenarioFixture,
} from '../../../../test/result/verdict/summary-fixture.ts'

function judgeInFlight(inFlight: number, requests: number | null = null): readonly Reason[] {
  const workload = connectionsFixture({ connections: 50, pipelining: 10, requests })
  return inFlightIdle(summaryFixture({ scenarios: [scenarioFixture({ inFlight, workload })] }))
}

describe('requests in flight below those the workload asks for', () => {
  test('too few requests in flight are a note below the cut-off', () => {
    expect(judgeInFlight(500 * idleInFlight)).toEqual([])
    expect(judgeInFlight(500 * idleInFlight - 1)).toEqual([
      {
        rule: 'in-flight-idle',
        level: 'note',
        text: 'the workload asks for 500 in flight, measured 449; 10 connections were opened, 0 refused',
      },
    ])
  })

  test('batches may have few requests in flight, as these shrink until the next batch is sent', () => {
    const workload = connectionsFixture({ connections: 50, pipelining: 10, refill: 'batch' })
    expect(inFlightIdle(summaryFixture({ scenarios: [scenarioFixture({ inFlight: 300, workload })] }))).toEqual([])
  })

  test('a run with few requests for each place in flight may have too few in flight', () => {
    expect(judgeInFlight(300, 500 * idleRounds - 1)).toEqual([])
    expect(judgeInFlight(300, 500 * idleRounds)).toHaveLength(1)
  })

  test('requests in flight are printed with one more digit where there are hardly any', () => {
    expect(judgeInFlight(0.29)[0]?.text).toContain('measured 0.29')
  })
})

describe('iterations of a batch below those it starts', () => {
  const judgeBusy = (busy: number, iterations: number | null = null, batch = 500): readonly Reason[] => {
    const scenario = scenarioFixture({
      workload: batchFixture({ batch, iterations }),
      users: usersFixture({ busy }),
      inFlight: busy / 2,
    })
    return inFlightIdle(summaryFixture({ scenarios: [scenario] }))
  }

  test('too few iterations of a batch in flight are a note: the barrier kept them waiting', () => {
    expect(judgeBusy(500 * idleInFlight)).toEqual([])
    expect(judgeBusy(500 * idleInFlight - 1)).toEqual([
      {
        rule: 'in-flight-idle',
        level: 'note',
        text: 'each batch starts 500 iterations, measured 449 at a time: those that had ended waited for the slowest of their batch',
      },
    ])
  })

  test.each([
    [1, 0],
    [2, 1],
  ])('an iteration of a batch of %d waits for others where there are any', (batch, reasons) => {
    expect(judgeBusy(batch / 2, null, batch)).toHaveLength(reasons)
  })

  test('a run with few batches may have too few iterations in flight', () => {
    expect(judgeBusy(300, 500 * idleRounds - 1)).toEqual([])
    expect(judgeBusy(300, 500 * idleRounds)).toHaveLength(1)
  })
})

test('users and rates ask for no number in flight', () => {
  const scenarios = [usersScenarioFixture({ inFlight: 0.1 }), rateScenarioFixture({ name: 'writes', inFlight: 0.1 })]
  expect(inFlightIdle(summaryFixture({ scenarios }))).toEqual([])
})
