import { outcomes, noStatus } from '../../model/metrics/outcome.ts'

/** The counts of one phase since the last snapshot, as plain data that can be sent to other threads. */
export interface PhaseSnapshot {
  readonly started: number
  readonly dropped: number
  /** Counts by `outcomeIndex`. */
  readonly outcomes: readonly number[]
  /** Pairs of status and count. */
  readonly statuses: readonly (readonly [status: number, count: number])[]
  readonly bytesSent: number
  readonly bytesReceived: number
}

const highestStatus = 999

/** Counts of one phase on one thread since the last snapshot. Recording allocates nothing. */
export class PhaseRecorder {
  readonly #outcomes = new Float64Array(outcomes.length)
  readonly #statuses = new Uint32Array(highestStatus + 1)
  readonly #seenStatuses: number[] = []
  #started = 0
  #dropped = 0
  #bytesSent = 0
  #bytesReceived = 0

  started(count: number, bytes: number): void {
    this.#started += count
    this.#bytesSent += bytes
  }

  /** Adds sent bytes of a request that was already counted. */
  sent(bytes: number): void {
    this.#bytesSent += bytes
  }

  dropped(): void {
    this.#dropped += 1
  }

  received(bytes: number): void {
    this.#bytesReceived += bytes
  }

  responded(outcome: number, status: number): void {
    this.#outcomes[outcome]! += 1
    if (status === noStatus) return
    if (!this.#statuses[status]) this.#seenStatuses.push(status)
    this.#statuses[status]! += 1
  }

  ended(outcome: number): void {
    this.#outcomes[outcome]! += 1
  }

  /** Returns the counts since the last call. */
  take(): PhaseSnapshot {
    const snapshot: PhaseSnapshot = {
      started: this.#started,
      dropped: this.#dropped,
      outcomes: [...this.#outcomes],
      statuses: this.#seenStatuses.toSorted((a, b) => a - b).map((status) => [status, this.#statuses[status]!]),
      bytesSent: this.#bytesSent,
      bytesReceived: this.#bytesReceived,
    }
    this.#outcomes.fill(0)
    for (const status of this.#seenStatuses) this.#statuses[status] = 0
    this.#seenStatuses.length = 0
    this.#started = 0
    this.#dropped = 0
    this.#bytesSent = 0
    this.#bytesReceived = 0
    return snapshot
  }
}
