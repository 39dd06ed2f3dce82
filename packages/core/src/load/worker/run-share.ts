import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../base/clock/clock.ts'
import { messageOf } from '../../base/errors/benchpress-error.ts'
import { hideSecrets, keepSecrets } from '../../base/redact/secrets.ts'
import type { Load, LoadEvents } from '../engine/load.ts'
import type { ScenarioShare } from '../engine/scenario-share.ts'
import type { ThreadTimings } from '../engine/timing.ts'
import type { UserThread } from '../engine/executor.ts'
import type { ThreadPlugins } from '../plugin/thread-plugins.ts'
import { AddressTurns } from '../wire/address-turns.ts'
import type { Route } from '../wire/dial.ts'
import { DeadlineWheel } from '../wire/deadline-wheel.ts'
import { HeadCache } from '../wire/head-cache.ts'
import type { LoadPort, LocalShare, Order } from './thread-messages.ts'
import { HealthMonitor, threadNumber, type ThreadHealth } from './thread-health.ts'
import { StrayErrorCounter } from './stray-errors.ts'

const readBufferSize = 64 * 1024
const snapshotInterval = 1000

/**
 * Runs one thread's share of a test: prepares, reports `ready`, waits for `go`, sends, reports every second, ends.
 *
 * The same code runs in a worker thread and, with no workers, in the thread that called `run()`. Resolves after `done` was
 * reported; an error is reported as `failed`.
 */
export async function runShare(share: LocalShare, port: LoadPort, strays: StrayErrorCounter = new StrayErrorCounter()): Promise<void> {
  const release = keepSecrets(share.secrets)
  try {
    await new LoadThread(share, port, strays).run()
  } catch (error) {
    reportFailure(error, port)
  } finally {
    release()
  }
}

function reportFailure(error: unknown, port: LoadPort): void {
  port.postMessage({ type: 'failed', message: messageOf(error), stack: error instanceof Error ? hideSecrets(error.stack) : undefined })
}

class LoadThread {
  readonly #share: LocalShare
  readonly #port: LoadPort
  readonly #strays: StrayErrorCounter
  readonly #wheel = new DeadlineWheel(systemClock)
  readonly #health = new HealthMonitor()
  readonly #loads: Load[] = []
  readonly #ready = Promise.withResolvers<void>()
  readonly #go = Promise.withResolvers<number | undefined>()
  readonly #ended = Promise.withResolvers<void>()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #routes: ReadonlySet<Route>
  #plugins: ThreadPlugins | undefined
  #isStopping = false
  #timings: ThreadTimings | undefined
  #unready: number
  #sending: number
  #undrained: number
  #runHealth: ThreadHealth | undefined

