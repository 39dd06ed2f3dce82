import { expect, test } from 'vitest'
import { constantCurve } from '../../model/workload/load-curve.ts'
import type { Workload } from '../../model/workload/workload.ts'
import { scheduleOf } from './schedule.ts'

const phases = { startAfter: 3e6, warmup: 2e6, gracefulStop: 5e6 }
const connections = { ...phases, kind: 'connections', connections: 1, pipelining: 1, duration: undefined, requests: undefined } as const
const users = { ...phases, kind: 'users', curve: constantCurve(5, 10e6), iterations: undefined, pacing: 0 } as const
const rate = {
  ...phases,
  kind: 'rate',
  curve: constantCurve(5, 10e6),
  arrivals: 'uniform',
  iterations: undefined,
  maxUsers: 1,
  reuseUsers: true,
} as const
const batch = { ...phases, kind: 'batch', batch: 5, duration: undefined, iterations: undefined } as const
const stages = { from: 0, steps: [4e6, 0, 6e6].map((duration) => ({ duration, to: 7 })) }

test.each<[Workload, number]>([
  [{ ...connections, duration: 10e6 }, 10e6],
  [{ ...connections, requests: 5 }, Infinity],
  [users, 10e6],
  [{ ...users, curve: stages }, 10e6],
  [{ ...users, curve: constantCurve(5, Infinity), iterations: { of: 'run', count: 7 } }, Infinity],
  [rate, 10e6],
  [{ ...rate, curve: stages }, 10e6],
  [{ ...rate, curve: constantCurve(5, Infinity), iterations: 7 }, Infinity],
  [{ ...batch, duration: 10e6 }, 10e6],
  [{ ...batch, iterations: 7 }, Infinity],
])('%o starts after its delay and its warm-up, and runs for %d', (workload, duration) => {
  const runStart = 7 + phases.startAfter + phases.warmup
  expect(scheduleOf(workload, 7)).toEqual({ start: 7 + phases.startAfter, runStart, runEnd: runStart + duration })
})
