import { systemClock } from '../base/clock/clock.ts'
import { scheduleOf, unscheduled, type Schedule } from '../load/engine/schedule.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { progressNames, type Phase, type Progress } from './progress.ts'
import type { UsersTotals } from '../measure/recorder/users-totals.ts'
import type { LoadCollector, CollectedThread } from './load-collector.ts'
import type { TestContext } from './progress.ts'
import { Histogram } from '../model/metrics/histogram.ts'
import { levelAt } from '../model/workload/load-curve.ts'
import { summarizeTimes, type TimeSummary } from '../model/metrics/time-summary.ts'

const microsecondsPerSecond = 1e6

/** Measures the progress of a test from the reports of its threads. */
export class ProgressMeter {
  /** When the first warm-up ends. */
  readonly runStart: number
  readonly #context: TestContext
  readonly #collector: LoadCollector
  readonly #start: number
  readonly #schedules: readonly Schedule[]
  readonly #readOthers: () => Pick<Progress, 'resources' | 'verdict' | 'machines'>
  /** When the last run phase ends; `Infinity` when a number of requests ends it. */
  readonly runEnd: number
  #told = { at: 0, responded: 0 }

  /** @param readOthers returns facts about the test that threads do not report */
  constructor(
    context: TestContext,
    collector: LoadCollector,
    start: number,
    readOthers: () => Pick<Progress, 'resources' | 'verdict' | 'machines'>,
  ) {
    this.#schedules = context.config.scenarios.map(({ workload }) => scheduleOf(workload, start))
    this.#context = context
    this.#collector = collector
    this.#start = start
    this.#readOthers = readOthers
    this.runStart = Math.min(...this.#schedules.map((schedule) => schedule.runStart))
    this.runEnd = Math.max(...this.#schedules.map((schedule) => schedule.runEnd))
    this.#told.at = start
  }

  /** Calls `onProgress`, if there is one. */
  tell(): void {
    this.#context.onProgress?.(this.#read(systemClock.now()))
  }

  #read(now: number): Progress {
    const { config, variant, repeat, repeats } = this.#context
    const phase = phaseAt(now, { start: this.#start, runStart: this.runStart, runEnd: this.runEnd })
    const isWarmup = phase.phase === 'warm-up'
    const all = this.#collector.responded + this.#collector.respondedInWarmup
    const elapsedSinceTold = (now - this.#told.at) / microsecondsPerSecond
    const requestsPerSecond = elapsedSinceTold > 0 ? (all - this.#told.responded) / elapsedSinceTold : 0
    this.#told = { at: now, responded: all }
    const requests = config.scenarios.map(({ workload }) => (workload.kind === 'connections' ? workload.requests : undefined))
    return {
      ...progressNames(config),
      variant,
      repeat,
      repeats,
      ...phase,
      left: this.runEnd < Infinity ? Math.max(0, this.runEnd - now) / microsecondsPerSecond : null,
      suite: null,
      requests: isWarmup ? this.#collector.respondedInWarmup : this.#collector.responded,
      planned: requests.every((count) => count !== undefined) ? requests.reduce((sum, count) => sum + count, 0) : null,
      failed: this.#collector.failed,
      ...this.#users(),
      ...plannedAt(now, config, this.#schedules),
      inFlight: this.#collector.inFlight,
      requestsPerSecond,
      responseTime: lastSecondOf(this.#collector, this.#schedules),
      second: countsOfLastSecond(this.#collector, this.#schedules),
      ...this.#readOthers(),
    }
  }

  #users(): Pick<Progress, 'users' | 'iterations' | 'dropped'> {
    const all = this.#collector.scenarios.flatMap(({ users }) => users ?? [])
    const sum = (read: (users: UsersTotals) => number): number => all.reduce((total, users) => total + read(users), 0)
    return {
      users: all.length === 0 ? null : sum(({ active }) => active),
      iterations: sum(({ run, warmup }) => run.started + warmup.started),
      dropped: sum(({ run, warmup }) => run.dropped + warmup.dropped),
    }
  }
}

/** The phase at a moment, and its seconds so far and as planned. Threads start at one instant, which may be a little ahead: without a warm-up, the run begins with it. */
export function phaseAt(
  now: number,
  { start, runStart, runEnd }: Readonly<Record<'start' | 'runStart' | 'runEnd', number>>,
): Pick<Progress, 'elapsed' | 'total'> & { readonly phase: Phase } {
  const seconds = (from: number, to: number): number => Math.max(0, to - from) / microsecondsPerSecond
  if (now < runStart && start < runStart) return { phase: 'warm-up', elapsed: seconds(start, now), total: seconds(start, runStart) }
  if (now >= runEnd) return { phase: 'drain', elapsed: seconds(runEnd, now), total: null }
  return { phase: 'run', elapsed: seconds(runStart, now), total: runEnd < Infinity ? seconds(runStart, runEnd) : null }
}

const second = 1e6

/** The response times of each scenario in the last complete second that all threads have reported. */
export function lastSecondOf({ scenarios, threads }: LoadCollector, schedules: readonly Schedule[]): TimeSummary {
  const merged = new Histogram()
  const told = toldUntil(threads)
  for (const [index, { windows }] of scenarios.entries()) {
    const { runStart = Infinity, runEnd = Infinity } = schedules[index] ?? {}
    // In a long run, windows cover several seconds, and each counts as a whole.
    const complete = Math.floor((Math.min(told, runEnd) - runStart) / second / windows.width)
    const histogram = complete > 0 ? windows.times((complete - 1) * windows.width)?.responseTime : undefined
    if (histogram !== undefined) merged.add(histogram)
  }
  return summarizeTimes(merged)
}

/** The counts of the last complete second that all threads have reported, over all scenarios and including replies of plugins; `null` before the first. */
export function countsOfLastSecond({ scenarios, threads }: LoadCollector, schedules: readonly Schedule[]): Progress['second'] {
  const runStart = Math.min(...schedules.map((schedule) => schedule.runStart))
  const runEnd = Math.max(...schedules.map((schedule) => schedule.runEnd))
  const complete = Math.floor((Math.min(toldUntil(threads), runEnd) - runStart) / second)
  if (!(complete > 0)) return null
  const counts = { at: complete - 1, requests: 0, failed: 0, bytes: 0 }
  for (const [index, scenario] of scenarios.entries()) {
    // The seconds of a scenario that started later are shifted; its last complete one counts.
    const own = Math.floor(complete + (runStart - (schedules[index]?.runStart ?? Infinity)) / second) - 1
    const plugins = [...scenario.pluginRequests.values()]
    for (const { responded, failed, bytes } of [scenario, ...plugins].flatMap(({ windows }) => windows.second(own) ?? [])) {
      counts.requests += responded
      counts.failed += failed
      counts.bytes += bytes
    }
  }
  return counts
}

/** The level that the workloads plan for a moment, on the clock of the schedules. */
export function plannedAt(
  now: number,
  { scenarios }: Pick<ResolvedConfig, 'scenarios'>,
  schedules: readonly Schedule[],
): Pick<Progress, 'plannedUsers' | 'plannedRate'> {
  let [users, rate] = [0, 0]
  for (const [index, { workload }] of scenarios.entries()) {
    const { start, runStart, runEnd } = schedules[index] ?? unscheduled
    if (now < start || now >= runEnd) continue
    if (workload.kind === 'rate') rate += levelAt(workload.curve, now - runStart)
    else if (workload.kind === 'users') users += Math.round(levelAt(workload.curve, now - runStart))
    else if (workload.kind === 'batch') users += workload.batch
  }
  const kinds = new Set(scenarios.map(({ workload }) => workload.kind))
  const hasPlannedUsers = !kinds.has('rate') && (kinds.has('users') || kinds.has('batch'))
  return { plannedUsers: hasPlannedUsers ? users : null, plannedRate: kinds.has('rate') ? rate : null }
}

// A thread that died will not report any more.
function toldUntil(threads: readonly CollectedThread[]): number {
  return Math.min(...threads.filter(({ lost }) => lost === undefined).map(({ reportedAt }) => reportedAt))
}