  constructor(share: LocalShare, port: LoadPort, strays: StrayErrorCounter) {
    this.#share = share
    this.#routes = new Set(share.scenarios.flatMap(({ route, servers = [] }) => [route, ...servers.map((server) => server.route)]))
    this.#port = port
    this.#strays = strays
    this.#unready = share.scenarios.length
    this.#sending = share.scenarios.length
    this.#undrained = share.scenarios.length
    port.on('message', (order) => this.#obey(order))
  }

  async run(): Promise<void> {
    try {
      await this.#prepare()
      const start = await this.#go.promise
      if (start === undefined) return
      await waitUntil(start)
      if (this.#isStopping) return
      this.#start(start)
      await this.#ended.promise
    } catch (error) {
      // Reported before `done`, because the thread is terminated after it and later reports may be lost.
      reportFailure(error, this.#port)
    } finally {
      if (this.#runHealth === undefined) await nextTurn()
      const health = this.#runHealth ?? this.#health.read()
      // The share continues to report meanwhile, which shows that it is alive, and little is lost if it is terminated.
      await Promise.all(this.#loads.map((load) => load.end()))
      for (const timer of this.#timers) clearTimeout(timer)
      this.#wheel.stop()
      this.#report()
      this.#health.stop()
      const addresses = AddressTurns.end(this.#routes)
      this.#port.postMessage({ type: 'done', at: systemClock.now(), health, addresses })
    }
  }

  async #prepare(): Promise<void> {
    // One buffer for all connections of the thread, because the bytes of a read are processed before the next read.
    const readBuffer = Buffer.allocUnsafeSlow(readBufferSize)
    const { maxHeaderSize, patience } = this.#share
    const plugins = await loadPlugins(this.#share)
    this.#plugins = plugins
    this.#timings = await createTimings(this.#share)
    // One object for all scenarios, which is the key of shared data of the thread.
    const thread: UserThread = {
      clock: systemClock,
      wheel: this.#wheel,
      heads: new HeadCache(),
      maxHeaderSize,
      ...(plugins === undefined ? {} : { plugins }),
      ...(patience === undefined ? {} : { patience }),
      ...(this.#timings === undefined ? {} : { timings: this.#timings }),
    }
    AddressTurns.begin(this.#routes, this.#share.worker)
    for (const [index, scenario] of this.#share.scenarios.entries()) {
      const load = await createLoad(scenario, thread, readBuffer, {
        onReady: () => --this.#unready === 0 && this.#ready.resolve(),
        onRunEnd: () => this.#endRun(index),
        onDrained: () => --this.#undrained === 0 && this.#ended.resolve(),
        onBailout: (failures) => this.#port.postMessage({ type: 'bailout', scenario: scenario.name, failures }),
      })
      this.#loads.push(load)
    }
    await this.#ready.promise
    this.#port.postMessage({ type: 'ready', opened: this.#loads.reduce((sum, load) => sum + load.opened, 0), thread: threadNumber() })
  }

  #start(start: number): void {
    const startedAt = systemClock.now()
    // The warm-up also warms up the generator, so its health is measured from the run phase on.
    const warmup = Math.min(...this.#share.scenarios.map(({ workload }) => workload.startAfter + workload.warmup))
    this.#health.start()
    if (warmup > 0) this.#timers.push(setTimeout(() => this.#health.start(), warmup / 1000))
    this.#timers.push(setInterval(() => this.#report(), snapshotInterval))
    this.#plugins?.begin(start + warmup)
    for (const load of this.#loads) load.start(start)
    this.#port.postMessage({ type: 'started', at: startedAt })
  }

  #endRun(scenario: number): void {
    this.#port.postMessage({ type: 'over', scenario, at: systemClock.now() })
    // The lateness of the current turn of the event loop is measured before the next one.
    if (--this.#sending === 0) setImmediate(() => (this.#runHealth ??= this.#health.read()))
  }

  #report(): void {
    const now = systemClock.now()
    const scenarios = this.#loads.map(({ recorder, timing }) => {
      const snapshot = recorder.take(now)
      timing?.learn(snapshot)
      return snapshot
    })
    this.#port.postMessage({
      type: 'snapshot',
      at: now,
      scenarios,
      deliveries: this.#plugins?.takeDeliveries() ?? [],
      health: this.#health.takeSecond(),
      stray: this.#strays.take(),
      timing: this.#timings?.takeUse() ?? { precise: 0, coarse: 0 },
    })
  }

  #obey(order: Order): void {
    if (order.type === 'go') {
      this.#go.resolve(order.at)
      return
    }
    this.#isStopping = true
    this.#go.resolve(undefined)
    this.#ready.resolve()
    if (order.type === 'abort') this.#ended.resolve()
    else for (const load of this.#loads) load.stop(order.at)
  }
}

// Imported when there is a waker, which only open workloads need.
async function createTimings({ waker }: LocalShare): Promise<ThreadTimings | undefined> {
  if (waker === undefined) return undefined
  const { ThreadTimings } = await import('../engine/timing.ts')
  return new ThreadTimings(waker)
}

// Imported when there are plugins, because most threads have none and need no modules of deliveries either.
async function loadPlugins({ plugins, run, worker }: LocalShare): Promise<ThreadPlugins | undefined> {
  if (plugins.length === 0) return undefined
  const { ThreadPlugins } = await import('../plugin/thread-plugins.ts')
  return await ThreadPlugins.load(plugins, { run, publisher: worker }, systemClock)
}

// Each kind is imported when a scenario needs it, because a thread with one kind does not need the modules of the other.
async function createLoad(share: ScenarioShare, thread: UserThread, readBuffer: Buffer, events: LoadEvents): Promise<Load> {
  if (share.kind === 'connections') {
    const { RequestLoad } = await import('../engine/request-load.ts')
    return await RequestLoad.create(share, thread, readBuffer, events)
  }
  const { UserLoad } = await import('../engine/user-load.ts')
  return await UserLoad.create(share, thread, readBuffer, events)
}

// A timer may fire up to a millisecond early, and requests before their phase would belong to none, so the rest is waited for.
async function waitUntil(time: number): Promise<void> {
  const wait = time - systemClock.now()
  if (wait > 0) await sleep(wait / 1000)
  while (systemClock.now() < time);
}
