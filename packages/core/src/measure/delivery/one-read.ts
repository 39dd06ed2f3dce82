/** How far apart two messages were sent, in microseconds, that nothing but a buffer on the way can have brought together in one read. */
export const bufferedApart = 50_000

/** The messages that one recipient got in one read, as far as it takes to tell which of them a buffer had held back. */
export class OneRead {
  #at = -Infinity
  #firstSent = Infinity
  #lastSent = -Infinity
  // Those of the read that were sent close to all others so far; created with the second message of a read.
  #close: number[] | undefined

  /**
   * Another message, which was sent and arrived at these times; those of one read arrived at the same one.
   *
   * @returns how many more messages of the read are now known to have been sent far apart from another one of it
   */
  add(sentAt: number, at: number): number {
    if (at !== this.#at) {
      this.#at = at
      this.#firstSent = sentAt
      this.#lastSent = sentAt
      if (this.#close !== undefined) this.#close.length = 0
      return 0
    }
    this.#close ??= []
    // The first one was not kept, because most reads have only one.
    if (this.#close.length === 0 && this.#lastSent - this.#firstSent < bufferedApart) this.#close.push(this.#firstSent)
    this.#firstSent = Math.min(this.#firstSent, sentAt)
    this.#lastSent = Math.max(this.#lastSent, sentAt)
    this.#close.push(sentAt)
    return this.#lastSent - this.#firstSent < bufferedApart ? 0 : this.#countApart(this.#close)
  }

  #countApart(close: number[]): number {
    let kept = 0
    for (const sentAt of close) {
      if (sentAt - this.#firstSent < bufferedApart && this.#lastSent - sentAt < bufferedApart) close[kept++] = sentAt
    }
    const apart = close.length - kept
    close.length = kept
    return apart
  }
}
