import type { Schedule } from '../load/engine/schedule.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Interruption } from '../result/summary/summary.ts'
import type { ThresholdResult } from '../result/threshold/threshold.ts'
import type { LoadCollector } from './load-collector.ts'
import { RateWatch } from './rate-watch.ts'
import { runPhaseOf } from './run-phase.ts'
import { ThresholdWatch } from './threshold-watch.ts'
import { UnreachableWatch } from './unreachable-watch.ts'

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
      config.scenarios.map(({ workload }, index) => {
        const lastEnd = collector.scenarios[index]?.lastEnd ?? 0
        return runPhaseOf(workload, start, { overAt: collector.overAt(index), lastEnd, until: now })
      })
    this.#collector = collector
    this.#unreachable = new UnreachableWatch(collector)
    this.#thresholds = new ThresholdWatch(config, collector, phasesAt)
    this.#rates = new RateWatch(config, collector, phasesAt)
  }

  /** What became of the target, when the load has ended by itself; `undefined` when it was there to the end. */
  lostTarget(): string | undefined {
    const seconds = this.#unreachable.lostSeconds()
    return seconds >= 2 ? `${this.#unreachable.whose} was refused for the last ${seconds} s` : undefined
  }

  /** Why the test is to be ended; `undefined` while it may go on. To be asked once a second. */
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
