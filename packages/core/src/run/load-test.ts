import { nameAbort, reportIdle, unlessInterrupted, type Phase, type TestContext } from './progress.ts'
import { systemClock } from '../base/clock/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { systemAlarms } from '../load/engine/alarm.ts'
import { mostAfterInterruption } from '../load/engine/load.ts'
import { LocalGenerator } from '../load/worker/load-generator.ts'
import { encodeForm } from '../load/http/request-config.ts'
import type { Interruption } from '../result/summary/test-summary.ts'
import { serversOf } from '../target/target.ts'
import { LoadThreads, ThreadDeadline, type AnyGenerator } from './load-threads.ts'
import { discoverServers, routesOf, type DiscoveredServer } from './discover-servers.ts'
import { divideTest, type ShareFacts } from './divide-test.ts'
import { LoadCollector } from './load-collector.ts'
import { redactMessage } from '../base/redact/redact-text.ts'
import { hideSecrets } from '../base/redact/secrets.ts'
import { makeCheckpoints } from './checkpoints.ts'
import { LoadWatch, type LoadEnd } from './load-watch.ts'
import type { MachineSource } from './machines/machine-source.ts'
import { meterMachines } from './machines/summarize-machine.ts'
import { ProgressMeter } from './progress-meter.ts'
import { reachTarget, type ReachedTarget, type ReachOptions } from './reach-target.ts'
import { ResourceSampler, sampleGenerator } from './resource-sampler.ts'
import { judgeSoFar } from '../result/verdict/judge.ts'
import type { Verdict } from '../result/verdict/verdict.ts'
import { summarizeTest, type TestRecord } from './summarize-test.ts'
import { TestSetup } from './test-setup.ts'
import { findWatchedProcesses, nothingWatched } from './watched-processes.ts'
import { plural } from '../base/units/format.ts'

const second = 1000
// Threads report each second from their start on; progress is reported just after that.
const reportLag = 150
// Microseconds between two early verdicts, each of which takes some milliseconds.
const verdictGap = 4.5e6
/** Microseconds from the order to the start, in which the order reaches every thread: one through a broker gets more than any healthy network needs. */
const leadTime = { here: 20_000, machines: 1e6 }

/** One test of load, from reaching its target to its last response. */
export class LoadTest {
  readonly #context: TestContext
  readonly #onCheckpoint: ((record: TestRecord) => void) | undefined
  /** The machines that generate the load; `undefined` when this process does. */
  readonly #machines: MachineSource | undefined
  readonly #generator: LocalGenerator
  readonly #collector: LoadCollector
  #startedAt = new Date()
  #interruption: TestRecord['interruption']
  #targetFailure: string | undefined
  #endedBy: TestRecord['endedBy']
  #reached: ReachedTarget | undefined
  #servers: readonly DiscoveredServer[] = []
  #threads: LoadThreads | undefined
  #watched = nothingWatched
  #sampler: ResourceSampler | undefined
  /** When the load was ordered to start; `undefined` until then. */
  #start: number | undefined
  /** When the load had ended; `undefined` until then. */
  #end: number | undefined
  #deadline: ThreadDeadline | undefined
  #soFar: { readonly at: number; readonly verdict: Verdict | null } = { at: -Infinity, verdict: null }

  /** @param onCheckpoint is called regularly with what was measured so far, which it must use at once */
  constructor(context: TestContext, machines: MachineSource | undefined, onCheckpoint?: (record: TestRecord) => void) {
    this.#context = context
    this.#onCheckpoint = onCheckpoint
    this.#machines = machines
    this.#generator = new LocalGenerator(context.config)
    this.#collector = new LoadCollector(context.config.scenarios.length, (machines ?? this.#generator).threads)
  }

