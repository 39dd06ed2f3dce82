import { countResponses, countFailures, sumOutcomes } from '../model/metrics/outcome.ts'
import { type RequestTotals, PhaseTotals } from '../measure/recorder/request-totals.ts'
import { ScenarioTotals } from '../measure/recorder/scenario-totals.ts'
import type { ScenarioSnapshot } from '../measure/recorder/snapshot.ts'
import { UnderWay, type ScheduledCounts } from '../measure/recorder/under-way.ts'
import { CreatingMap } from '../measure/recorder/first-names.ts'
import type { TimingUse } from '../load/engine/timing.ts'
import type { Report } from '../load/worker/thread-messages.ts'
import type { SecondHealth, ThreadHealth } from '../load/worker/thread-health.ts'
import { DeliveryTotals } from '../measure/delivery/delivery-totals.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { MetricSource } from '../result/threshold/metric-source.ts'
import type { Schedule } from '../load/engine/schedule.ts'
import type { Workload } from '../model/workload/workload.ts'
import { endpointOf } from './name-request.ts'
import { runPhaseOf } from './run-phase.ts'

/** What is known of one load thread. */
export interface CollectedThread {
  /** Its requests of the run phase, over all scenarios. */
  readonly run: PhaseTotals
  health: ThreadHealth | undefined
  /** How well it kept up, as it told with each snapshot; `at` is the end, on the clock of the process. */
  readonly seconds: (SecondHealth & { readonly at: number })[]
  /** When its load started, on the clock of the process. */
  startedAt: number | undefined
  /** When it told last what it had done, on the clock of the process. */
  reportedAt: number
  lost: { readonly at: number; readonly reason: string } | undefined
}

type SnapshotReport = Extract<Report, { type: 'snapshot' }>

/** Adds up what the load threads report: by scenario, and by thread to check the one against the other. */
export class LoadCollector {
  readonly scenarios: readonly ScenarioTotals[]
  readonly threads: readonly CollectedThread[]
  /** Messages that users pushed to each other, by the name of the plugin. */
  readonly deliveries: CreatingMap<string, DeliveryTotals> = new CreatingMap(() => new DeliveryTotals())
  /** Errors that belong to no iteration: how many, and what the first of them said. */
  stray: { readonly count: number; readonly first: string } | null = null
  #timing: TimingUse = { precise: 0, coarse: 0 }
  // By thread and scenario.
  readonly #underWay: readonly (readonly UnderWay[])[]
  // Which thread had connections, or requests of plugins, of which scenario.
  readonly #observers = new Set<string>()
  // By scenario and thread: when nothing was left to be started.
  readonly #over: readonly Map<number, number>[]

  constructor(scenarios: number, threads: number) {
    this.scenarios = Array.from({ length: scenarios }, () => new ScenarioTotals())
    this.threads = Array.from({ length: threads }, () => ({
      run: new PhaseTotals(),
      health: undefined,
      seconds: [],
      startedAt: undefined,
      reportedAt: -Infinity,
      lost: undefined,
    }))
    this.#over = this.scenarios.map(() => new Map<number, number>())
    this.#underWay = this.threads.map(() => this.scenarios.map(() => new UnderWay()))
  }

  /** Responses in the run phase so far; replies to requests of plugins too, as in all these counts. */
  get responded(): number {
    return this.#sumOfAll(({ run }) => countResponses(run.outcomes))
  }
  /** Responses in the warm-up so far. */
  get respondedInWarmup(): number {
    return this.#sumOfAll(({ warmup }) => countResponses(warmup.outcomes))
  }
  /** Requests of the run phase that failed so far, without the aborted ones. */
  get failed(): number {
    return this.#sumOfAll(({ run }) => countFailures(run.outcomes))
  }
  /** Requests of both phases that were started and have not ended, when they were told of last. */
  get inFlight(): number {
    return this.#sumOfAll(({ run, warmup }) => [run, warmup].reduce((sum, phase) => sum + phase.started - sumOutcomes(phase.outcomes), 0))
  }
  /** Requests of both phases that found no connection so far. */
  get refused(): number {
    return this.#sumOfAll(refusedOf)
  }
  /** The plugins whose requests found no connection, where all those over HTTP found one. */
  get refusedPlugins(): readonly string[] {
    if (this.scenarios.some((overHttp) => refusedOf(overHttp) > 0)) return []
    const refused = this.scenarios.flatMap(pluginsOf).filter(([, requests]) => refusedOf(requests) > 0)
    return [...new Set(refused.map(([plugin]) => plugin))]
  }

  /** How many have seen whether the target was there: each thread once for each scenario that it had connections of. */
  get observers(): number {
    return this.#observers.size
  }

  /** Up to when all threads have told what they had done. */
  get reportedAt(): number {
    return Math.min(...this.threads.map(({ reportedAt }) => reportedAt))
  }

  /** A thread has started its load. */
  begin(worker: number, at: number): void {
    const thread = this.threads[worker]
    if (thread !== undefined) thread.startedAt = at
  }

