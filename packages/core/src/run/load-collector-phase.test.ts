import { describe, expect, test } from 'vitest'
import type { UsersWorkload } from '../model/workload/workload.ts'
import { cutShortAt, runPhaseOf } from './load-collector.ts'

const second = 1e6
const phases = { startAfter: 2 * second, warmup: second, gracefulStop: 0 }
const timed: UsersWorkload = {
  kind: 'users',
  ...phases,
  curve: { from: 1, steps: [{ duration: 10 * second, to: 1 }] },
  iterations: undefined,
  pacing: 0,
}
const counted: UsersWorkload = { ...timed, curve: { from: 1, steps: [{ duration: Infinity, to: 1 }] }, iterations: { of: 'run', count: 9 } }
const going = { overAt: undefined, lastEnd: 0, until: Infinity }

test('a run phase starts after the delay and the warm-up', () => {
  expect(runPhaseOf(timed, 100, going)).toEqual({ start: 100 + 2 * second, runStart: 100 + 3 * second, runEnd: 100 + 13 * second })
})

describe('the run phase ends', () => {
  test('a run phase ends as planned, even without a response for a while before', () => {
    expect(runPhaseOf(timed, 0, { overAt: 13 * second, lastEnd: 7 * second, until: Infinity }).runEnd).toBe(13 * second)
  })

  test('a run phase ends when no user can continue', () => {
    expect(runPhaseOf(timed, 0, { overAt: 5 * second, lastEnd: 5 * second, until: Infinity }).runEnd).toBe(5 * second)
  })

  test('a run phase with a number of iterations ends when the last one has ended', () => {
    expect(runPhaseOf(counted, 0, { overAt: 5 * second, lastEnd: 6 * second, until: Infinity }).runEnd).toBe(6 * second)
  })

  test('a run phase with a number of iterations that is over ends before a later interruption', () => {
    expect(runPhaseOf(counted, 0, { overAt: 5 * second, lastEnd: 6 * second, until: 9 * second }).runEnd).toBe(6 * second)
  })

  test('a run phase ends by an interruption, even while the last requests are under way', () => {
    expect(runPhaseOf(timed, 0, { overAt: 6.1 * second, lastEnd: 7 * second, until: 6 * second }).runEnd).toBe(6 * second)
    expect(runPhaseOf(counted, 0, { overAt: 5 * second, lastEnd: 7 * second, until: 6 * second }).runEnd).toBe(6 * second)
  })

  test('a run phase ends no earlier than it starts', () => {
    expect(runPhaseOf(timed, 0, { overAt: second, lastEnd: 0, until: second }).runEnd).toBe(3 * second)
    expect(runPhaseOf(counted, 0, going).runEnd).toBe(3 * second)
  })
})

describe('a run phase', () => {
  const runEndAt = (workload: UsersWorkload, overAt?: number) => (until: number) => {
    const phase = runPhaseOf(workload, 0, { overAt, lastEnd: overAt ?? 0, until })
    return cutShortAt(workload, phase, until)
  }

  test('a run phase that reached its planned end was not cut short, even by an interruption of its drain', () => {
    expect([Infinity, 13 * second, 14 * second].map(runEndAt(timed))).toEqual([undefined, undefined, undefined])
    expect(runEndAt(counted, 5 * second)(9 * second)).toBeUndefined()
  })

  test('a run phase that an interruption ended was cut short', () => {
    expect(runEndAt(timed)(12 * second)).toBe('steady')
    expect(runEndAt(counted)(12 * second)).toBe('steady')
  })

  test('a run phase that was cut short was changing if its load was to change, or had not begun', () => {
    const ramp = { ...timed, curve: { from: 1, steps: [{ duration: 10 * second, to: 9 }] } }
    expect([runEndAt(ramp)(12 * second), runEndAt(timed)(2 * second)]).toEqual(['changing', 'changing'])
  })
})
