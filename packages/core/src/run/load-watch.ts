import type { Schedule } from '../load/engine/schedule.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Interruption } from '../result/summary/test-summary.ts'
import type { ThresholdResult, Threshold } from '../result/threshold/threshold.ts'
import { type LoadCollector, metricSources } from './load-collector.ts'
import type { ScenarioTotals } from '../measure/recorder/scenario-totals.ts'
import { lossTime } from '../measure/delivery/delivery-totals.ts'
import { evaluateThreshold } from '../result/threshold/evaluate-threshold.ts'

/** Why a test is to be ended, and the threshold that said so. */
export interface LoadEnd {
  readonly cause: Interruption['cause']
  readonly reason: string
  readonly threshold: ThresholdResult | undefined
}

/** Looks at a running load once a second for what ends it early: a target that is gone, a threshold, a rate that is not reached. */
export class LoadWatch {
  readonly #collector: LoadCollector
  readonly #unreachable: UnreachableWatch
  readonly #thresholds: ThresholdWatch
  readonly #rates: RateWatch

  /** @param start of the load, on the clock of the process */
  constructor(config: ResolvedConfig, collector: LoadCollector, start: number) {
    const phasesAt = (now: number): Schedule[] =>
      config.scenarios.map(({ workload }, index) => collector.phaseOf(index, workload, start, now))
    this.#collector = collector
    this.#unreachable = new UnreachableWatch(collector)
    this.#thresholds = new ThresholdWatch(config, collector, phasesAt)
    this.#rates = new RateWatch(config, collector, phasesAt)
  }

  /** How the target was lost, when the load has ended by itself; `undefined` when it was there to the end. */
  lostTarget(): string | undefined {
    const seconds = this.#unreachable.lostSeconds()
    return seconds >= 2 ? `${this.#unreachable.whose} was refused for the last ${seconds} s` : undefined
  }

  /** Why the test is to be ended; `undefined` while it may continue. To be asked once a second. */
  end(now: number): LoadEnd | undefined {
    if (this.#unreachable.isUnreachable())
      return { cause: 'target', reason: `${this.#unreachable.whose} was refused for 3 s`, threshold: undefined }
    // Counts are those of the last reports, so a rate is over the time until then.
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

/** Notices that a target has gone away: connections are refused and no response has come for three seconds. */
export class UnreachableWatch {
  readonly #collector: LoadCollector
  #responded = 0
  #refused = 0
  #bad = 0

  constructor(collector: LoadCollector) {
    this.#collector = collector
  }

  /** About how many of the last seconds connections were refused and no response came; to be asked at the end of the load. */
  lostSeconds(): number {
    const hasResponded = this.#collector.responded + this.#collector.respondedInWarmup > this.#responded
    return hasResponded ? 0 : this.#bad + (this.#collector.refused > this.#refused ? 1 : 0)
  }

  /** Every connection, or every one of the plugins whose requests found none. */
  get whose(): string {
    const plugins = this.#collector.refusedPlugins
    return plugins.length === 0 ? 'every connection' : `every connection of ${plugins.join(' and ')}`
  }

  /** To be asked once a second. */
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

/** Seconds over which a rate is looked at. */
const span = 5

/** Notices that a scenario starts fewer iterations a second than its config allows, over the last five seconds of its run phase. */
class RateWatch {
  readonly #watched: readonly {
    readonly name: string
    readonly least: number
    readonly totals: ScenarioTotals
    readonly index: number
  }[]
  readonly #phasesAt: (now: number) => readonly Schedule[]
  // By scenario: when it was looked at, and how many iterations had been started by then, the last five seconds of it.
  readonly #seen: { at: number; started: number }[][]

  /** @param phasesAt how far the phases of each scenario have come, on the clock of the process */
  constructor({ scenarios }: ResolvedConfig, collector: LoadCollector, phasesAt: (now: number) => readonly Schedule[]) {
    this.#watched = scenarios.flatMap(({ name, abortIfRateBelow: least }, index) => {
      const totals = collector.scenarios[index]
      return least === undefined || totals === undefined ? [] : [{ name, least, totals, index }]
    })
    this.#phasesAt = phasesAt
    this.#seen = this.#watched.map(() => [])
  }

  /** Says what is too slow; `undefined` while nothing is. To be asked once a second. */
  tooSlow(now: number): string | undefined {
    const phases = this.#phasesAt(now)
    for (const [place, { name, least, totals, index }] of this.#watched.entries()) {
      const [seen, phase] = [this.#seen[place], phases[index]]
      // Behind its run phase a scenario starts nothing, and nothing is wrong with that.
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

// A request of connections without users is an iteration of its own.
function startedOf({ users, run }: ScenarioTotals): number {
  return users?.run.started ?? run.started
}

/** Looks at the thresholds that end a test as soon as they fail, while it runs. */
class ThresholdWatch {
  readonly #config: ResolvedConfig
  readonly #collector: LoadCollector
  readonly #phasesAt: (now: number) => readonly Schedule[]
  readonly #watched: readonly Threshold[]

  /** @param phasesAt how far the phases of each scenario have come, on the clock of the process */
  constructor(config: ResolvedConfig, collector: LoadCollector, phasesAt: (now: number) => readonly Schedule[]) {
    this.#config = config
    this.#collector = collector
    this.#phasesAt = phasesAt
    this.#watched = config.thresholds.filter(({ abortOnFail }) => abortOnFail)
  }

  /** The first that fails; `undefined` while none does. What has no samples yet, or too few for its percentile, has not failed. */
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
      // Each scenario has a run phase of its own: one that has not gone on for long enough would fail for nothing but that.
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
