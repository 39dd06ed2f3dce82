import type { CutShort } from '../result/threshold/threshold.ts'
import { countResponses, countFailures, sumOutcomes } from '../model/metrics/outcome.ts'
import { type RequestTotals, ScenarioTotals } from '../measure/recorder/scenario-totals.ts'
import { PhaseTotals } from '../measure/recorder/series-totals.ts'
import type { ScenarioSnapshot } from '../measure/recorder/snapshot.ts'
import { UnderWay, type ScheduledCounts } from '../measure/recorder/under-way.ts'
import { CreatingMap } from '../measure/recorder/first-names.ts'
import type { TimingUse } from '../load/engine/timing.ts'
import type { Report } from '../load/worker/thread-messages.ts'
import type { AddressUse, AddressUses } from '../load/wire/address-turns.ts'
import type { ThreadHealth } from '../load/worker/thread-health.ts'
import type { ThreadSecond } from '../result/summary/generator-summary.ts'
import { mergeThreadSeconds, SampleList } from './sample-list.ts'
import { DeliveryTotals } from '../measure/delivery/delivery-totals.ts'
import { type ResolvedConfig, endpointOf } from '../config/resolved-config.ts'
import type { MetricSource } from '../result/summary/measure-scenario.ts'
import { type Schedule, scheduleOf } from '../load/engine/schedule.ts'
import type { Workload } from '../model/workload/workload.ts'
import { plannedDuration } from '../model/workload/workload-size.ts'

/** The reports of one load thread. */
export interface CollectedThread {
  /** Requests of the run phase, over all scenarios. */
  readonly run: PhaseTotals
  health: ThreadHealth | undefined
  /** How well the thread kept up, as reported with each snapshot. */
  readonly seconds: SampleList<ThreadSecond>
  /** When the load of the thread started, on the clock of the process. */
  startedAt: number | undefined
  /** When the thread last reported, on the clock of the process. */
  reportedAt: number
  lost: { readonly at: number; readonly reason: string } | undefined
}

type SnapshotReport = Extract<Report, { type: 'snapshot' }>

/** Adds up what the load threads report: by scenario and by thread, so that both can be checked against each other. */
export class LoadCollector {
  readonly scenarios: readonly ScenarioTotals[]
  readonly threads: readonly CollectedThread[]
  /** Start of the first run phase, on the clock of the process. Must be set before the first report. */
  runStart = 0
  /** Messages that users pushed to each other, by the name of the plugin. */
  readonly deliveries: CreatingMap<string, DeliveryTotals> = new CreatingMap(() => new DeliveryTotals())
  /** Errors that belong to no iteration: their number, and the message of the first. */
  stray: { readonly count: number; readonly first: string } | null = null
  /** How the addresses of the target were used, if its name has several. */
  readonly addresses: Map<string, AddressUse> = new Map()
  /** How often the name of the target could not be resolved again. */
  unresolved = 0
  #timing: TimingUse = { precise: 0, coarse: 0 }
  // Unfinished work by thread and scenario.
  readonly #underWay: readonly (readonly UnderWay[])[]
  // Pairs of thread and scenario that had connections or requests of plugins.
  readonly #observers = new Set<string>()
  // When nothing was left to be started, by scenario and thread.
  readonly #over: readonly Map<number, number>[]

  constructor(scenarios: number, threads: number) {
    this.scenarios = Array.from({ length: scenarios }, () => new ScenarioTotals())
    this.threads = Array.from({ length: threads }, () => ({
      run: new PhaseTotals(),
      health: undefined,
      seconds: new SampleList(threads, mergeThreadSeconds),
      startedAt: undefined,
      reportedAt: -Infinity,
      lost: undefined,
    }))
    this.#over = this.scenarios.map(() => new Map<number, number>())
    this.#underWay = this.threads.map(() => this.scenarios.map(() => new UnderWay()))
  }

  /** Responses in the run phase so far, including replies of plugins, as in all counts here. */
  get responded(): number {
    return this.#sumOfAll(({ run }) => countResponses(run.outcomes))
  }
  /** Responses in the warm-up so far. */
  get respondedInWarmup(): number {
    return this.#sumOfAll(({ warmup }) => countResponses(warmup.outcomes))
  }
  /** Failed requests of the run phase so far, without aborted ones. */
  get failed(): number {
    return this.#sumOfAll(({ run }) => countFailures(run.outcomes))
  }
  /** Requests of both phases in flight, by the last reports. */
  get inFlight(): number {
    return this.#sumOfAll(({ run, warmup }) => [run, warmup].reduce((sum, phase) => sum + phase.started - sumOutcomes(phase.outcomes), 0))
  }
  /** Requests of both phases whose connection was refused so far. */
  get refused(): number {
    return this.#sumOfAll(refusedOf)
  }
  /** The plugins whose connections were refused, when no HTTP connection was. */
  get refusedPlugins(): readonly string[] {
    if (this.scenarios.some((overHttp) => refusedOf(overHttp) > 0)) return []
    const refused = this.scenarios.flatMap(pluginsOf).filter(([, requests]) => refusedOf(requests) > 0)
    return [...new Set(refused.map(([plugin]) => plugin))]
  }

