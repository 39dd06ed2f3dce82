/**
 * Tells whether the event loop has turned, so that work that never waits for anything can give way to sockets and timers.
 *
 * Turns are counted only while somebody asks, at the cost of one immediate for each of them.
 */
export class LoopTurns {
  #turn = 0
  #isMarked = false

  /** The number of the turn. */
  current(): number {
    if (!this.#isMarked) {
      this.#isMarked = true
      setImmediate(this.#onTurn)
    }
    return this.#turn
  }

  /** Whether the loop is still in a turn that was current. */
  isHeld(turn: number): boolean {
    return turn === this.#turn
  }

  readonly #onTurn = (): void => {
    this.#isMarked = false
    this.#turn += 1
  }
}
