import { setImmediate as turn } from 'node:timers/promises'
import { vi } from 'vitest'
import type { Load } from '../../src/load/engine/load.ts'
import type { Schedule } from '../../src/load/engine/schedule.ts'
import { outcomes } from '../../src/model/metrics/outcome.ts'
import type { ScenarioSnapshot } from '../../src/measure/recorder/snapshot.ts'
import { LoadCollector, runPhaseOf } from '../../src/run/load-collector.ts'
import { compareWithPlan, type ScheduledCount } from '../../src/result/summary/generator-summary.ts'
import { summarizeScenario, type ScenarioSummary } from '../../src/result/summary/scenario-summary.ts'
import type { ScenarioShare } from '../../src/load/engine/scenario-share.ts'
import { DeadlineWheel } from '../../src/load/wire/deadline-wheel.ts'
import { HeadCache } from '../../src/load/wire/head-cache.ts'
import { createLoad, sharesOf } from './play-load.ts'
import { nextLook, playSeed, serverOf, wheelWidth, type Played } from './played.ts'
import type { ScriptedServer } from './scripted-server.ts'
import { playStart, type World } from './world.ts'

/** The report of a test that was played. */
interface PlayedResult {
  readonly summary: ScenarioSummary
  readonly phases: Schedule
  /** What each thread scheduled, beside its plan. */
  readonly scheduled: readonly (readonly ScheduledCount[])[]
}

/** Plays a test with the code that loads servers, from its threads to the figures of the result. */
export async function play(played: Played): Promise<PlayedResult & { readonly requests: ScriptedServer['requests'] }> {
  const player = new Player(played)
  const { world } = player.server
  // The wheel has a timer of its own; here it is turned by the world.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.stubGlobal('setTimeout', (act: () => void, milliseconds: number) => world.timer(milliseconds, act))
  vi.stubGlobal('clearTimeout', (callOff: () => void) => callOff())
  try {
    await player.play()
  } finally {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
  return { ...player.result(), requests: player.server.requests }
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
    for (const { worker, scenarios } of sharesOf(this.#played, world)) for (const share of scenarios) await this.#add(worker, share)
    for (const load of this.#loads) world.at(playStart, () => load.start(playStart))
    if (stopAt !== undefined) for (const load of this.#loads) world.at(playStart + stopAt, () => load.stop())
    this.#report(playStart + 1e6)
    while (this.#drained < threads && world.advance()) {
      await turn()
      // A journey may ask for the number of the turn afterwards, which is known by the next one.
      if (this.#played.journey !== undefined) await turn()
    }
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
    const endpoint = this.#played.journey === undefined ? 'GET /' : undefined
    const facts = { name: 'played', request: 'GET /', endpoint, workload, ...phases }
    return { summary: summarizeScenario(facts, totals), phases, scheduled: threads.map((_thread, worker) => this.#scheduledBy(worker)) }
  }

  #scheduledBy(worker: number): readonly ScheduledCount[] {
    const { workload, threads, journey, stopAt = Infinity } = this.#played
    const isInterrupted = (this.#collector.overAt(0) ?? Infinity) >= playStart + stopAt
    const scenario = { name: 'played', workload, hasJourneys: journey !== undefined, seed: playSeed, isInterrupted }
    const found = this.#collector.scheduled(worker, 0)
    if (found === undefined) throw new Error(`nothing was collected of thread ${worker}`)
    return compareWithPlan(scenario, { worker, workers: threads }, found)
  }

  async #add(worker: number, share: ScenarioShare): Promise<void> {
    const wheel = new DeadlineWheel(this.#world, wheelWidth)
    this.#turn(wheel)
    const events = {
      onReady: () => {},
      onRunEnd: () => this.#collector.over(worker, 0, this.#world.now()),
      onDrained: () => this.#end(worker, wheel),
      onBailout: () => {},
    }
    const thread = { clock: this.#world, wheel, heads: new HeadCache() }
    this.#loads.push(await createLoad(this.server, thread, share, events))
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
    this.#reports.push({ worker, snapshot: load.recorder.take(at), at })
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
