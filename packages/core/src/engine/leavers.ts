// Less than what a thread may take after its graceful stop; a user that was stopped can only let go of what it has.
const longestLeave = 4000
const longestLeaveStopped = 1000

/**
 * Users that are about to leave: their `afterUser` is under way, or clients of theirs are being disposed of.
 *
 * Of thousands that are stopped at once, all wait for the same thread: while others get away, one that is still there is not stuck.
 */
export class Leavers<User> implements Iterable<User> {
  readonly #leaves = new Map<User, Leave>()
  #lastLeftAt = -Infinity

  /**
   * A user begins to leave.
   *
   * @param onLate is called with seconds when it takes longer than it may
   */
  add(user: User, isStopped: boolean, onLate: (seconds: number) => void): void {
    const since = performance.now()
    this.#leaves.set(user, new Leave(() => this.giveUpAt(since, isStopped), since, onLate))
  }

  [Symbol.iterator](): IterableIterator<User> {
    return this.#leaves.keys()
  }

  left(user: User, now: number = performance.now()): void {
    this.#leaves.get(user)?.end()
    this.#leaves.delete(user)
    this.#lastLeftAt = now
  }

  /** When a user that began to leave at `since` is given up, should nobody else leave until then; in milliseconds. */
  giveUpAt(since: number, isStopped: boolean): number {
    const longest = isStopped ? longestLeaveStopped : longestLeave
    return Math.min(Math.max(since, this.#lastLeftAt) + longest, since + longestLeave)
  }
}

class Leave {
  readonly #giveUpAt: () => number
  readonly #since: number
  readonly #onLate: (seconds: number) => void
  #timer: NodeJS.Timeout
  #immediate: NodeJS.Immediate | undefined

  constructor(giveUpAt: () => number, since: number, onLate: (seconds: number) => void) {
    this.#giveUpAt = giveUpAt
    this.#since = since
    this.#onLate = onLate
    this.#timer = setTimeout(this.#onTimer, giveUpAt() - since)
  }

  end(): void {
    clearTimeout(this.#timer)
    clearImmediate(this.#immediate)
  }

  // What came while the thread did something else is read behind its timers: nobody is late for an answer that is there.
  readonly #onTimer = (): void => {
    this.#immediate = setImmediate(this.#onTurn)
  }

  readonly #onTurn = (): void => {
    const until = this.#giveUpAt()
    const left = until - performance.now()
    if (left > 0) this.#timer = setTimeout(this.#onTimer, left)
    else this.#onLate(Math.round((until - this.#since) / 1000))
  }
}
