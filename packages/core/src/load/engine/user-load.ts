import { ScenarioRecorder } from '../../measure/recorder/scenario-recorder.ts'
import { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import type { WireThread } from '../wire/connection-owner.ts'
import { ActiveUsers, type Executor, type ExecutorTools, type UserSource, type UserThread } from './executor.ts'
import { type Alarm, type CreateAlarm, planAlarms } from './alarm.ts'
import { mostAfterInterruption, type Load, type LoadEvents } from './load.ts'
import type { UserShare } from './scenario-share.ts'
import { scheduleOf } from './schedule.ts'
import type { Timing } from './timing.ts'
import { dialsInto } from '../wire/dial.ts'
import { JourneyUserSource } from './journey-user-source.ts'
import { RequestUserSource } from './request-user-source.ts'
import type { UserWorkload } from '../../model/workload/workload.ts'
import { BatchExecutor } from './batch-executor.ts'
import { ClosedExecutor } from './closed-executor.ts'
import { OpenExecutor } from './open-executor.ts'

interface UserLoadParts {
  readonly share: Pick<UserShare, 'workload' | 'part' | 'seed' | 'bailout'>
  readonly thread: WireThread
  readonly createAlarm: CreateAlarm
  /** Learns how long the target takes. */
  readonly timing?: Timing | undefined
  readonly recorder: UserRecorder
  readonly source: UserSource
  /** Patience of the thread, in microseconds. */
  readonly patience?: number | undefined
}

/** The load of one scenario of users on one thread: an executor drives users from a source, and one recorder records everything. */
export class UserLoad implements Load {
  readonly #parts: UserLoadParts
  readonly #events: LoadEvents
  readonly #users: ActiveUsers
  readonly #executor: Executor
  readonly #runEnd: Alarm
  readonly #cut: Alarm
  readonly #allGone = Promise.withResolvers<void>()
  #mostFailures: number
  #cutAt = Infinity
  #isStopped = false
  #isOver = false
  #isDrained = false
  #isEnding = false

  constructor(parts: UserLoadParts, events: LoadEvents) {
    const { share, thread, createAlarm, recorder, source } = parts
    this.#parts = parts
    this.#events = events
    this.#mostFailures = share.bailout ?? Infinity
    const around = { source, recorder, onIterationEnd: (now: number) => this.#checkFailures(now) }
    this.#users = new ActiveUsers(around, thread.clock, () => this.#checkDrained())
    this.#executor = createExecutor(share.workload, share.seed, {
      clock: thread.clock,
      patience: parts.patience ?? Infinity,
      createAlarm,
      users: this.#users,
      part: share.part,
      onOver: () => this.#onOver(),
    })
    this.#runEnd = createAlarm(() => this.#endRun(share.workload.gracefulStop))
    this.#cut = createAlarm(() => this.#users.abort())
  }

  static async create(share: UserShare, thread: UserThread, readBuffer: Buffer, events: LoadEvents): Promise<UserLoad> {
    const metrics = share.action.kind === 'journeys' ? { ...share.action.metrics, ...thread.plugins?.metrics } : {}
    const recorder = new UserRecorder(new ScenarioRecorder(), metrics)
    const source = await (share.action.kind === 'journeys'
      ? JourneyUserSource.create(share, thread, dialsInto(readBuffer), recorder)
      : RequestUserSource.create(share, share.action, thread, readBuffer, recorder))
    const timing = share.workload.kind === 'rate' ? thread.timings?.take() : undefined
    const createAlarm = planAlarms(thread.clock, timing)
    const load = new UserLoad({ share, thread, createAlarm, timing, recorder, source, patience: thread.patience }, events)
    void source.prepare().then(() => events.onReady())
    return load
  }

  get recorder(): UserRecorder {
    return this.#parts.recorder
  }

  get timing(): Timing | undefined {
    return this.#parts.timing
  }

  get opened(): number {
    return this.#parts.source.opened
  }

  start(start: number): void {
    const { share, timing, recorder, source } = this.#parts
    const schedule = scheduleOf(share.workload, start)
    recorder.begin(schedule.runStart, schedule.runEnd)
    source.begin(schedule)
    timing?.begin(schedule.runStart)
    if (schedule.runEnd < Infinity) this.#runEnd.set(schedule.runEnd)
    this.#executor.start(schedule)
  }

  stop(at?: number): void {
    this.#endRun(Math.min(this.#parts.share.workload.gracefulStop, mostAfterInterruption), at)
  }

  #endRun(gracefulStop: number, at: number = Infinity): void {
    if (this.#isDrained) return
    const { thread, recorder } = this.#parts
    // An interruption does not give more time to work that is under way since the end of the run phase.
    this.#cutAt = Math.min(this.#cutAt, thread.clock.now() + gracefulStop)
    this.#cut.set(this.#cutAt)
    if (this.#isStopped) return
    this.#isStopped = true
    this.#runEnd.clear()
    this.#executor.stop(thread.clock.now())
    recorder.endRun(Math.min(at, thread.clock.now()))
    this.#onOver()
  }

  async end(): Promise<void> {
    this.#isEnding = true
    this.#runEnd.clear()
    this.#executor.stop(this.#parts.thread.clock.now())
    this.#users.abort()
    if (this.#users.count > 0) await this.#allGone.promise
    this.#cut.clear()
    await this.#parts.source.end()
  }

  #onOver(): void {
    if (!this.#isOver) this.#events.onRunEnd()
    this.#isOver = true
    this.#checkDrained()
  }

  #checkDrained(): void {
    if (this.#users.count > 0) return
    if (this.#isEnding) this.#allGone.resolve()
    if (!this.#isOver || this.#isDrained) return
    this.#isDrained = true
    this.#cut.clear()
    this.#events.onDrained()
  }

  #checkFailures(now: number): void {
    const { failures } = this.#parts.recorder
    if (failures < this.#mostFailures) return
    this.#mostFailures = Infinity
    this.#executor.stop(now)
    this.#events.onBailout(failures)
    this.#onOver()
  }
}

/** Creates the executor of a workload of users; `seed` is that of random arrivals. */
function createExecutor(workload: UserWorkload, seed: number, tools: ExecutorTools): Executor {
  switch (workload.kind) {
    case 'rate':
      return new OpenExecutor(workload, seed, tools)
    case 'users':
      return new ClosedExecutor(workload, tools)
    case 'batch':
      return new BatchExecutor(workload, tools)
  }
}