  /** Takes what one thread reported at a time, a snapshot for each scenario. */
  add(worker: number, snapshots: readonly ScenarioSnapshot[], at: number): void {
    const thread = this.threads[worker]
    if (thread !== undefined) thread.reportedAt = at
    for (const [index, snapshot] of snapshots.entries()) {
      this.scenarios[index]?.add(snapshot)
      this.threads[worker]?.run.add(snapshot.run)
      this.#underWay[worker]?.[index]?.add(snapshot)
      if (hasConnections(snapshot)) this.#observers.add(`${worker} ${index}`)
    }
  }

  /** Takes all that one thread reported since it reported last. */
  addReport(worker: number, { at, scenarios, deliveries, health, stray, timing }: SnapshotReport): void {
    this.add(worker, scenarios, at)
    this.threads[worker]?.seconds.push({ ...health, at })
    for (const { name, snapshot } of deliveries) this.deliveries.of(name).add(snapshot)
    for (const totals of this.deliveries.values()) totals.settle(this.reportedAt)
    const { count = 0, first = stray?.told[0] ?? '' } = this.stray ?? {}
    if (stray !== undefined) this.stray = { count: count + stray.count, first }
    this.#timing = { precise: this.#timing.precise + timing.precise, coarse: this.#timing.coarse + timing.coarse }
  }

  /** The share of the run phase in which iterations of a rate were started by a waker; `null` where there was no choice. */
  get preciseShare(): number | null {
    const { precise, coarse } = this.#timing
    return precise + coarse === 0 ? null : precise / (precise + coarse)
  }

  /** Nothing of a scenario is left to be started on a thread. */
  over(worker: number, scenario: number, at: number): void {
    this.#over[scenario]?.set(worker, at)
  }

  /** When nothing of a scenario was left to be started on any thread; `undefined` while something is, or when that is unknown. */
  overAt(scenario: number): number | undefined {
    const ends = this.#over[scenario]
    return ends?.size === this.threads.length ? Math.max(...ends.values()) : undefined
  }

  /** The phases of a scenario in a test that started at `start`, as far as they have come by `until`. */
  phaseOf(scenario: number, workload: Workload, start: number, until: number): Schedule {
    return runPhaseOf(workload, start, { overAt: this.overAt(scenario), lastEnd: this.scenarios[scenario]?.lastEnd ?? 0, until })
  }

  /** What a thread has scheduled of a scenario. */
  scheduled(worker: number, scenario: number): ScheduledCounts | undefined {
    return this.#underWay[worker]?.[scenario]?.scheduled
  }

  /** A thread died: the requests, iterations and users that it had under way when it was last heard of were aborted by its death. */
  lose(worker: number, at: number, reason: string): void {
    const thread = this.threads[worker]
    if (thread === undefined) return
    thread.lost = { at, reason }
    for (const totals of this.deliveries.values()) totals.lose(worker, thread.reportedAt)
    for (const [index, underWay] of (this.#underWay[worker] ?? []).entries()) {
      const aborted = underWay.abort()
      this.scenarios[index]?.add(aborted)
      thread.run.add(aborted.run)
    }
  }

  /**
   * What `look` finds when all that is under way counts as aborted, as if the threads had died when they were last heard of: whatever was started has
   * ended then. The totals are as they were afterwards.
   */
  asIfOver<Found>(look: () => Found): Found {
    this.#addAborted(1)
    try {
      return look()
    } finally {
      this.#addAborted(-1)
    }
  }

  // A thread that died has nothing under way.
  #addAborted(times: 1 | -1): void {
    for (const [worker, ofThread] of this.#underWay.entries()) {
      for (const [index, underWay] of ofThread.entries()) {
        const aborted = underWay.aborted(times)
        this.scenarios[index]?.add(aborted)
        this.threads[worker]?.run.add(aborted.run)
      }
    }
  }

  #sumOfAll(read: (requests: RequestTotals) => number): number {
    return this.scenarios
      .flatMap((totals) => [totals, ...pluginsOf(totals).map(([, requests]) => requests)])
      .reduce((sum, requests) => sum + read(requests), 0)
  }
}

function hasConnections({ connections, absences, users }: ScenarioSnapshot): boolean {
  return connections.opened > 0 || absences.length > 0 || (users?.pluginRequests.length ?? 0) > 0
}

function pluginsOf({ users }: ScenarioTotals): readonly (readonly [plugin: string, requests: RequestTotals])[] {
  return users === undefined ? [] : [...users.pluginRequests]
}

function refusedOf({ run, warmup }: RequestTotals): number {
  return run.outcomes.refused + warmup.outcomes.refused
}

/**
 * What metrics are read from: the totals of each scenario.
 *
 * @param phaseOf the run phase of a scenario, in seconds, and whether it did not come to its planned end
 * @param lostBefore messages that were sent before this time and did not arrive are lost; default all, as at the end of a test
 */
export function metricSources(
  config: ResolvedConfig,
  collector: LoadCollector,
  phaseOf: (index: number) => Pick<MetricSource, 'seconds' | 'cutShort'>,
  lostBefore: number = Infinity,
): MetricSource[] {
  const deliveries = [...collector.deliveries].flatMap(([name, totals]) => (totals.isEmpty ? [] : [{ name, totals, lostBefore }]))
  return config.scenarios.flatMap((scenario, index) => {
    const totals = collector.scenarios[index]
    if (totals === undefined) return []
    return [{ name: scenario.name, totals, endpoint: endpointOf(scenario), ...phaseOf(index), deliveries }]
  })
}
