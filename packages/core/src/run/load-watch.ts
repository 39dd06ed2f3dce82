import { formatNumber } from '../base/units/format.ts'
import { measureTotals } from '../result/summary/measure-scenario.ts'
import { scheduleOf, type Schedule } from '../load/engine/schedule.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Interruption } from '../result/summary/test-summary.ts'
import type { ThresholdResult, Threshold } from '../result/threshold/threshold.ts'
import { type LoadCollector, metricSources } from './load-collector.ts'
import type { ScenarioTotals } from '../measure/recorder/scenario-totals.ts'
import { lossTime } from '../measure/delivery/delivery-totals.ts'
import { evaluateThreshold } from '../result/threshold/evaluate-threshold.ts'

/** Why a test is to be ended, with the threshold that failed, if any. */
export interface LoadEnd {
  readonly cause: Interruption['cause']
  readonly reason: string
  readonly threshold: ThresholdResult | undefined
}

/** Seconds over which a rate is measured. */
const span = 5

/** A scenario with a least rate, and the iterations that had been started at each of the last five seconds. */
interface WatchedRate {
  readonly name: string
  readonly least: number
  readonly totals: ScenarioTotals
  readonly index: number
  readonly seen: { readonly at: number; readonly started: number }[]
}

/** Checks a running load once a second for reasons to end it early: a lost target, a failed threshold, a rate that is not reached. */
export class LoadWatch {
  readonly #config: ResolvedConfig
  readonly #collector: LoadCollector
  readonly #start: number
  /** When nothing more is started; `Infinity` when a count ends it. */
  readonly #plannedEnd: number
  readonly #unreachable: UnreachableWatch
  readonly #thresholds: readonly Threshold[]
  readonly #rates: readonly WatchedRate[]

