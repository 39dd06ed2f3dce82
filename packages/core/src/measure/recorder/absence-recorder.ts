import { localLimitIn, type Closing } from '../../model/metrics/outcome.ts'

/** The longest time until all connections notice that the target is gone, in microseconds. */
export const allWithin = 1e6
/** The shortest absence that is reported when the target refused nothing, in microseconds: all connections were broken, and nothing came meanwhile. */
export const leastBroken = 1e5
const most = 100

/** A time in which the target was away for every connection of one scenario on one thread, in microseconds on the clock of the process. */
export interface AbsenceSnapshot {
  /** When the first connection broke or was refused, without anything from the target since then. */
  readonly from: number
  /** When the target sent something again; `Infinity` until then. */
  readonly to: number
  /** Connections that the target ended, which were all open ones. */
  readonly broken: number
  /** Attempts to open a connection that failed. */
  readonly refused: number
}

/**
 * Detects absences of the target: every connection of one scenario on one thread was broken or refused within a second, and nothing came meanwhile. A
 * problem of a single connection is not an absence. Nothing is allocated while the target is there.
 */
export class AbsenceRecorder {
  #open = 0
  // 0 while nothing is wrong, like the two fields below.
  #since = 0
  #noneSince = 0
  #broken = 0
  #interrupted = 0
  #refused = 0
  #told: AbsenceSnapshot[] = []

  opened(): void {
    this.#open += 1
  }

  closed({ by, reason, wasOpen, lost, isAnnounced }: Omit<Closing, 'responded' | 'pipelinedAfterClose'>, now: number): void {
    if (wasOpen) this.#open -= 1
    if (by === 'us' || isAnnounced || localLimitIn(reason) !== undefined) return
    if (wasOpen) this.#breaks(lost > 0, now)
    else this.refused(now)
  }

  /** Notes that an open connection of a plugin has ended. */
  left(by: 'target' | 'client', now: number): void {
    this.#open -= 1
    if (by === 'target') this.#breaks(true, now)
  }

  /** Notes that a connection of a plugin could not be opened. */
  refused(now: number): void {
    // Other connections are open, so the target is not away for all.
    if (this.#since === 0 && this.#open > 0) return
    this.#begin(now)
    this.#refused += 1
  }

  heard(now: number): void {
    if (this.#since !== 0) this.#end(now)
  }

  /** Returns the absences that ended since the last call, and the current one. */
  take(): AbsenceSnapshot[] {
    const told = this.#told
    this.#told = []
    return this.#refused > 0 && this.#noneSince !== 0 ? [...told, this.#absence(Infinity)] : told
  }

  #breaks(wasUsed: boolean, now: number): void {
    // Connections that broke earlier, while others stayed open, had another cause.
    if (this.#noneSince === 0 && now - this.#since > allWithin) this.#forget()
    this.#begin(now)
    this.#broken += 1
    if (wasUsed) this.#interrupted += 1
  }

  #begin(now: number): void {
    if (this.#since === 0) this.#since = now
    if (this.#open === 0 && this.#noneSince === 0) this.#noneSince = now
  }

  #end(now: number): void {
    const isAbsence = this.#refused > 0 || (this.#interrupted > 1 && now - this.#since >= leastBroken)
    if (this.#noneSince !== 0 && isAbsence && this.#told.length < most) this.#told.push(this.#absence(now))
    this.#forget()
  }

  #absence(to: number): AbsenceSnapshot {
    return { from: this.#since, to, broken: this.#broken, refused: this.#refused }
  }

  #forget(): void {
    this.#since = 0
    this.#noneSince = 0
    this.#broken = 0
    this.#interrupted = 0
    this.#refused = 0
  }
}
