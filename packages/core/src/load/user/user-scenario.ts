import type { Clock } from '../../base/clock/clock.ts'
import type { LoopTurns } from '../../base/clock/loop-turns.ts'
import type { MetricDefinitions } from '../../model/metrics/metric-definition.ts'
import type { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import type { Part } from '../../model/workload/part.ts'
import type { HttpScenario } from './http/http-scenario.ts'
import type { MetricRecorders } from './metric-recorders.ts'

/** What the users of one scenario on one thread have in common. */
export interface UserScenario {
  readonly clock: Clock
  readonly turns: LoopTurns
  readonly recorder: UserRecorder
  readonly http: HttpScenario
  readonly metrics: MetricRecorders<MetricDefinitions>
  readonly env: Readonly<Record<string, string>>
  readonly seed: number
  readonly part: Part
  /** One object for each thread and test: what is shared by the scenarios of a thread is kept under it, and ends with it. */
  readonly thread: object
  /** Start of the run phase on the thread's clock; `Infinity` until it is known. */
  runStart: number
}
