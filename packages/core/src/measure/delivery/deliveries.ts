/** Who is to get a message: one recipient by the name or number it is known by on both sides, or a number of them. */
export type Recipients = { readonly to: string | number } | { readonly expected: number }

/** A message that was counted as sent; kept by its sender until the reply is known. */
export interface SentMessage {
  /**
   * A short text of letters, digits, `.` and `~` to be put somewhere into the message: it says which message this is, and when it was sent.
   *
   * It survives base64, JSON and URL encoding, as long as the receiving side decodes what the sending side encoded.
   */
  readonly stamp: string
  /** The target took it over. */
  accepted(): void
  /** The target refused it. What neither is called for counts as sent, and no more is known of it. */
  refused(): void
}

/** What a received text was found to be. */
export type Reception = 'received' | 'duplicated' | 'misdelivered' | 'foreign' | 'unstamped'

/** One who receives messages over one connection or several in a row, in one thread. */
export interface Recipient {
  /**
   * A message arrived: looks for a stamp in a text and counts it.
   *
   * `misdelivered`: for another recipient; `foreign`: stamped by another run; `unstamped`: no message of ours. None of them counts as received.
   *
   * @param at when it arrived, in microseconds on the clock of the process, the same for all of one read; default now
   */
  received(text: string, at?: number): Reception
  /**
   * It could not receive between two times, in microseconds on the clock of the process: what was accepted meanwhile is missing for a reason.
   *
   * To be told when it is over, also when it ends with {@link left}.
   */
  gap(from: number, to: number): void
  /** It receives nothing from now on: what is accepted later cannot reach it. */
  left(): void
}

/** Counts the messages that a plugin's users push to each other over the target, exactly, over all threads. */
export interface Deliveries {
  /** Counts a message as sent now. */
  send(recipients: Recipients): SentMessage
  /** Names one that receives from now on; several names are one connection that receives for all of them. */
  recipient(names: string | number | readonly (string | number)[]): Recipient
}

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
