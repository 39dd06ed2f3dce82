import { outcomes, type Outcome, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import type { PhaseSnapshot } from './snapshot.ts'

/** The sums of what threads counted in one phase. */
export class PhaseTotals {
  readonly #outcomes = new Float64Array(outcomes.length)
  readonly #statuses = new Map<number, number>()
  #started = 0
  #dropped = 0
  #bytesSent = 0
  #bytesReceived = 0

  get started(): number {
    return this.#started
  }
  get dropped(): number {
    return this.#dropped
  }
  get bytesSent(): number {
    return this.#bytesSent
  }
  get bytesReceived(): number {
    return this.#bytesReceived
  }

  /** By status, ascending. */
  get statuses(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#statuses].toSorted(([a], [b]) => a - b))
  }

  get outcomes(): OutcomeCounts {
    return Object.fromEntries(outcomes.map((outcome, index) => [outcome, this.#outcomes[index] ?? 0])) as Record<Outcome, number>
  }

  add(snapshot: PhaseSnapshot): void {
    this.#started += snapshot.started
    this.#dropped += snapshot.dropped
    this.#bytesSent += snapshot.bytesSent
    this.#bytesReceived += snapshot.bytesReceived
    for (const [index, count] of snapshot.outcomes.entries()) this.#outcomes[index]! += count
    for (const [status, count] of snapshot.statuses) this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + count)
  }
}
