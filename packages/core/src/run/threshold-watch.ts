import type { Schedule } from '../load/engine/schedule.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { lossTime } from '../measure/delivery/delivery-totals.ts'
import { evaluateThreshold } from '../result/threshold/evaluate-threshold.ts'
import type { Threshold, ThresholdResult } from '../result/threshold/threshold.ts'
import type { LoadCollector } from './load-collector.ts'
import { metricSources } from './metric-sources.ts'

/** Looks at the thresholds that end a test as soon as they fail, while it runs. */
export class ThresholdWatch {
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