  /** The number of observers of the target: one for each thread and scenario with connections. */
  get observers(): number {
    return this.#observers.size
  }

  /** The time up to which all threads have reported. */
  get reportedAt(): number {
    // Asked for with each report: lists of hundreds of threads would be a third of the garbage of adding it.
    let first = Infinity
    for (const { reportedAt } of this.threads) first = Math.min(first, reportedAt)
    return first
  }

  /** Notes that a thread has started its load. */
  begin(worker: number, at: number): void {
    const thread = this.threads[worker]
    if (thread !== undefined) thread.startedAt = at
  }

  /** Notes how well a thread kept up and how it used the addresses of the target, when it has done its share. */
  done(worker: number, health: ThreadHealth, { uses, unresolved }: AddressUses = { uses: [], unresolved: 0 }): void {
    const thread = this.threads[worker]
    if (thread !== undefined) thread.health = health
    this.unresolved += unresolved
    for (const { address, connections, answered } of uses) {
      const before = this.addresses.get(address)
      this.addresses.set(address, {
        address,
        connections: (before?.connections ?? 0) + connections,
        answered: (before?.answered ?? 0) + answered,
      })
    }
  }

  /** Adds a report of one thread, with a snapshot for each scenario. */
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

  /** Adds everything that one thread reported since its last report. */
  addReport(worker: number, { at, scenarios, deliveries, health, stray, timing }: SnapshotReport): void {
    this.add(worker, scenarios, at)
    const { length, utilization, cpu, loopDelay } = health
    // As in the result, so that no summary of a running test has to convert all of them.
    this.threads[worker]?.seconds.add({ at: (at - this.runStart) / 1e6, length: length / 1000, utilization, cpu, loopDelay })
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

  /** Notes that nothing of a scenario is left to be started on a thread. */
  over(worker: number, scenario: number, at: number): void {
    this.#over[scenario]?.set(worker, at)
  }

  /** When nothing of a scenario was left to be started on any thread; `undefined` while something is, or when that is unknown. */
  overAt(scenario: number): number | undefined {
    const ends = this.#over[scenario]
    return ends?.size === this.threads.length ? Math.max(...ends.values()) : undefined
  }

  /** The phases of a scenario in a test that started at `start`, as far as they are known at `until`. */
  phaseOf(scenario: number, workload: Workload, start: number, until: number): Schedule {
    return runPhaseOf(workload, start, { overAt: this.overAt(scenario), lastEnd: this.scenarios[scenario]?.lastEnd ?? 0, until })
  }

  /** The counts that a thread has scheduled of a scenario. */
  scheduled(worker: number, scenario: number): ScheduledCounts | undefined {
    return this.#underWay[worker]?.[scenario]?.scheduled
  }

  /** Notes that a thread died: the requests, iterations and users that were under way at its last report were aborted. */
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
   * Calls `look` while everything under way counts as aborted, as if all threads had died after their last reports, so that everything that was started
   * has ended. Afterwards the totals are restored.
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

function pluginsOf({ pluginRequests }: ScenarioTotals): readonly (readonly [plugin: string, requests: RequestTotals])[] {
  return [...pluginRequests]
}

function refusedOf({ run, warmup }: RequestTotals): number {
  return run.outcomes.refused + warmup.outcomes.refused
}

/**
 * The sources of metrics: the totals of each scenario.
 *
 * @param phaseOf returns the length of a scenario's run phase in seconds, and whether it was cut short
 * @param lostBefore messages that were sent before this time and did not arrive are lost; default all messages, as at the end of a test
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

/** How far a scenario has come, on the clock of the process. */
interface Reached {
  /** When nothing was left to be started, on any thread; `undefined` while something is. */
  readonly overAt: number | undefined
  /** When its last request or iteration of the run phase ended. */
  readonly lastEnd: number
  /** The present, or the time of an interruption; `Infinity` for a test that reached its end. */
  readonly until: number
}

/**
 * The phases of a scenario in a test that started at `testStart`.
 *
 * The run phase ends as planned, or when everything to be started has ended: a count was reached, or no user could continue. An interruption ends
 * phases that are not over by then.
 */
export function runPhaseOf(workload: Workload, testStart: number, { overAt, lastEnd, until }: Reached): Schedule {
  const { start, runStart, runEnd: planned } = scheduleOf(workload, testStart)
  const isOver = overAt !== undefined && overAt < Math.min(planned, until)
  const ended = Math.min(planned, until, isOver ? Math.max(overAt, lastEnd) : Infinity)
  return { start, runStart, runEnd: Math.max(runStart, ended < Infinity ? ended : lastEnd) }
}

/** Whether the load of a run phase that is cut short at a time was steady or still to change; `undefined` when the run phase was over by then. */
export function cutShortAt(workload: Workload, { runStart, runEnd }: Schedule, at: number): CutShort | undefined {
  if (runEnd < at || runStart + plannedDuration(workload) <= at) return undefined
  const isSteady =
    workload.kind === 'connections' || workload.kind === 'batch' || workload.curve.steps.every(({ to }) => to === workload.curve.from)
  return isSteady && runStart < at ? 'steady' : 'changing'
}
