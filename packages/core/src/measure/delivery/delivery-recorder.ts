import type { Clock } from '../../base/clock/clock.ts'
import { ArrivalRecorder, type ReceivedSnapshot, RecipientArrivals } from './arrival-recorder.ts'
import type { Deliveries, Recipient, Recipients, SentMessage, Reception } from './deliveries.ts'
import type { PresenceSnapshot } from './presence.ts'
import { hashRecipient, formatStamp } from './stamp.ts'
import { numbers, takeAll, wholeNumbers } from '../recorder/column.ts'

/**
 * The deliveries that one thread recorded since its last snapshot, as plain data that can be sent to other threads.
 *
 * Times are microseconds on the clock of the process.
 */
export interface DeliverySnapshot extends ReceivedSnapshot {
  readonly publisher: number
  /** Messages that the publisher sent, in order. */
  readonly sent: {
    /** Sequence number of the first message; the others follow. */
    readonly first: number
    readonly at: Float64Array
    /** The hash of the only recipient, or the number of expected recipients as a negative number or 0. */
    readonly to: Float64Array
  }
  /** Replies of the target to messages of the publisher. */
  readonly replies: { readonly accepted: Uint32Array; readonly acceptedAt: Float64Array; readonly refused: Uint32Array }
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
  readonly #origin: DeliveryOrigin
  readonly #thread: RecipientThread
  readonly #messages = { at: numbers(), to: numbers() }
  readonly #replies = { accepted: wholeNumbers(), acceptedAt: numbers(), refused: wholeNumbers() }
  #runStart = Infinity
  #sent = 0
  #recipients = 0

  constructor(origin: DeliveryOrigin, clock: Clock) {
    this.#origin = origin
    this.#thread = { clock, arrivals: new ArrivalRecorder(origin.run), presence: nobody() }
  }

  /** Sets the start of the run phase. Messages that are sent before, or before this call, are not counted, and neither are their arrivals. */
  begin(runStart: number): void {
    this.#runStart = runStart
    this.#thread.arrivals.begin(runStart)
  }

  send(recipients: Recipients): SentMessage {
    // Rounded as in the stamp, so that both sides assign the message to the same phase.
    const sentAt = Math.floor(this.#thread.clock.now())
    const recipient = 'to' in recipients ? hashRecipient(recipients.to) : 0
    // Called before anything is counted, because it may throw.
    const to = 'to' in recipients ? recipient : -countOf(recipients.expected)
    const isCounted = sentAt >= this.#runStart
    const sequence = isCounted ? this.#sent : 0
    const stamp = formatStamp({ ...this.#origin, sequence, sentAt, recipient })
    if (!isCounted) return new StampedMessage(stamp, sequence, undefined)
    this.#sent += 1
    this.#messages.at.push(sentAt)
    this.#messages.to.push(to)
    return new StampedMessage(stamp, sequence, this)
  }

  /** Counts the reply to a message. */
  replied(sequence: number, reply: 'accepted' | 'refused'): void {
    this.#replies[reply].push(sequence)
    if (reply === 'accepted') this.#replies.acceptedAt.push(this.#thread.clock.now())
  }

  recipient(names: string | number | readonly (string | number)[]): Recipient {
    const all = typeof names === 'object' ? names : [names]
    return new RecipientRecorder(this.#thread, this.#recipients++, all.map(hashRecipient))
  }

  /** Returns the records since the last call; `undefined` when there are none. */
  take(): DeliverySnapshot | undefined {
    const { arrivals, presence } = this.#thread
    const changes = presence.joined.length + presence.left.length + presence.gaps.length
    const sent = this.#messages.at.length
    if (sent + this.#replies.accepted.length + this.#replies.refused.length + changes === 0 && arrivals.isEmpty) return undefined
    this.#thread.presence = nobody()
    return {
      publisher: this.#origin.publisher,
      sent: { first: this.#sent - sent, ...takeAll(this.#messages) },
      replies: takeAll(this.#replies),
      ...arrivals.take(),
      presence,
    }
  }
}

/** The recorders that the recipients of one thread share. */
interface RecipientThread {
  readonly clock: Clock
  readonly arrivals: ArrivalRecorder
  presence: PresenceSnapshot
}

function nobody(): PresenceSnapshot {
  return { joined: [], left: [], gaps: [] }
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
    const at = thread.clock.now()
    this.#arrivals = new RecipientArrivals(names, at)
    thread.presence.joined.push({ recipient: id, names, at })
  }

  received(text: string, at: number = this.#thread.clock.now()): Reception {
    return this.#thread.arrivals.receive(text, at, this.#arrivals)
  }

  gap(from: number, to: number): void {
    this.#arrivals.reopened(to)
    if (to > from) this.#thread.presence.gaps.push({ recipient: this.#id, from, to })
  }

  left(): void {
    if (!this.#hasLeft) this.#thread.presence.left.push({ recipient: this.#id, at: this.#thread.clock.now() })
    this.#hasLeft = true
  }
}

/** A message until its reply is known; one of the warm-up, which is not counted however it ends, has no recorder. */
class StampedMessage implements SentMessage {
  readonly stamp: string
  readonly #sequence: number
  #recorder: DeliveryRecorder | undefined

  constructor(stamp: string, sequence: number, recorder: DeliveryRecorder | undefined) {
    this.stamp = stamp
    this.#sequence = sequence
    this.#recorder = recorder
  }

  accepted(): void {
    this.#recorder?.replied(this.#sequence, 'accepted')
    this.#recorder = undefined
  }

  refused(): void {
    this.#recorder?.replied(this.#sequence, 'refused')
    this.#recorder = undefined
  }
}

function countOf(expected: number): number {
  if (Number.isSafeInteger(expected) && expected >= 0) return expected
  throw new RangeError(`the number of recipients a message is expected by must be a whole number from 0 on, not ${expected}`)
}
