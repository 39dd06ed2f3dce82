import type { Schedule } from '../load/engine/schedule.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { ScenarioTotals } from '../measure/recorder/scenario-totals.ts'
import type { LoadCollector } from './load-collector.ts'

/** Seconds over which a rate is looked at. */
const span = 5

/** Notices that a scenario starts fewer iterations a second than its config allows, over the last five seconds of its run phase. */
export class RateWatch {
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
