import { describe, expect, test } from 'vitest'
import type { UsersWorkload } from '../model/workload/workload.ts'
import { cutShortAt, runPhaseOf } from './run-phase.ts'

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

test('starts behind what comes before it', () => {
  expect(runPhaseOf(timed, 100, going)).toEqual({ start: 100 + 2 * second, runStart: 100 + 3 * second, runEnd: 100 + 13 * second })
})

describe('the run phase ends', () => {
  test('as planned, though nothing was answered for a while before', () => {
    expect(runPhaseOf(timed, 0, { overAt: 13 * second, lastEnd: 7 * second, until: Infinity }).runEnd).toBe(13 * second)
  })

  test('when no user can go on', () => {
    expect(runPhaseOf(timed, 0, { overAt: 5 * second, lastEnd: 5 * second, until: Infinity }).runEnd).toBe(5 * second)
  })

  test('of a count, with what ended last', () => {
    expect(runPhaseOf(counted, 0, { overAt: 5 * second, lastEnd: 6 * second, until: Infinity }).runEnd).toBe(6 * second)
  })

  test('of a count, before an interruption that came when it was over', () => {
    expect(runPhaseOf(counted, 0, { overAt: 5 * second, lastEnd: 6 * second, until: 9 * second }).runEnd).toBe(6 * second)
  })

  test('by an interruption, also when the last requests were under way', () => {
    expect(runPhaseOf(timed, 0, { overAt: 6.1 * second, lastEnd: 7 * second, until: 6 * second }).runEnd).toBe(6 * second)
    expect(runPhaseOf(counted, 0, { overAt: 5 * second, lastEnd: 7 * second, until: 6 * second }).runEnd).toBe(6 * second)
  })

  test('no earlier than it starts', () => {
    expect(runPhaseOf(timed, 0, { overAt: second, lastEnd: 0, until: second }).runEnd).toBe(3 * second)
    expect(runPhaseOf(counted, 0, going).runEnd).toBe(3 * second)
  })
})

describe('a run phase', () => {
  const runEndAt = (workload: UsersWorkload, overAt?: number) => (until: number) => {
    const phase = runPhaseOf(workload, 0, { overAt, lastEnd: overAt ?? 0, until })
    return cutShortAt(workload, phase, until)
  }

  test('that came to its planned end was not cut short, also by an interruption of its drain', () => {
    expect([Infinity, 13 * second, 14 * second].map(runEndAt(timed))).toEqual([undefined, undefined, undefined])
    expect(runEndAt(counted, 5 * second)(9 * second)).toBeUndefined()
  })

  test('that an interruption ended was cut short', () => {
    expect(runEndAt(timed)(12 * second)).toBe('steady')
    expect(runEndAt(counted)(12 * second)).toBe('steady')
  })

  test('whose load was to change, or that had not begun, was cut short of something else', () => {
    const ramp = { ...timed, curve: { from: 1, steps: [{ duration: 10 * second, to: 9 }] } }
    expect([runEndAt(ramp)(12 * second), runEndAt(timed)(2 * second)]).toEqual(['changing', 'changing'])
  })
})
