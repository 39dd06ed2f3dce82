import { outcomes } from '../metrics/outcome.ts'
import type { PhaseSnapshot } from './snapshot.ts'

const highestStatus = 999

/** Counts of one phase on one thread since the last snapshot. Recording allocates nothing. */
export class PhaseRecorder {
  readonly #outcomes = new Float64Array(outcomes.length)
  readonly #statuses = new Float64Array(highestStatus + 1)
  #started = 0
  #bytesSent = 0
  #bytesReceived = 0

  started(count: number, bytes: number): void {
    this.#started += count
    this.#bytesSent += bytes
  }

  received(bytes: number): void {
    this.#bytesReceived += bytes
  }

  answered(outcome: number, status: number): void {
    this.#outcomes[outcome]! += 1
    this.#statuses[status]! += 1
  }

  ended(outcome: number): void {
    this.#outcomes[outcome]! += 1
  }

  /** What was recorded since the last call. */
  take(): PhaseSnapshot {
    const statuses: [number, number][] = []
    for (let status = 0; status <= highestStatus; status++) {
      if (this.#statuses[status]! > 0) statuses.push([status, this.#statuses[status]!])
    }
    const snapshot: PhaseSnapshot = {
      started: this.#started,
      dropped: 0,
      outcomes: [...this.#outcomes],
      statuses,
      bytesSent: this.#bytesSent,
      bytesReceived: this.#bytesReceived,
    }
    this.#outcomes.fill(0)
    this.#statuses.fill(0)
    this.#started = 0
    this.#bytesSent = 0
    this.#bytesReceived = 0
    return snapshot
  }
}
