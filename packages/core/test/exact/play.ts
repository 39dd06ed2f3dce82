import { setImmediate as turn } from 'node:timers/promises'
import { vi } from 'vitest'
import { KeptRequests } from '../../src/engine/built-requests.ts'
import type { Load } from '../../src/engine/load.ts'
import { RequestLoad } from '../../src/engine/request-load.ts'
import { RequestUsers } from '../../src/engine/request-users.ts'
import { scheduleOf, type Schedule } from '../../src/engine/schedule.ts'
import { UserLoad } from '../../src/engine/user-load.ts'
import { outcomes } from '../../src/metrics/outcome.ts'
import { ScenarioRecorder } from '../../src/recorder/scenario-recorder.ts'
import type { ScenarioSnapshot } from '../../src/recorder/snapshot.ts'
import { UserRecorder } from '../../src/recorder/user-recorder.ts'
import { divideTest } from '../../src/run/divide-test.ts'
import { LoadCollector } from '../../src/run/load-collector.ts'
import { runPhaseOf } from '../../src/run/run-phase.ts'
import { compareWithPlan, type ScheduledCount } from '../../src/summary/scheduled-count.ts'
import { summarizeScenario } from '../../src/summary/summarize-scenario.ts'
import type { ScenarioSummary } from '../../src/summary/summary.ts'
import type { ScenarioShare } from '../../src/engine/scenario-share.ts'
import { DeadlineWheel } from '../../src/wire/deadline-wheel.ts'
import type { Dial } from '../../src/wire/dial.ts'
import { HeadCache } from '../../src/wire/head-cache.ts'
import { deriveSeed } from '../../src/workload/random.ts'
import type { Workload } from '../../src/workload/workload.ts'
import { ScriptedServer, type ServerScript } from './scripted-server.ts'
import { playStart, World, type Span } from './world.ts'

/** A test to be played; times in microseconds, those of stalls and of the interruption from its start. */
export interface Played {
  readonly workload: Workload
  readonly threads: number
  readonly timeout: number
  readonly server: ServerScript
  /** When the load threads are held up. */
  readonly stalls: readonly Span[]
  /** When the test is interrupted. */
  readonly stopAt?: number | undefined
}

/** What a test that was played reports. */
interface PlayedResult {
  readonly summary: ScenarioSummary
  readonly phases: Schedule
  /** What each thread scheduled, beside its plan. */
  readonly scheduled: readonly (readonly ScheduledCount[])[]
}

/** How often deadlines are looked at. */
export const wheelWidth = 10_000
/** When deadlines are looked at next. */
export function nextLook(now: number): number {
  return Math.floor(now / wheelWidth + 1) * wheelWidth
}

/** What every request is, on the wire. */
export const requestText = 'GET / HTTP/1.1\r\n\r\n'
const testSeed = 7
/** What everything random of the scenario starts from. */
export const playSeed = deriveSeed(testSeed, 'played')

/** The spans of a play on the clock of its world. */
function onClock(spans: readonly Span[]): Span[] {
  return spans.map(({ from, to }) => ({ from: playStart + from, to: playStart + to }))
}

/** When the run phase of a play is ended by its duration or by an interruption, however far it has come. */
export function stopOf({ workload, stopAt = Infinity }: Played): number {
  return Math.min(scheduleOf(workload, playStart).runEnd, playStart + stopAt)
}

/** A server and its world, for a play. */
export function serverOf({ server, stalls }: Played): ScriptedServer {
  return new ScriptedServer(new World(onClock(stalls)), { ...server, stalls: onClock(server.stalls) })
}

/** Plays a test with the code that loads servers, from its threads to the figures that people read. */
export async function play(played: Played): Promise<PlayedResult & { readonly requests: ScriptedServer['requests'] }> {
  // The wheel has a timer of its own; here it is turned by the world.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const player = new Player(played)
  try {
    await player.play()
  } finally {
    vi.useRealTimers()
  }
  return { ...player.result(), requests: player.server.requests }
}

/** What each thread is told to do. */
function sharesOf({ workload, threads, timeout }: Played): ReturnType<typeof divideTest> {
  const limits = { bailout: undefined, abortIfRateBelow: undefined, uniqueIds: false, reconnectAfter: undefined }
  const scenario = { kind: 'requests', name: 'played', requests: [request], order: 'in-turn', workload, ...limits } as const
  const route = { address: { kind: 'unix', path: '/memory' }, host: 'memory', tls: undefined } as const
  const nothing = (): undefined => undefined
  return divideTest(
    { scenarios: [scenario], workers: threads, plugins: [], metrics: {}, env: {}, seed: testSeed, timeout, connectTimeout: 10e6 },
    { url: 'http://memory', route, sharedOf: nothing, sharedOfPlugin: nothing },
  )
}

class Player {
  readonly server: ScriptedServer
  readonly #played: Played
  readonly #world: World
  readonly #loads: Load[] = []
  readonly #reports: { readonly worker: number; readonly snapshot: ScenarioSnapshot; readonly at: number }[] = []
  readonly #collector: LoadCollector
  readonly #ends: Promise<void>[] = []
  #drained = 0

  constructor(played: Played) {
    this.#played = played
    this.server = serverOf(played)
    this.#world = this.server.world
    this.#collector = new LoadCollector(1, played.threads)
  }

