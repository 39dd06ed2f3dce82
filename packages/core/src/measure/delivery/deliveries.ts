/** The recipients of a message: one recipient by a name or number that both sides use, or a number of recipients. */
export type Recipients = { readonly to: string | number } | { readonly expected: number }

/** A message that was counted as sent; kept by its sender until the reply is known. */
export interface SentMessage {
  /**
   * A short text of letters, digits, `.` and `~` to be put anywhere into the message, which identifies the message and the time of its send.
   *
   * The stamp survives base64, JSON and URL encoding, if the receiving side decodes what the sending side encoded.
   */
  readonly stamp: string
  /** Notes that the target accepted the message. */
  accepted(): void
  /** Notes that the target refused the message. If neither is called, the message counts as sent, and whether it was accepted is unknown. */
  refused(): void
}

/** What a received text is. */
export type Reception = 'received' | 'duplicated' | 'misdelivered' | 'foreign' | 'unstamped'

/** A recipient of messages over one connection, or several in a row, in one thread. */
export interface Recipient {
  /**
   * Counts an arrived message by the stamp in its text.
   *
   * `misdelivered`: for another recipient; `foreign`: stamped by another run; `unstamped`: without a stamp. None of these counts as received.
   *
   * @param at when the message arrived, in microseconds on the clock of the process, the same for all messages of one read; default now
   */
  received(text: string, at?: number): Reception
  /**
   * Notes that the recipient could not receive between two times, in microseconds on the clock of the process, which explains missing messages that
   * were accepted meanwhile.
   *
   * To be called after the gap, even if it ends with {@link left}.
   */
  gap(from: number, to: number): void
  /** Notes that the recipient receives nothing from now on, so that messages accepted later cannot reach it. */
  left(): void
}

/** Counts the messages that a plugin's users push to each other over the target, exactly, over all threads. */
export interface Deliveries {
  /** Counts a message as sent now. */
  send(recipients: Recipients): SentMessage
  /** Adds a recipient that receives from now on; several names belong to one connection that receives for all of them. */
  recipient(names: string | number | readonly (string | number)[]): Recipient
}

/**
 * A recipient of messages over connections that follow each other, which reports the times between them as gaps.
 *
 * Nothing is expected to arrive before the first connection is open. Times are in microseconds on the clock of the process.
 */
export class ReconnectingRecipient {
  readonly #deliveries: Deliveries
  readonly #names: string | number | readonly (string | number)[]
  #recipient: Recipient | undefined
  // When the last connection ended; undefined while a connection is open.
  #interruptedAt: number | undefined

  /** @param names the names, as for `deliveries.recipient()` */
  constructor(deliveries: Deliveries, names: string | number | readonly (string | number)[]) {
    this.#deliveries = deliveries
    this.#names = names
  }

  /** Notes that a connection is open, the first or a later one. */
  connected(at: number): void {
    this.#recipient ??= this.#deliveries.recipient(this.#names)
    this.#endGap(at)
  }

  /** Counts an arrived message by the stamp in its text; `undefined` when no connection was open yet. */
  received(text: string, at: number): Reception | undefined {
    return this.#recipient?.received(text, at)
  }

  /** Notes that a connection has ended, and another one will follow. */
  interrupted(at: number): void {
    if (this.#recipient !== undefined) this.#interruptedAt ??= at
  }

  /** Notes that the recipient receives nothing from now on. */
  left(at: number): void {
    this.#endGap(at)
    this.#recipient?.left()
  }

  #endGap(at: number): void {
    if (this.#interruptedAt !== undefined) this.#recipient?.gap(this.#interruptedAt, at)
    this.#interruptedAt = undefined
  }
}