  /** @param start the start of the load, on the clock of the process */
  constructor(config: ResolvedConfig, collector: LoadCollector, start: number) {
    this.#config = config
    this.#collector = collector
    this.#start = start
    this.#plannedEnd = Math.max(...config.scenarios.map(({ workload }) => scheduleOf(workload, start).runEnd))
    this.#unreachable = new UnreachableWatch(collector, start)
    this.#thresholds = config.thresholds.filter(({ abortOnFail }) => abortOnFail)
    this.#rates = config.scenarios.flatMap(({ name, abortIfRateBelow: least }, index) => {
      const totals = collector.scenarios[index]
      return least === undefined || totals === undefined ? [] : [{ name, least, totals, index, seen: [] }]
    })
  }

  /** How the target was lost before the load ended by itself; `undefined` when it was there to the end. */
  lostTarget(now: number): string | undefined {
    const seconds = this.#unreachable.lostSeconds(Math.min(now, this.#plannedEnd))
    return seconds >= 2 ? `${this.#unreachable.whose} was refused for the last ${seconds} s` : undefined
  }

  /** Why the test is to be ended; `undefined` while it may continue. To be called once a second. */
  end(now: number): LoadEnd | undefined {
    // Threads may take a while to end, in which there is nothing to end early.
    if (this.#unreachable.isUnreachable(now) && now < this.#plannedEnd)
      return { cause: 'target', reason: `${this.#unreachable.whose} was refused for 3 s`, threshold: undefined }
    // Counts are those of the last reports, so rates are over the time up to then.
    const at = Math.min(now, this.#collector.reportedAt)
    const phases = this.#config.scenarios.map(({ workload }, index) => this.#collector.phaseOf(index, workload, this.#start, at))
    const threshold = this.#failedThreshold(phases, at)
    if (threshold !== undefined) {
      const { selector, condition, text } = threshold
      return { cause: 'threshold', reason: `${selector}: ${condition} failed, ${text}`, threshold }
    }
    const slow = this.#tooSlow(phases, at)
    return slow === undefined ? undefined : { cause: 'rate', reason: slow, threshold }
  }

  /** The first threshold that fails; `undefined` while none does. A threshold with no samples yet, or that its samples do not decide, has not failed. */
  #failedThreshold(phases: readonly Schedule[], now: number): ThresholdResult | undefined {
    if (this.#thresholds.length === 0) return undefined
    const secondsOf = (index: number): { readonly seconds: number } => {
      const { runStart = 0, runEnd = 0 } = phases[index] ?? {}
      return { seconds: (runEnd - runStart) / 1e6 }
    }
    const all = metricSources(this.#config, this.#collector, secondsOf, this.#collector.reportedAt - lossTime)
    for (const threshold of this.#thresholds) {
      // Each scenario has its own run phase, and a threshold must not fail only because that has just begun.
      const sources = all.filter((_, index) => now - (phases[index]?.runStart ?? Infinity) >= threshold.after)
      if (sources.length === 0) continue
      const result = evaluateThreshold(threshold, this.#config.metrics, sources.map(measureTotals))
      if (!result.passed && result.inconclusive === null && result.actual !== null) return result
    }
    return undefined
  }

  /** Describes the scenario that starts fewer iterations per second than its config allows; `undefined` while none does. */
  #tooSlow(phases: readonly Schedule[], now: number): string | undefined {
    for (const { name, least, totals, index, seen } of this.#rates) {
      const phase = phases[index]
      // After its run phase a scenario is not expected to start anything.
      if (phase === undefined || now < phase.runStart || phase.runEnd < now || seen.at(-1)?.at === now) continue
      // Without users, each request counts as an iteration.
      const started = totals.users?.run.started ?? totals.run.started
      seen.push({ at: now, started })
      const [first] = seen
      if (seen.length <= span || first === undefined) continue
      const rate = (started - first.started) / ((now - first.at) / 1e6)
      seen.shift()
      if (rate < least)
        return `"${name}" started ${formatNumber(rate)} iterations per second over ${span} s, fewer than the ${least} asked for`
    }
    return undefined
  }
}

const patience = 3

/** Detects a lost target: connections are refused and no response has come for three seconds. */
export class UnreachableWatch {
  readonly #collector: LoadCollector
  #responded = 0
  #refused = 0
  #reportedAt = -Infinity
  #bad = 0
  /** When the collector was looked at last, and when it was for the last time before the target was lost. */
  #lookedAt: number
  #lostFrom: number

  /** @param start when the load starts */
  constructor(collector: LoadCollector, start: number) {
    this.#collector = collector
    this.#lookedAt = start
    this.#lostFrom = start
  }

  /** The last whole seconds in which connections were refused and no response came; to be called at the end of the load. */
  lostSeconds(now: number): number {
    if (this.#allResponded > this.#responded) return 0
    const until = this.#collector.refused > this.#refused ? now : Math.min(now, this.#lookedAt)
    return Math.floor((until - this.#lostFrom) / 1e6)
  }

  get #allResponded(): number {
    return this.#collector.responded + this.#collector.respondedInWarmup
  }

  /** Describes the refused connections: all of them, or all of some plugins. */
  get whose(): string {
    const plugins = this.#collector.refusedPlugins
    return plugins.length === 0 ? 'every connection' : `every connection of ${plugins.join(' and ')}`
  }

  /** Whether the target is lost. To be called once a second. */
  isUnreachable(now: number): boolean {
    const responded = this.#allResponded
    const { refused, reportedAt } = this.#collector
    const [hasResponded, isRefused] = [responded > this.#responded, refused > this.#refused]
    // A report that is late says nothing yet.
    if (hasResponded || isRefused || reportedAt > this.#reportedAt) {
      const isBad = isRefused && !hasResponded
      this.#bad = isBad ? this.#bad + 1 : 0
      if (!isBad) this.#lostFrom = now
      this.#lookedAt = now
      this.#reportedAt = reportedAt
      this.#responded = responded
      this.#refused = refused
    }
    return this.#bad >= patience
  }
}
