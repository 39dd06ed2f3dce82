import { ClosedMessages, settled, SettledStates, type LedgerTotals, type LossCounts } from './settled-messages.ts'
import { OpenMessages, type OpenMessage } from './open-messages.ts'

/**
 * The messages of one publisher: each is kept until everything is known about it, and then as a byte.
 *
 * Reports of a message may come in any order, except that the publisher reports the send before the reply.
 */
export class MessageLedger {
  readonly #totals: LedgerTotals
  readonly #open = new OpenMessages()
  readonly #closed: ClosedMessages
  readonly #settled = new SettledStates()
  // The send times of messages that overtook another one, as long as it is unknown whether that was accepted before.
  readonly #overtaken = new Map<number, number[]>()

  constructor(totals: LedgerTotals) {
    this.#totals = totals
    this.#closed = new ClosedMessages(totals)
  }

  /** The messages about which not everything is known yet. */
  get open(): OpenMessages {
    return this.#open
  }

  /** @param to the hash of the only recipient, or the number of expected recipients as a negative number or 0 */
  sent(sequence: number, at: number, to: number): void {
    const { counts } = this.#totals
    const message = this.#open.get(sequence) ?? this.#open.add(sequence)
    message.sentAt = at
    message.to = Math.max(0, to)
    message.expected = to > 0 ? 1 : -to
    counts.sent += 1
    const beyond = Math.max(0, message.arrivals - message.expected)
    message.arrivals -= beyond
    counts.receivedUnaccepted -= beyond
    counts.misdelivered += beyond
    this.#timeFanOut(message)
  }

  accepted(sequence: number, at: number): void {
    const { counts } = this.#totals
    const message = this.#open.get(sequence)
    if (message === undefined) {
      if (!this.#closed.accepted(sequence)) this.#acceptSettled(sequence)
      return
    }
    message.reply = 'accepted'
    message.acceptedAt = at
    counts.accepted += 1
    counts.expected += message.expected
    counts.received += message.arrivals
    counts.receivedUnaccepted -= message.arrivals
    if (this.#overtaken.size > 0) this.#countOvertaken(sequence, at)
  }

  refused(sequence: number): void {
    const message = this.#open.get(sequence)
    const state = message === undefined ? this.#settled.get(sequence) : settled.open
    if (message !== undefined) message.reply = 'refused'
    else if (state === settled.shared && this.#closed.refused(sequence)) this.#settled.set(sequence, settled.refused)
    else if (state === settled.unanswered) this.#settled.set(sequence, settled.refused)
    else if (state === settled.unansweredButReceived) this.#settled.set(sequence, settled.refusedButReceived)
    else return
    this.#totals.counts.refused += 1
  }

  /** Notes the first arrival of a message to one recipient, as far as a thread knows. */
  arrived(sequence: number): void {
    const state = this.#settled.get(sequence)
    if (state !== settled.open) {
      this.#receiveSettled(sequence, state)
      return
    }
    const { counts } = this.#totals
    const message = this.#open.get(sequence) ?? this.#open.add(sequence)
    if (message.arrivals > 0) {
      counts.duplicated += 1
      return
    }
    message.arrivals = 1
    if (message.reply === 'accepted') counts.received += 1
    else counts.receivedUnaccepted += 1
  }

  /** Notes the first arrival of a message to several recipients at one of them. */
  arrivedAtOneOf(sequence: number, at: number): void {
    const { counts } = this.#totals
    const state = this.#settled.get(sequence)
    const message = state === settled.open ? (this.#open.get(sequence) ?? this.#open.add(sequence)) : undefined
    if (message === undefined && state === settled.refused) {
      counts.receivedUnaccepted += 1
      return
    }
    if (message === undefined && (state === settled.forgotten || this.#closed.arrived(sequence, at))) return
    if (message === undefined || message.arrivals >= message.expected) {
      counts.misdelivered += 1
      return
    }
    message.arrivals += 1
    message.lastArrival = Math.max(message.lastArrival, at)
    if (message.reply === 'accepted') counts.received += 1
    else counts.receivedUnaccepted += 1
    this.#timeFanOut(message)
  }

  /** Notes that a message arrived after one that was sent later: out of order if the message had been accepted by then. */
  overtaken(sequence: number, laterSentAt: number): void {
    const message = this.#open.get(sequence)
    if (message === undefined && this.#settled.get(sequence) !== settled.open) return
    const { reply, acceptedAt } = message ?? this.#open.add(sequence)
    if (reply === 'accepted' && laterSentAt >= acceptedAt) this.#totals.counts.outOfOrder += 1
    if (reply !== 'none') return
    const times = this.#overtaken.get(sequence)
    if (times === undefined) this.#overtaken.set(sequence, [laterSentAt])
    else times.push(laterSentAt)
  }

  /** Replaces a message by its final state. */
  settle(sequence: number, state: number): void {
    this.#open.delete(sequence)
    this.#overtaken.delete(sequence)
    this.#settled.set(sequence, state)
  }

  /** Gives up a message to several recipients: later arrivals are taken from those counted as lost. */
  close(sequence: number, message: OpenMessage, loss: LossCounts): void {
    const forgotten = this.#closed.add(sequence, message, loss)
    if (forgotten !== undefined) this.#settled.set(forgotten, settled.forgotten)
    this.settle(sequence, settled.shared)
  }

  #countOvertaken(sequence: number, acceptedAt: number): void {
    for (const laterSentAt of this.#overtaken.get(sequence) ?? []) if (laterSentAt >= acceptedAt) this.#totals.counts.outOfOrder += 1
    this.#overtaken.delete(sequence)
  }

  #timeFanOut(message: OpenMessage): void {
    if (message.to !== 0 || message.arrivals === 0 || message.arrivals < message.expected) return
    this.#totals.fanOutTime.record(message.lastArrival - message.sentAt)
  }

  #acceptSettled(sequence: number): void {
    const { counts } = this.#totals
    const state = this.#settled.get(sequence)
    if (state !== settled.unanswered && state !== settled.unansweredButReceived) return
    counts.accepted += 1
    counts.expected += 1
    if (state === settled.unanswered) {
      counts.lost.byTarget += 1
      this.#settled.set(sequence, settled.lostByTarget)
      return
    }
    counts.received += 1
    counts.receivedUnaccepted -= 1
    this.#settled.set(sequence, settled.received)
  }

  #receiveSettled(sequence: number, state: number): void {
    const { counts } = this.#totals
    switch (state) {
      case settled.refused:
      case settled.unanswered:
        counts.receivedUnaccepted += 1
        this.#settled.set(sequence, state === settled.refused ? settled.refusedButReceived : settled.unansweredButReceived)
        return
      case settled.lostInGap:
        counts.lost.inGap -= 1
        break
      case settled.lostAfterLeaving:
        counts.lost.afterLeaving -= 1
        break
      case settled.lostByTarget:
        counts.lost.byTarget -= 1
        break
      default:
        counts.duplicated += 1
        return
    }
    counts.received += 1
    this.#settled.set(sequence, settled.received)
  }
}

/** The final state of a message, once nothing more is expected of it. */
export function stateOf({ to, reply, arrivals }: OpenMessage): number {
  if (to === 0) return reply === 'refused' ? settled.refused : settled.shared
  if (reply === 'accepted') return settled.received
  if (reply === 'refused') return arrivals > 0 ? settled.refusedButReceived : settled.refused
  return arrivals > 0 ? settled.unansweredButReceived : settled.unanswered
}