  async play(): Promise<void> {
    const { threads, stopAt } = this.#played
    const world = this.#world
    for (const { worker, scenarios } of sharesOf(this.#played)) for (const share of scenarios) this.#add(worker, share)
    for (const load of this.#loads) world.at(playStart, () => load.start(playStart))
    if (stopAt !== undefined) for (const load of this.#loads) world.at(playStart + stopAt, () => load.stop())
    this.#report(playStart + 1e6)
    while (this.#drained < threads && world.advance()) await turn()
    await Promise.all(this.#ends)
  }

  result(): PlayedResult {
    const { workload, stopAt = Infinity } = this.#played
    // In whatever order they come, as plain data.
    for (const { worker, snapshot, at } of this.#reports.toReversed()) this.#collector.add(worker, [structuredClone(snapshot)], at)
    const { threads, scenarios } = this.#collector
    const [totals] = scenarios
    if (totals === undefined) throw new Error('nothing was collected')
    for (const outcome of outcomes) {
      const ofThreads = threads.reduce((sum, { run }) => sum + run.outcomes[outcome], 0)
      if (ofThreads !== totals.run.outcomes[outcome]) throw new Error(`${outcome}: threads add up to ${ofThreads}`)
    }
    const reached = { overAt: this.#collector.overAt(0), lastEnd: totals.lastEnd, until: playStart + stopAt }
    const phases = runPhaseOf(workload, playStart, reached)
    const facts = { name: 'played', request: 'GET /', endpoint: 'GET /', workload, ...phases }
    return { summary: summarizeScenario(facts, totals), phases, scheduled: threads.map((_thread, worker) => this.#scheduledBy(worker)) }
  }

  #scheduledBy(worker: number): readonly ScheduledCount[] {
    const { workload, threads, stopAt = Infinity } = this.#played
    const isInterrupted = (this.#collector.overAt(0) ?? Infinity) >= playStart + stopAt
    const scenario = { name: 'played', workload, hasJourneys: false, seed: playSeed, isInterrupted }
    const found = this.#collector.scheduled(worker, 0)
    if (found === undefined) throw new Error(`nothing was collected of thread ${worker}`)
    return compareWithPlan(scenario, { worker, workers: threads }, found)
  }

  #add(worker: number, share: ScenarioShare): void {
    const wheel = new DeadlineWheel(this.#world, wheelWidth)
    this.#turn(wheel)
    const events = {
      onReady: () => {},
      onRunEnd: () => this.#collector.over(worker, 0, this.#world.now()),
      onDrained: () => this.#end(worker, wheel),
      onBailout: () => {},
    }
    const load = this.#create({ clock: this.#world, wheel, heads: new HeadCache() }, share, events)
    this.#loads.push(load)
  }

  #create(thread: RequestLoad['thread'], share: ScenarioShare, events: ConstructorParameters<typeof UserLoad>[1]): Load {
    const { createAlarm } = this.#world
    const dial = this.#dial()
    if (share.kind === 'connections') {
      const load = new RequestLoad({ share, thread, dial, createAlarm }, events)
      const built = { requestBuffer: Buffer.from(requestText) }
      for (let index = 0; index < share.workload.connections; index++) load.add({ ...iterator, requests: [{ ...built }] })
      load.open()
      return load
    }
    const { action } = share
    if (action.kind !== 'requests') throw new Error('a play has no journeys')
    const recorder = new UserRecorder(new ScenarioRecorder(), {})
    const built = new KeptRequests([Buffer.from(requestText)])
    const source = new RequestUsers({ share, action, thread, dial, recorder, built, createAlarm })
    void source.prepare()
    return new UserLoad({ share, thread, createAlarm, recorder, source }, events)
  }

  #dial(): Dial {
    const buffer = Buffer.alloc(64 * 1024)
    return (events) => {
      const connection = this.server.dial({
        onOpen: () => {
          events.onConnect()
          events.onReady()
        },
        onRefused: () => events.onError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
        onRead: ({ bytes }) => events.onRead(buffer, buffer.write(bytes, 'latin1')),
        onEnd: () => events.onEnd(),
        onReset: () => events.onError(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
      })
      return {
        write: ({ length }) => connection.request(length / requestText.length),
        keepAlive: () => {},
        destroy: () => connection.close(),
      }
    }
  }

  #turn(wheel: DeadlineWheel): void {
    this.#world.at(nextLook(this.#world.now()), () => {
      wheel.turn()
      this.#turn(wheel)
    })
  }

  // Each thread, once a second.
  #report(time: number): void {
    this.#world.at(time, () => {
      for (const [worker, load] of this.#loads.entries()) this.#take(worker, load)
      this.#report(time + 1e6)
    })
  }

  #take(worker: number, load: Load): void {
    const at = this.#world.now()
    this.#reports.push({ worker, snapshot: load.take(at), at })
  }

  #end(worker: number, wheel: DeadlineWheel): void {
    const load = this.#loads[worker]
    this.#drained += 1
    if (load === undefined) return
    this.#ends.push(
      load.end().then(() => {
        wheel.stop()
        this.#take(worker, load)
      }),
    )
  }
}

const request = {
  method: 'GET',
  path: '/',
  headers: {},
  body: undefined,
  form: undefined,
  expect: { status: undefined, body: undefined },
} as const
const iterator = {
  currentRequest: { requestBuffer: Buffer.alloc(0) },
  currentRequestIndex: 0,
  nextRequest: () => ({ requestBuffer: Buffer.alloc(0) }),
  setRequest: () => {},
}
