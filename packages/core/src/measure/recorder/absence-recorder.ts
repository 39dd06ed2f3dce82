import { localLimitIn, type Closing } from '../../model/metrics/outcome.ts'

/** How long it may take until all connections have seen that the target is gone, in microseconds. */
export const allWithin = 1e6
/** The shortest absence that is told of where the target refused nothing, in microseconds: all connections were broken, and nothing came meanwhile. */
export const leastBroken = 1e5
const most = 100

/** A time in which the target was not there for any connection of one scenario on one thread. Times on the clock of the process, in microseconds. */
export interface AbsenceSnapshot {
  /** When the first connection broke or was refused, with nothing heard from the target since. */
  readonly from: number
  /** When something was heard from it again; `Infinity` while nothing is. */
  readonly to: number
  /** Connections that the target ended, all that there were. */
  readonly broken: number
  /** Attempts to open one that failed. */
  readonly refused: number
}

/**
 * Finds out when the target was away: every connection of one scenario on one thread was broken or refused within a second, and nothing came before that was
 * over. What one connection alone meets is no absence. Nothing is allocated while the target is there.
 */
export class AbsenceRecorder {
  #open = 0
  // 0 while nothing is wrong, as the two below.
  #since = 0
  #noneSince = 0
  #broken = 0
  #interrupted = 0
  #refused = 0
  #told: AbsenceSnapshot[] = []

  opened(): void {
    this.#open += 1
  }

  /** A connection has ended, or could not be opened. */
  closed({ by, reason, wasOpen, lost, isAnnounced }: Omit<Closing, 'responded' | 'pipelinedAfterClose'>, now: number): void {
    if (wasOpen) this.#open -= 1
    if (by === 'us' || isAnnounced || localLimitIn(reason) !== undefined) return
    if (wasOpen) this.#breaks(lost > 0, now)
    else this.refused(now)
  }

  /** One of a plugin's, which was open, has ended. */
  left(by: 'target' | 'client', now: number): void {
    this.#open -= 1
    if (by === 'target') this.#breaks(true, now)
  }

  /** One could not be opened. */
  refused(now: number): void {
    // Others are open: it is not everyone.
    if (this.#since === 0 && this.#open > 0) return
    this.#begin(now)
    this.#refused += 1
  }

  /** Something came from the target. */
  heard(now: number): void {
    if (this.#since !== 0) this.#end(now)
  }

  /** The absences that are over since the last call, and the one that is not. */
  take(): AbsenceSnapshot[] {
    const told = this.#told
    this.#told = []
    return this.#refused > 0 && this.#noneSince !== 0 ? [...told, this.#absence(Infinity)] : told
  }

  #breaks(wasUsed: boolean, now: number): void {
    // Those that broke before, without all others, were something else.
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
