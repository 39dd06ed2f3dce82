import { pluginOutcomes, type PluginOutcome, type PluginOutcomeCounts } from '../metrics/plugin-outcome.ts'
import { ErrorTotals } from './error-totals.ts'
import type { PluginPhaseSnapshot, PluginRequestsSnapshot } from './snapshot.ts'

/** The sum of what threads counted of the requests of one plugin. Snapshots may be added in any order. */
export class PluginRequestTotals {
  readonly plugin: string
  readonly warmup: PluginPhaseTotals = new PluginPhaseTotals()
  readonly run: PluginPhaseTotals = new PluginPhaseTotals()
  readonly #failures = new ErrorTotals()

  constructor(plugin: string) {
    this.plugin = plugin
  }

  /** Why requests of the run phase failed, the most frequent reason first. */
  get failures(): PluginRequestsSnapshot['failures'] {
    return this.#failures.all
  }

  add({ warmup, run, failures }: PluginRequestsSnapshot): void {
    this.warmup.add(warmup)
    this.run.add(run)
    for (const failure of failures) this.#failures.add({ endpoint: undefined, ...failure })
  }
}

/** The requests of one phase. */
export class PluginPhaseTotals {
  readonly #outcomes = new Float64Array(pluginOutcomes.length)
  #started = 0

  get started(): number {
    return this.#started
  }

  get outcomes(): PluginOutcomeCounts {
    return Object.fromEntries(pluginOutcomes.map((outcome, index) => [outcome, this.#outcomes[index] ?? 0])) as Record<
      PluginOutcome,
      number
    >
  }

  /** Started, and not ended yet. */
  get inFlight(): number {
    return this.#outcomes.reduce((left, count) => left - count, this.#started)
  }

  add({ started, outcomes }: PluginPhaseSnapshot): void {
    this.#started += started
    for (const [index, count] of outcomes.entries()) this.#outcomes[index]! += count
  }
}
