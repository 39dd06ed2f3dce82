import type { Clock } from '../../base/clock/clock.ts'
import { ArrivalRecorder, type ReceivedSnapshot } from './arrival-recorder.ts'
import type { Deliveries, Recipient, Recipients, SentMessage, Reception } from './deliveries.ts'
import { PresenceRecorder, type PresenceSnapshot } from './presence.ts'
import { hashRecipient } from './stamp.ts'
import { SentRecorder, type RepliesSnapshot, type SentSnapshot } from './sent-recorder.ts'
import { RecipientArrivals } from './recipient-arrivals.ts'

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
