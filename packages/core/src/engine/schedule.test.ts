import { expect, test } from 'vitest'
import type { ClosedWorkload } from '../workload/closed-workload.ts'
import { scheduleOf } from './schedule.ts'

const workload = (over: Partial<ClosedWorkload>): ClosedWorkload => ({
  connections: 1,
  pipelining: 1,
  duration: undefined,
  requests: undefined,
  warmup: 0,
  gracefulStop: 5e6,
  ...over,
})

test.each([
  [{ duration: 10e6 }, { start: 7, runStart: 7, runEnd: 10e6 + 7 }],
  [
    { duration: 10e6, warmup: 2e6 },
    { start: 7, runStart: 2e6 + 7, runEnd: 12e6 + 7 },
  ],
  [
    { requests: 5, warmup: 2e6 },
    { start: 7, runStart: 2e6 + 7, runEnd: Infinity },
  ],
])('%o has the phases %o', (over, schedule) => {
  expect(scheduleOf(workload(over), 7)).toEqual(schedule)
})
