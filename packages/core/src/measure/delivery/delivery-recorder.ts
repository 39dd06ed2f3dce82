import type { Clock } from '../../base/clock/clock.ts'
import { ArrivalRecorder, type ReceivedSnapshot, RecipientArrivals } from './arrival-recorder.ts'
import type { Deliveries, Recipient, Recipients, SentMessage, Reception } from './deliveries.ts'
import { PresenceRecorder, type PresenceSnapshot } from './presence.ts'
import { hashRecipient, formatStamp } from './stamp.ts'
import { numbers, takeAll, wholeNumbers } from '../recorder/column.ts'

/**
 * The deliveries that one thread recorded since its last snapshot, as plain data that can be sent to other threads.
 *
 * Times are microseconds on the clock of the process.
 */
export interface DeliverySnapshot extends ReceivedSnapshot {
  readonly publisher: number
  readonly sent: SentSnapshot
  readonly replies: RepliesSnapshot
  readonly presence: PresenceSnapshot
}

/** The identity of the messages of one thread of one run. */
export interface DeliveryOrigin {
  /** Name of the run: lower-case letters and digits, different in each run. */
  readonly run: string
  /** Number of the thread, below 65,536. */
  readonly publisher: number
}

/**
 * Counts, on one thread, the messages that the users of one plugin push to each other.
 *
 * Of an arrived message only a bit is kept, and its data until the next snapshot. Sending allocates the message and its stamp; an arrival allocates
 * nothing.
 */
export class DeliveryRecorder implements Deliveries {
  readonly #publisher: number
  readonly #sent: SentRecorder
  readonly #thread: RecipientThread & { readonly arrivals: ArrivalRecorder }
  #recipients = 0

  constructor({ run, publisher }: DeliveryOrigin, clock: Clock) {
    this.#publisher = publisher
    this.#sent = new SentRecorder(run, publisher, clock)
    this.#thread = { clock, arrivals: new ArrivalRecorder(run), presence: new PresenceRecorder() }
  }

  /** Sets the start of the run phase. Messages that are sent before, or before this call, are not counted, and neither are their arrivals. */
  begin(runStart: number): void {
    this.#sent.begin(runStart)
    this.#thread.arrivals.begin(runStart)
  }

  send(recipients: Recipients): SentMessage {
    return this.#sent.send(recipients)
  }

  recipient(names: string | number | readonly (string | number)[]): Recipient {
    const all = typeof names === 'object' ? names : [names]
    return new RecipientRecorder(this.#thread, this.#recipients++, all.map(hashRecipient))
  }

  /** Returns the records since the last call; `undefined` when there are none. */
  take(): DeliverySnapshot | undefined {
    const { arrivals, presence } = this.#thread
    if (this.#sent.isEmpty && arrivals.isEmpty && presence.isEmpty) return undefined
    return { publisher: this.#publisher, ...this.#sent.take(), ...arrivals.take(), presence: presence.take() }
  }
}

/** The recorders that the recipients of one thread share. */
interface RecipientThread {
  readonly clock: Clock
  readonly arrivals: ArrivalRecorder
  readonly presence: PresenceRecorder
}

/** One recipient, from its first connection to its last. */
class RecipientRecorder implements Recipient {
  readonly #thread: RecipientThread
  readonly #id: number
  readonly #arrivals: RecipientArrivals
  #hasLeft = false

  /**
   * @param id a number that is unique on the thread
   * @param names hashes of the names that the recipient receives for
   */
  constructor(thread: RecipientThread, id: number, names: readonly number[]) {
    this.#thread = thread
    this.#id = id
    const now = thread.clock.now()
    this.#arrivals = new RecipientArrivals(names, now)
    thread.presence.joined(id, names, now)
  }

  received(text: string, at: number = this.#thread.clock.now()): Reception {
    return this.#thread.arrivals.receive(text, at, this.#arrivals)
  }

  gap(from: number, to: number): void {
    this.#arrivals.reopened(to)
    if (to > from) this.#thread.presence.gap(this.#id, from, to)
  }

  left(): void {
    if (this.#hasLeft) return
    this.#hasLeft = true
    this.#thread.presence.left(this.#id, this.#thread.clock.now())
  }
}

/** Messages that one publisher sent, in order. */
interface SentSnapshot {
  /** Sequence number of the first message; the others follow. */
  readonly first: number
  readonly at: Float64Array
  /** The hash of the only recipient, or the number of expected recipients as a negative number or 0. */
  readonly to: Float64Array
}

/** Replies of the target to messages of one publisher. */
interface RepliesSnapshot {
  readonly accepted: Uint32Array
  readonly acceptedAt: Float64Array
  readonly refused: Uint32Array
}

/** Numbers the messages that one thread sends in the run phase, and records whether the target accepted them. */
class SentRecorder {
  readonly #run: string
  readonly #publisher: number
  readonly #clock: Clock
  readonly #messages = { at: numbers(), to: numbers() }
  readonly #replies = { accepted: wholeNumbers(), acceptedAt: numbers(), refused: wholeNumbers() }
  #runStart = Infinity
  #sent = 0

  constructor(run: string, publisher: number, clock: Clock) {
    this.#run = run
    this.#publisher = publisher
    this.#clock = clock
  }

  begin(runStart: number): void {
    this.#runStart = runStart
  }

  get isEmpty(): boolean {
    return this.#messages.at.length + this.#replies.accepted.length + this.#replies.refused.length === 0
  }

  send(recipients: Recipients): SentMessage {
    // Rounded as in the stamp, so that both sides assign the message to the same phase.
    const sentAt = Math.floor(this.#clock.now())
    const recipient = 'to' in recipients ? hashRecipient(recipients.to) : 0
    // Called before anything is counted, because it may throw.
    const to = 'to' in recipients ? recipient : -countOf(recipients.expected)
    const isCounted = sentAt >= this.#runStart
    const sequence = isCounted ? this.#sent : 0
    const stamp = formatStamp({ run: this.#run, publisher: this.#publisher, sequence, sentAt, recipient })
    if (!isCounted) return new StampedMessage(stamp, sequence, undefined)
    this.#sent += 1
    this.#messages.at.push(sentAt)
    this.#messages.to.push(to)
    return new StampedMessage(stamp, sequence, this)
  }

  accepted(sequence: number): void {
    this.#replies.accepted.push(sequence)
    this.#replies.acceptedAt.push(this.#clock.now())
  }

  refused(sequence: number): void {
    this.#replies.refused.push(sequence)
  }

  take(): { readonly sent: SentSnapshot; readonly replies: RepliesSnapshot } {
    const first = this.#sent - this.#messages.at.length
    return { sent: { first, ...takeAll(this.#messages) }, replies: takeAll(this.#replies) }
  }
}

/** A message until its reply is known; one of the warm-up, which is not counted however it ends, has no recorder. */
class StampedMessage implements SentMessage {
  readonly stamp: string
  readonly #sequence: number
  #recorder: SentRecorder | undefined

  constructor(stamp: string, sequence: number, recorder: SentRecorder | undefined) {
    this.stamp = stamp
    this.#sequence = sequence
    this.#recorder = recorder
  }

  accepted(): void {
    this.#recorder?.accepted(this.#sequence)
    this.#recorder = undefined
  }

  refused(): void {
    this.#recorder?.refused(this.#sequence)
    this.#recorder = undefined
  }
}

function countOf(expected: number): number {
  if (Number.isSafeInteger(expected) && expected >= 0) return expected
  throw new RangeError(`the number of recipients a message is expected by must be a whole number from 0 on, not ${expected}`)
}
