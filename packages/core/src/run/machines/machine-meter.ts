import { countResponses } from '../../model/metrics/outcome.ts'
import type { CollectedThread, LoadCollector } from '../load-collector.ts'
import type { MachineProgress } from '../progress.ts'
import type { KnownMachine } from './summarize-machine.ts'

/** Tells what each machine does while it generates load. */
export class MachineMeter {
  readonly #known: readonly KnownMachine[]
  readonly #collector: LoadCollector
  #told: { readonly at: number; readonly responded: readonly number[] }

  /** @param start of the load, on the clock of the process */
  constructor(known: readonly KnownMachine[], collector: LoadCollector, start: number) {
    this.#known = known
    this.#collector = collector
    this.#told = { at: start, responded: known.map(() => 0) }
  }

  /** What each did since the last call; nothing where the load comes from this machine. */
  read(now: number): { readonly machines?: readonly MachineProgress[] } {
    if (this.#known.length === 0) return {}
    const seconds = (now - this.#told.at) / 1e6
    const threadsOf = ({ workers }: KnownMachine): readonly CollectedThread[] =>
      workers.flatMap((worker) => this.#collector.threads[worker] ?? [])
    const responded = this.#known.map((known) => threadsOf(known).reduce((sum, { run }) => sum + countResponses(run.outcomes), 0))
    const machines = this.#known.map((known, index): MachineProgress => {
      const lost = threadsOf(known).map((thread) => thread.lost?.reason)
      return {
        name: known.facts.name,
        requestsPerSecond: seconds > 0 ? ((responded[index] ?? 0) - (this.#told.responded[index] ?? 0)) / seconds : 0,
        cpu: known.samples.at(-1)?.generatorCpu ?? null,
        lost: lost.every((reason) => reason !== undefined) ? (lost[0] ?? null) : null,
      }
    })
    this.#told = { at: now, responded }
    return { machines }
  }
}
