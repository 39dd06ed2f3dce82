import type { Clock } from '../../base/clock/clock.ts'
import { ArrivalRecorder, type ReceivedSnapshot } from './arrival-recorder.ts'
import type { Deliveries, Recipient, Recipients, SentMessage, Reception } from './deliveries.ts'
import { PresenceRecorder, type PresenceSnapshot } from './presence.ts'
import { hashRecipient, formatStamp } from './stamp.ts'
import { RecipientArrivals } from './recipient-arrivals.ts'
import { numbers, wholeNumbers } from '../recorder/column.ts'

/**
 * What one thread recorded of deliveries since its last snapshot; plain data that can cross threads.
 *
 * Times are microseconds on the clock of the process.
 */
export interface DeliverySnapshot extends ReceivedSnapshot {
  /** Of the thread. */
  readonly publisher: number
  readonly sent: SentSnapshot
  readonly replies: RepliesSnapshot
  readonly presence: PresenceSnapshot
}

/** What makes the messages of one thread of one run different from all others. */
export interface DeliveryOrigin {
  /** Of the run: small letters and digits, another one in each run. */
  readonly run: string
  /** Of the thread: a whole number below 65,536. */
  readonly publisher: number
}

/**
 * Counts, on one thread, the messages that the users of one plugin push to each other.
 *
 * Nothing is kept of a message but a bit of those that arrived, and until the next snapshot what that tells of it. Sending allocates the message
 * and its stamp; an arrival allocates nothing.
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

  /** Sets when the run phase starts. Messages that are sent before, or before this is called, are not counted, nor is their arrival. */
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

  /** What was recorded since the last call; `undefined` when nothing was. */
  take(): DeliverySnapshot | undefined {
    const { arrivals, presence } = this.#thread
    if (this.#sent.isEmpty && arrivals.isEmpty && presence.isEmpty) return undefined
    return { publisher: this.#publisher, ...this.#sent.take(), ...arrivals.take(), presence: presence.take() }
  }
}

/** What the recipients of one thread share. */
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
   * @param id of its own on its thread
   * @param names hashes of those it receives for
   */
  constructor(thread: RecipientThread, id: number, names: readonly number[]) {
    this.#thread = thread
    this.#id = id
    this.#arrivals = new RecipientArrivals(names)
    thread.presence.joined(id, names, thread.clock.now())
  }

  received(text: string, at: number = this.#thread.clock.now()): Reception {
    return this.#thread.arrivals.receive(text, at, this.#arrivals)
  }

  gap(from: number, to: number): void {
    if (to > from) this.#thread.presence.gap(this.#id, from, to)
  }

  left(): void {
    if (this.#hasLeft) return
    this.#hasLeft = true
    this.#thread.presence.left(this.#id, this.#thread.clock.now())
  }
}

/** Messages that one publisher sent, one after the other. */
interface SentSnapshot {
  /** Sequence number of the first; those after it are numbered on. */
  readonly first: number
  readonly at: Float64Array
  /** The hash of the one recipient, or how many are expected as a negative number or 0. */
  readonly to: Float64Array
}

/** Replies of the target to messages of one publisher. */
interface RepliesSnapshot {
  readonly accepted: Uint32Array
  readonly acceptedAt: Float64Array
  readonly refused: Uint32Array
}

/** Numbers the messages that one thread sends in the run phase, and keeps what the target said to them. */
class SentRecorder {
  readonly #run: string
  readonly #publisher: number
  readonly #clock: Clock
  readonly #sentAt = numbers()
  readonly #sentTo = numbers()
  readonly #accepted = wholeNumbers()
  readonly #acceptedAt = numbers()
  readonly #refused = wholeNumbers()
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
    return this.#sentAt.length + this.#accepted.length + this.#refused.length === 0
  }

  send(recipients: Recipients): SentMessage {
    // As the stamp has it, so that both sides find it in the same phase.
    const sentAt = Math.floor(this.#clock.now())
    const recipient = 'to' in recipients ? hashRecipient(recipients.to) : 0
    // Before anything is counted: it may throw.
    const to = 'to' in recipients ? recipient : -countOf(recipients.expected)
    const isCounted = sentAt >= this.#runStart
    const sequence = isCounted ? this.#sent : 0
    const stamp = formatStamp({ run: this.#run, publisher: this.#publisher, sequence, sentAt, recipient })
    if (!isCounted) return new WarmupMessage(stamp)
    this.#sent += 1
    this.#sentAt.push(sentAt)
    this.#sentTo.push(to)
    return new CountedMessage(this, sequence, stamp)
  }

  accepted(sequence: number): void {
    this.#accepted.push(sequence)
    this.#acceptedAt.push(this.#clock.now())
  }

  refused(sequence: number): void {
    this.#refused.push(sequence)
  }

  /** What was sent, and what got a response, since the last call. */
  take(): { readonly sent: SentSnapshot; readonly replies: RepliesSnapshot } {
    const first = this.#sent - this.#sentAt.length
    return {
      sent: { first, at: this.#sentAt.take(), to: this.#sentTo.take() },
      replies: { accepted: this.#accepted.take(), acceptedAt: this.#acceptedAt.take(), refused: this.#refused.take() },
    }
  }
}

class CountedMessage implements SentMessage {
  readonly stamp: string
  readonly #recorder: SentRecorder
  readonly #sequence: number
  #isAnswered = false

  constructor(recorder: SentRecorder, sequence: number, stamp: string) {
    this.#recorder = recorder
    this.#sequence = sequence
    this.stamp = stamp
  }

  accepted(): void {
    if (this.#isAnswered) return
    this.#isAnswered = true
    this.#recorder.accepted(this.#sequence)
  }

  refused(): void {
    if (this.#isAnswered) return
    this.#isAnswered = true
    this.#recorder.refused(this.#sequence)
  }
}

/** A message that was sent before the run phase: the time in its stamp says that it does not count. */
class WarmupMessage implements SentMessage {
  readonly stamp: string

  constructor(stamp: string) {
    this.stamp = stamp
  }

  accepted(): void {
    // It is not counted, however it ends.
  }

  refused(): void {
    // It is not counted, however it ends.
  }
}

function countOf(expected: number): number {
  if (Number.isSafeInteger(expected) && expected >= 0) return expected
  throw new RangeError(`the number of recipients a message is expected by must be a whole number from 0 on, not ${expected}`)
}
