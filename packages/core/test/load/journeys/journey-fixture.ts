import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { systemClock, type Clock } from '../../../src/base/clock/clock.ts'
import type { CreateAlarm } from '../../../src/load/engine/alarm.ts'
import { JourneyUserSource } from '../../../src/load/engine/journey-user-source.ts'
import type { JourneyShare, UserShare } from '../../../src/load/engine/scenario-share.ts'
import type { UserThread, User, UserHost } from '../../../src/load/engine/executor.ts'
import type { ThreadPlugins } from '../../../src/load/plugin/thread-plugins.ts'
import type { IterationEnd } from '../../../src/measure/recorder/iterations.ts'
import { ScenarioRecorder } from '../../../src/measure/recorder/scenario-recorder.ts'
import type { ScenarioSnapshot } from '../../../src/measure/recorder/snapshot.ts'
import { UserRecorder } from '../../../src/measure/recorder/user-recorder.ts'
import type { Journey, JourneyHooks } from '../../../src/load/user/journey.ts'
import { DeadlineWheel } from '../../../src/load/wire/deadline-wheel.ts'
import { dialsInto } from '../../../src/load/wire/dial.ts'
import { HeadCache } from '../../../src/load/wire/head-cache.ts'

/** Starts a server that is gone when the test is over; returns its port. */
export async function serve(respond: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** The objects that the loads of one thread share, closed when the test is over. */
export function createThread(clock: Clock = systemClock): UserThread {
  const wheel = new DeadlineWheel(clock)
  onTestFinished(() => wheel.stop())
  return { clock, wheel, heads: new HeadCache() }
}

/** A journey that is a function, with its hooks. */
export function inline(run: Journey, hooks: JourneyHooks = {}, over: Partial<JourneyShare> = {}): JourneyShare {
  return { name: 'journey', weight: 1, from: { run, hooks: hooks as JourneyHooks<never, never> }, shared: undefined, ...over }
}

/** The share of one user of a scenario of journeys, who does one iteration. */
export function shareOf(port: number, journeys: readonly JourneyShare[], over: Partial<UserShare> = {}): UserShare {
  return {
    kind: 'users',
    name: 'buyers',
    url: `http://127.0.0.1:${port}`,
    route: { address: { kind: 'tcp', host: '127.0.0.1', port, family: 4 }, host: '127.0.0.1', tls: undefined },
    timeout: 5e6,
    connectTimeout: 5e6,
    bailout: undefined,
    seed: 1,
    part: { worker: 0, workers: 1 },
    workload: {
      kind: 'users',
      startAfter: 0,
      warmup: 0,
      gracefulStop: 1e6,
      curve: { from: 1, steps: [{ duration: Infinity, to: 1 }] },
      iterations: { of: 'user', count: 1 },
      pacing: 0,
    },
    action: {
      kind: 'journeys',
      journeys,
      connections: 'perUser',
      headers: {},
      otherOrigins: { trusted: [], tls: {} },
      spread: 'request',
      env: { REGION: 'eu' },
      metrics: { bids: { type: 'counter' } },
    },
    ...over,
  }
}

/** How an iteration ended. */
interface NotedEnd {
  readonly user: number
  readonly end: IterationEnd
  readonly reason: string | undefined
  readonly stops: boolean
}

/** Users of journeys that the test drives by hand. */
export class DrivenUsers implements UserHost {
  readonly recorder: UserRecorder
  readonly source: JourneyUserSource
  readonly ends: NotedEnd[] = []
  readonly #clock: Clock
  #waiting: (() => void) | undefined
  #started = 0

  private constructor(source: JourneyUserSource, recorder: UserRecorder, clock: Clock) {
    this.#clock = clock
    this.source = source
    this.recorder = recorder
  }

  /** Users that are in their run phase; gone when the test is over. */
  static async create(
    journeys: readonly JourneyShare[],
    port = 1,
    over: Partial<UserShare> = {},
    on: { readonly plugins?: ThreadPlugins; readonly clock?: Clock; readonly createAlarm?: CreateAlarm } = {},
  ): Promise<DrivenUsers> {
    const { plugins, clock = systemClock, createAlarm } = on
    const recorder = new UserRecorder(new ScenarioRecorder(), { bids: { type: 'counter' }, ...plugins?.metrics })
    const source = await JourneyUserSource.create(
      shareOf(port, journeys, over),
      plugins === undefined ? createThread(clock) : { ...createThread(clock), plugins },
      dialsInto(Buffer.alloc(65_536)),
      recorder,
      createAlarm,
    )
    onTestFinished(async () => await source.end())
    await source.prepare()
    const now = clock.now()
    source.begin({ start: now, runStart: now, runEnd: Infinity })
    recorder.begin(now, Infinity)
    return new DrivenUsers(source, recorder, clock)
  }

  user(id = 0): User {
    return this.source.create(id, this)
  }

  /** Starts the next iteration, planned some microseconds ago. */
  start(user: User, late = 0): void {
    const now = this.#clock.now()
    const iteration = { globalIndex: this.#started++, plannedAt: now - late }
    this.recorder.iterationStarted(iteration.plannedAt, now, 'journey')
    user.iterate(iteration, now)
  }

  /** Has a user do an iteration from its start to its end. */
  async iterate(user: User, late = 0): Promise<NotedEnd> {
    const { length } = this.ends
    this.start(user, late)
    while (this.ends.length === length)
      await new Promise<void>((resolve) => {
        this.#waiting = resolve
      })
    return this.ends[length] as NotedEnd
  }

  onIterationEnd(...[user, end, now, reason, stops = false]: Parameters<UserHost['onIterationEnd']>): void {
    this.recorder.iterationEnded(end, now, now, 'journey', reason)
    this.ends.push({ user: user.id, end, reason, stops })
    this.#waiting?.()
  }

  /** What was recorded since the last call. */
  take(): ScenarioSnapshot & { readonly users: NonNullable<ScenarioSnapshot['users']> } {
    const snapshot = this.recorder.take(this.#clock.now())
    if (snapshot.users === undefined) throw new Error('there is nothing of users')
    return { ...snapshot, users: snapshot.users }
  }
}
