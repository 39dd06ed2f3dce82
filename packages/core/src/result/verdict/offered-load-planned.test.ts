import { describe, expect, test } from 'vitest'
import { leastPlanned, meanLevel, onlyLevel, steadySpan } from './offered-load.ts'
import { batchFixture, connectionsFixture, rateFixture, usersWorkloadFixture } from '../../../test/result/verdict/summary-fixture.ts'

const rampAndHold = [
  { duration: 10, to: 20 },
  { duration: 30, to: 20 },
  { duration: 5, to: 0 },
]

describe('the part of a run that stays the same', () => {
  test('the steady part of a constant load is the whole run', () => {
    expect(steadySpan(connectionsFixture())).toEqual({ start: 0, end: Infinity })
    expect(steadySpan(batchFixture())).toEqual({ start: 0, end: Infinity })
    expect(steadySpan(usersWorkloadFixture())).toEqual({ start: 0, end: 30 })
    expect(steadySpan(rateFixture({ stages: [{ duration: null, to: 1000 }] }))).toEqual({ start: 0, end: Infinity })
  })

  test('the steady part of stages is the longest level, over all stages that keep it', () => {
    expect(steadySpan(usersWorkloadFixture({ from: 0, stages: rampAndHold }))).toEqual({ start: 10, end: 40 })
    const jump = [{ duration: 0, to: 50 }, ...[4, 6].map((duration) => ({ duration, to: 50 })), { duration: 8, to: 0 }]
    expect(steadySpan(rateFixture({ from: 1, stages: jump }))).toEqual({ start: 0, end: 10 })
  })

  test('a ramp has no steady part', () => {
    expect(steadySpan(rateFixture({ from: 0, stages: [{ duration: 30, to: 50 }] }))).toEqual({ start: 0, end: 0 })
  })
})

test('the mean level is that of the time that has passed', () => {
  const workload = usersWorkloadFixture({ from: 0, stages: rampAndHold })
  expect(meanLevel(workload, 10)).toBe(10)
  expect(meanLevel(workload, 40)).toBe(17.5)
  expect(meanLevel(workload, 0)).toBe(0)
})

test('a workload that does not change has one level', () => {
  expect(onlyLevel(rateFixture())).toBe(1000)
  expect(onlyLevel(rateFixture({ from: 5 }))).toBeNull()
})

test('a rate of unknown length plans no requests', () => {
  expect(leastPlanned(rateFixture({ from: 0, stages: [{ duration: null, to: 0 }] }))).toBe(0)
  expect(leastPlanned(rateFixture({ stages: [{ duration: null, to: 1000 }] }))).toBe(0)
})
