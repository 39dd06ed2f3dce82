import type { Deliveries, Reception, Recipient } from './deliveries.ts'

/**
 * One who receives messages over connections that follow each other, and tells the times between them as gaps.
 *
 * Nothing is expected to arrive before the first of them is open. Times are in microseconds on the clock of the process.
 */
export class ReconnectingRecipient {
  readonly #deliveries: Deliveries
  readonly #names: string | number | readonly (string | number)[]
  #recipient: Recipient | undefined
  // When the last connection ended; undefined while one is open.
  #interruptedAt: number | undefined

  /** @param names as those of `deliveries.recipient()` */
  constructor(deliveries: Deliveries, names: string | number | readonly (string | number)[]) {
    this.#deliveries = deliveries
    this.#names = names
  }

  /** A connection is open: the first one, or another. */
  connected(at: number): void {
    this.#recipient ??= this.#deliveries.recipient(this.#names)
    this.#endGap(at)
  }

  /** A message arrived: looks for a stamp in a text and counts it; `undefined` when no connection was open yet. */
  received(text: string, at: number): Reception | undefined {
    return this.#recipient?.received(text, at)
  }

  /** A connection has ended, and another one is to follow. */
  interrupted(at: number): void {
    if (this.#recipient !== undefined) this.#interruptedAt ??= at
  }

  /** It receives nothing from now on. */
  left(at: number): void {
    this.#endGap(at)
    this.#recipient?.left()
  }

  #endGap(at: number): void {
    if (this.#interruptedAt !== undefined) this.#recipient?.gap(this.#interruptedAt, at)
    this.#interruptedAt = undefined
  }
}
