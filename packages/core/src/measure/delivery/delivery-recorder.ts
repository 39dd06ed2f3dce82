import type { Clock } from '../../base/clock/clock.ts'
import { ArrivalRecorder } from './arrival-recorder.ts'
import type { Deliveries, Recipient, Recipients, SentMessage } from './deliveries.ts'
import type { DeliverySnapshot } from './delivery-snapshot.ts'
import { PresenceRecorder } from './presence-recorder.ts'
import { hashRecipient } from './recipient-hash.ts'
import { RecipientRecorder, type RecipientThread } from './recipient-recorder.ts'
import { SentRecorder } from './sent-recorder.ts'

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