  async run(): Promise<TestRecord> {
    const { signal, target } = this.#context
    const onAbort = (): void => this.#interrupt('signal', nameAbort(signal.reason))
    signal.addEventListener('abort', onAbort, { once: true })
    void target.exited.then(({ reason }) => this.#loseTarget(`the target ${reason}`))
    try {
      if (signal.aborted) onAbort()
      const reached = await this.#reach()
      if (reached !== undefined && this.#interruption === undefined) await this.#loadWithSetup(reached)
    } finally {
      signal.removeEventListener('abort', onAbort)
      this.#deadline?.clear()
      await this.#sampler?.stop()
    }
    return this.#record()
  }

  /** Resolves with `undefined` when the test is interrupted before. */
  async #reach(): Promise<ReachedTarget | undefined> {
    const { config, signal } = this.#context
    this.#reached = await unlessInterrupted(this.#reachServers({ ...config, signal }), signal)
    if (this.#reached !== undefined) this.#machines?.checkTarget(this.#reached)
    return this.#reached
  }

  // The first server that takes part is the target wherever a single one is needed.
  async #reachServers(
    options: ReachOptions & Pick<ResolvedConfig, 'timeout' | 'maxHeaderSize' | 'dns'>,
  ): Promise<ReachedTarget | undefined> {
    const { config, target } = this.#context
    const servers = serversOf(config.target)
    if (servers === undefined) return await reachTarget(new URL(target.url), options)
    this.#servers = await discoverServers(servers, options)
    for (const { name, cause } of this.#servers) if (cause !== undefined) this.#say('setup', `${name} takes no part: ${cause}`)
    return this.#servers.find(({ cause }) => cause === undefined)?.reached
  }

  async #loadWithSetup({ route }: ReachedTarget): Promise<void> {
    const url = this.#servers.find(({ cause }) => cause === undefined)?.url ?? this.#context.target.url
    const servers = routesOf(this.#servers)
    const { config, signal } = this.#context
    const preparing = TestSetup.prepare(config, { url, route, signal, onFailure: (message) => this.#say('teardown', message) })
    const setup = await unlessInterrupted(preparing, signal)
    try {
      if (this.#interruption !== undefined) return
      await this.#load({
        url,
        route,
        ...(servers.length > 1 ? { servers } : {}),
        sharedOf: (scenario, journey) => setup?.sharedOf(scenario, journey),
        sharedOfPlugin: (name) => setup?.sharedOfPlugin(name),
      })
    } finally {
      await setup?.finish()
    }
  }

  #say(phase: Phase, message: string): void {
    reportIdle(this.#context, phase, redactMessage(message))
  }

  async #load(facts: ShareFacts): Promise<void> {
    const config = await this.#encodeForms()
    this.#watched = findWatchedProcesses(this.#context.target, addressesOf(facts))
    const assignments = divideTest<AnyGenerator>(config, facts, this.#machines?.generators ?? [this.#generator])
    this.#machines?.assign(assignments)
    const threads = new LoadThreads(assignments, this.#collector, {
      onStray: (what) => this.#say('run', what),
      onLost: (worker, reason) => this.#loseWorker(worker, reason),
      onMachine: (generator, report) => this.#machines?.onMachine(generator, report),
      onBailout: (scenario, failures) =>
        this.#interrupt('bailout', `${plural(failures, 'request')}${config.scenarios.length === 1 ? '' : ` of ${scenario}`} failed`),
    })
    this.#threads = threads
    this.#deadline = new ThreadDeadline(threads, systemClock, systemAlarms(systemClock))
    if (this.#interruption !== undefined) {
      // The interruption came while forms were read.
      threads.order({ type: 'abort' })
      this.#endBy(this.#interruption.at)
    }
    await threads.ready
    const start = systemClock.now() + (this.#machines === undefined ? leadTime.here : leadTime.machines)
    const machines = meterMachines(this.#known, this.#collector, start)
    const progress = new ProgressMeter(this.#context, this.#collector, start, () => ({
      resources: this.#sampler?.samples.at(-1) ?? null,
      verdict: this.#judgeSoFar(),
      ...machines(systemClock.now()),
    }))
    const watch = new LoadWatch(config, this.#collector, start)
    const checkpoint = makeCheckpoints(systemClock, this.#collector, this.#onCheckpoint)
    const tick = (): void => {
      progress.tell()
      threads.endStuck()
      this.#endAs(watch.end(systemClock.now()))
      checkpoint(() => this.#record())
    }
    let ticking = setTimeout(() => {
      progress.tell()
      ticking = setInterval(tick, second)
    }, reportLag)
    this.#collector.runStart = progress.runStart
    try {
      if (this.#interruption === undefined) {
        this.#sampler = this.#sample(progress.runStart)
        this.#start = start
        // Reaching the target and the set-up happened before.
        this.#startedAt = new Date(Date.now() + (start - systemClock.now()) / 1000)
        threads.order({ type: 'go', at: start })
        this.#endBy(progress.runEnd)
      }
      await threads.ended()
      if (this.#interruption === undefined) this.#targetFailure ??= watch.lostTarget(systemClock.now())
    } finally {
      this.#end = systemClock.now()
      clearInterval(ticking)
    }
  }

  get #known(): TestRecord['machines'] {
    return this.#machines?.known ?? []
  }

  // With machines, this process generates no load.
  #sample(runStart: number): ResourceSampler {
    return this.#machines === undefined
      ? sampleGenerator(this.#generator, this.#watched, runStart)
      : new ResourceSampler(this.#watched, runStart)
  }

  #judgeSoFar(): Verdict | null {
    const { config } = this.#context
    // Both the counts and their time are those of the last reports.
    const at = this.#collector.reportedAt
    // A thread that sends load has no time for a verdict, and before each thread has reported there is nothing to judge.
    if (config.workers === 0 || !(at - this.#soFar.at >= verdictGap)) return this.#soFar.verdict
    const record = { ...this.#record(), interruption: { cause: 'signal', reason: '', at } } as const
    const verdict = hideSecrets(judgeSoFar(summarizeTest(record, true)))
    if (verdict !== null) this.#soFar = { at, verdict }
    return verdict
  }

  // Forms are read here and not with the config, because that must not read files.
  async #encodeForms(): Promise<TestContext['config']> {
    const { config } = this.#context
    const scenarios = await Promise.all(
      config.scenarios.map(async (scenario) =>
        scenario.kind === 'requests'
          ? { ...scenario, requests: await Promise.all(scenario.requests.map((request) => encodeForm(request))) }
          : scenario,
      ),
    )
    return { ...config, scenarios }
  }

  #interrupt(cause: Interruption['cause'], reason: string): void {
    if (this.#interruption !== undefined) return
    const at = systemClock.now()
    this.#interruption = { cause, reason, at }
    // Before the start nothing is in flight, so there is nothing to wait for.
    this.#threads?.order(this.#start === undefined ? { type: 'abort' } : { type: 'stop', at })
    this.#endBy(at, mostAfterInterruption)
  }

  #endBy(runEnd: number, most = Infinity): void {
    const graceful = Math.max(...this.#context.config.scenarios.map(({ workload }) => workload.gracefulStop))
    this.#deadline?.set(runEnd + Math.min(graceful, most))
  }

  #endAs(end: LoadEnd | undefined): void {
    if (end === undefined || this.#interruption !== undefined) return
    this.#endedBy = end.threshold
    if (end.cause === 'target') this.#loseTarget(end.reason)
    else this.#interrupt(end.cause, end.reason)
  }

  #loseTarget(reason: string): void {
    this.#targetFailure ??= reason
    this.#interrupt('target', reason)
  }

  #loseWorker(worker: number, reason: string): void {
    this.#collector.lose(worker, systemClock.now(), reason)
    const machine = this.#machines?.nameOf(worker)
    this.#interrupt(
      'worker',
      machine === undefined ? `load thread ${worker} was lost: ${reason}` : `a load thread of ${machine} is lost: ${reason}`,
    )
  }

  #record(): TestRecord {
    const { config, variant, repeat, target } = this.#context
    const end = this.#end ?? systemClock.now()
    return {
      config,
      variant,
      repeat,
      target,
      reached: this.#reached,
      servers: this.#servers,
      targetFailure: this.#targetFailure,
      collector: this.#collector,
      machines: this.#known,
      watched: this.#watched,
      sampler: this.#sampler,
      times: { startedAt: this.#startedAt, start: this.#start ?? this.#interruption?.at ?? end, end },
      interruption: this.#interruption,
      endedBy: this.#endedBy,
    }
  }
}

function addressesOf({ servers, route }: ShareFacts): Parameters<typeof findWatchedProcesses>[1] {
  const routes = servers?.map((server) => server.route) ?? [route]
  return routes.flatMap(({ address, others = [] }) => [address, ...others])
}
