import type { Clock } from '../../base/clock/clock.ts'
import { numbers, wholeNumbers } from '../recorder/column.ts'
import type { Recipients, SentMessage } from './deliveries.ts'
import { hashRecipient, formatStamp } from './stamp.ts'

/** Messages that one publisher sent, one after the other. */
export interface SentSnapshot {
  /** Sequence number of the first; those after it are numbered on. */
  readonly first: number
  readonly at: Float64Array
  /** The hash of the one recipient, or how many are expected as a negative number or 0. */
  readonly to: Float64Array
}

/** Replies of the target to messages of one publisher. */
export interface RepliesSnapshot {
  readonly accepted: Uint32Array
  readonly acceptedAt: Float64Array
  readonly refused: Uint32Array
}

/** Numbers the messages that one thread sends in the run phase, and keeps what the target said to them. */
export class SentRecorder {
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
