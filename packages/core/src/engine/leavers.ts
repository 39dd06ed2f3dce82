// Less than what a thread may take after its graceful stop; a user that was stopped can only let go of what it has.
const longestLeave = 4000
const longestLeaveStopped = 1000

/**
 * Users that are about to leave: their `afterUser` is under way, or clients of theirs are being disposed of.
 *
 * Times are in milliseconds, all by one clock.
 */
export class Leavers<User> implements Iterable<User> {
  readonly #users = new Set<User>()
  #lastLeftAt = -Infinity

  add(user: User): void {
    this.#users.add(user)
  }

  [Symbol.iterator](): IterableIterator<User> {
    return this.#users.values()
  }

  left(user: User, now: number): void {
    this.#users.delete(user)
    this.#lastLeftAt = now
  }

  /**
   * When a user that began to leave at `since` is given up, should nobody else leave until then.
   *
   * Of thousands that are stopped at once, all wait for the same thread: while others get away, one that is still there is not stuck.
   */
  giveUpAt(since: number, isStopped: boolean): number {
    const longest = isStopped ? longestLeaveStopped : longestLeave
    return Math.min(Math.max(since, this.#lastLeftAt) + longest, since + longestLeave)
  }
}
