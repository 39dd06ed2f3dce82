import type { Schedule } from '../load/engine/schedule.ts'
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

/** Checks a running load once a second for reasons to end it early: a lost target, a failed threshold, a rate that is not reached. */
export class LoadWatch {
  readonly #collector: LoadCollector
  readonly #unreachable: UnreachableWatch
  readonly #thresholds: ThresholdWatch
  readonly #rates: RateWatch

  /** @param start the start of the load, on the clock of the process */
  constructor(config: ResolvedConfig, collector: LoadCollector, start: number) {
    const phasesAt = (now: number): Schedule[] =>
      config.scenarios.map(({ workload }, index) => collector.phaseOf(index, workload, start, now))
    this.#collector = collector
    this.#unreachable = new UnreachableWatch(collector)
    this.#thresholds = new ThresholdWatch(config, collector, phasesAt)
    this.#rates = new RateWatch(config, collector, phasesAt)
  }

  /** How the target was lost before the load ended by itself; `undefined` when it was there to the end. */
  lostTarget(): string | undefined {
    const seconds = this.#unreachable.lostSeconds()
    return seconds >= 2 ? `${this.#unreachable.whose} was refused for the last ${seconds} s` : undefined
  }

  /** Why the test is to be ended; `undefined` while it may continue. To be called once a second. */
  end(now: number): LoadEnd | undefined {
    if (this.#unreachable.isUnreachable())
      return { cause: 'target', reason: `${this.#unreachable.whose} was refused for 3 s`, threshold: undefined }
    // Counts are those of the last reports, so rates are over the time up to then.
    const at = Math.min(now, this.#collector.reportedAt)
    const threshold = this.#thresholds.failed(at)
    if (threshold !== undefined) {
      const { selector, condition, text } = threshold
      return { cause: 'threshold', reason: `${selector}: ${condition} failed, ${text}`, threshold }
    }
    const slow = this.#rates.tooSlow(at)
    return slow === undefined ? undefined : { cause: 'rate', reason: slow, threshold }
  }
}

const patience = 3

/** Detects a lost target: connections are refused and no response has come for three seconds. */
export class UnreachableWatch {
  readonly #collector: LoadCollector
  #responded = 0
  #refused = 0
  #bad = 0

  constructor(collector: LoadCollector) {
    this.#collector = collector
  }

  /** The approximate number of last seconds in which connections were refused and no response came; to be called at the end of the load. */
  lostSeconds(): number {
    const hasResponded = this.#collector.responded + this.#collector.respondedInWarmup > this.#responded
    return hasResponded ? 0 : this.#bad + (this.#collector.refused > this.#refused ? 1 : 0)
  }

  /** Describes the refused connections: all of them, or all of some plugins. */
  get whose(): string {
    const plugins = this.#collector.refusedPlugins
    return plugins.length === 0 ? 'every connection' : `every connection of ${plugins.join(' and ')}`
  }

  /** Whether the target is lost. To be called once a second. */
  isUnreachable(): boolean {
    const responded = this.#collector.responded + this.#collector.respondedInWarmup
    const { refused } = this.#collector
    const isBad = responded === this.#responded && refused > this.#refused
    this.#bad = isBad ? this.#bad + 1 : 0
    this.#responded = responded
    this.#refused = refused
    return this.#bad >= patience
  }
}

/** Seconds over which a rate is measured. */
const span = 5

/** Detects a scenario that starts fewer iterations per second than its config allows, over the last five seconds of its run phase. */
class RateWatch {
  readonly #watched: readonly {
    readonly name: string
    readonly least: number
    readonly totals: ScenarioTotals
    readonly index: number
  }[]
  readonly #phasesAt: (now: number) => readonly Schedule[]
  // The times and the numbers of started iterations over the last five seconds, by scenario.
  readonly #seen: { at: number; started: number }[][]

  /** @param phasesAt returns the phases of each scenario up to a time, on the clock of the process */
  constructor({ scenarios }: ResolvedConfig, collector: LoadCollector, phasesAt: (now: number) => readonly Schedule[]) {
    this.#watched = scenarios.flatMap(({ name, abortIfRateBelow: least }, index) => {
      const totals = collector.scenarios[index]
      return least === undefined || totals === undefined ? [] : [{ name, least, totals, index }]
    })
    this.#phasesAt = phasesAt
    this.#seen = this.#watched.map(() => [])
  }

  /** Describes the scenario that is too slow; `undefined` while none is. To be called once a second. */
  tooSlow(now: number): string | undefined {
    const phases = this.#phasesAt(now)
    for (const [place, { name, least, totals, index }] of this.#watched.entries()) {
      const [seen, phase] = [this.#seen[place], phases[index]]
      // After its run phase a scenario is not expected to start anything.
      if (seen === undefined || phase === undefined || now < phase.runStart || phase.runEnd < now) continue
      if (seen.at(-1)?.at === now) continue
      seen.push({ at: now, started: startedOf(totals) })
      const [first] = seen
      if (seen.length <= span || first === undefined) continue
      const rate = (startedOf(totals) - first.started) / ((now - first.at) / 1e6)
      seen.shift()
      if (rate < least)
        return `"${name}" started ${rate.toFixed(1)} iterations per second over ${span} s, fewer than the ${least} asked for`
    }
    return undefined
  }
}

// Without users, each request counts as an iteration.
function startedOf({ users, run }: ScenarioTotals): number {
  return users?.run.started ?? run.started
}

/** Evaluates the thresholds with `abortOnFail` while a test runs. */
class ThresholdWatch {
  readonly #config: ResolvedConfig
  readonly #collector: LoadCollector
  readonly #phasesAt: (now: number) => readonly Schedule[]
  readonly #watched: readonly Threshold[]

  /** @param phasesAt returns the phases of each scenario up to a time, on the clock of the process */
  constructor(config: ResolvedConfig, collector: LoadCollector, phasesAt: (now: number) => readonly Schedule[]) {
    this.#config = config
    this.#collector = collector
    this.#phasesAt = phasesAt
    this.#watched = config.thresholds.filter(({ abortOnFail }) => abortOnFail)
  }

  /** The first threshold that fails; `undefined` while none does. A threshold with no samples yet, or too few for its percentile, has not failed. */
  failed(now: number): ThresholdResult | undefined {
    if (this.#watched.length === 0) return undefined
    const phases = this.#phasesAt(now)
    const all = metricSources(
      this.#config,
      this.#collector,
      (index) => ({ seconds: secondsOf(phases[index]) }),
      this.#collector.reportedAt - lossTime,
    )
    for (const threshold of this.#watched) {
      // Each scenario has its own run phase, and a threshold must not fail only because that has just begun.
      const sources = all.filter((_, index) => now - (phases[index]?.runStart ?? Infinity) >= threshold.after)
      if (sources.length === 0) continue
      const result = evaluateThreshold(threshold, this.#config.metrics, sources)
      if (!result.passed && result.inconclusive === null && result.actual !== null) return result
    }
    return undefined
  }
}

function secondsOf(phase: Schedule | undefined): number {
  return phase === undefined ? 0 : (phase.runEnd - phase.runStart) / 1e6
}
