import type { Clock } from '../../base/clock/clock.ts'
import type { Part } from '../../model/workload/part.ts'
import type { ActiveUsers } from './active-users.ts'
import type { CreateAlarm } from './alarm.ts'
import type { Schedule } from './schedule.ts'

/** Decides when users join and leave and when their iterations start, by one kind of workload, on one thread. */
export interface Executor {
  /** Follows the schedule from `schedule.start` on, which may be ahead. */
  start(schedule: Schedule): void
  /** Starts nothing more: users leave, those in an iteration when it has ended. */
  stop(now: number): void
}

/** What an executor works with. */
export interface ExecutorTools {
  readonly clock: Clock
  readonly createAlarm: CreateAlarm
  readonly users: ActiveUsers
  readonly part: Part
  /** Hears that nothing more will be started, though the executor was not stopped: all that was asked for was, or no user can go on. */
  readonly onOver: (now: number) => void
}
