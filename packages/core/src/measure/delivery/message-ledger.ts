import type { Histogram } from '../../model/metrics/histogram.ts'
import { settled, SettledStates, type DeliveryCounts, type LossCounts } from './settled-messages.ts'

/** A message about which not everything is known yet. Times are in microseconds on the clock of the process. */
export interface OpenMessage {
  /** When the message was sent; NaN when it arrived before its sender reported it. */
  sentAt: number
  /** Hash of the only recipient, 0 for several. */
  to: number
  /** The number of recipients; higher than possible until the sender has reported the message. */
  expected: number
  reply: 'none' | 'accepted' | 'refused'
  acceptedAt: number
  /** First arrivals, one for each recipient. */
  arrivals: number
  lastArrival: number
  /** The send times of messages that overtook it, as long as it is unknown whether it was accepted before. */
  overtakenBy: number[] | undefined
  /** The losses that missing arrivals were counted as, once the message was given up. */
  loss: LossCounts | undefined
}

const nothingKnown: Readonly<OpenMessage> = {
  sentAt: NaN,
  to: 0,
  expected: Infinity,
  reply: 'none',
  acceptedAt: NaN,
  arrivals: 0,
  lastArrival: 0,
  overtakenBy: undefined,
  loss: undefined,
}

// New objects for thousands of messages a second would be megabytes of garbage in the thread that called `run()`.
const spare: OpenMessage[] = []
const mostSpare = 2 ** 16
const mostClosed = 2 ** 16

/** The totals that the messages of all publishers add to. */
interface LedgerTotals {
  readonly counts: DeliveryCounts
  /** Times from the send to the arrival at the last recipient, of messages to several recipients. */
  readonly fanOutTime: Histogram
}

/**
 * The messages of one publisher: each is kept until everything is known about it, and then as a byte.
 *
 * Reports of a message may come in any order, except that the publisher reports the send before the reply.
 */
export class MessageLedger {
  /** The messages about which not everything is known yet, by sequence number, the oldest first. */
  readonly open: Map<number, OpenMessage> = new Map()
  readonly #totals: LedgerTotals
  // Messages to several recipients that were given up: a late arrival is taken from those counted as lost, not counted beyond the expected ones.
  readonly #closed = new Map<number, OpenMessage>()
  readonly #settled = new SettledStates()

  constructor(totals: LedgerTotals) {
    this.#totals = totals
  }

  /** @param to the hash of the only recipient, or the number of expected recipients as a negative number or 0 */
  sent(sequence: number, at: number, to: number): void {
    const { counts } = this.#totals
    const message = this.#openMessage(sequence)
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
    const message = this.open.get(sequence) ?? this.#closed.get(sequence)
    if (message === undefined) {
      this.#acceptSettled(sequence)
      return
    }
    const { expected, arrivals, loss, overtakenBy = [] } = message
    if (message.reply === 'accepted') return
    message.reply = 'accepted'
    message.acceptedAt = at
    message.overtakenBy = undefined
    counts.accepted += 1
    counts.expected += expected
    counts.received += arrivals
    counts.receivedUnaccepted -= arrivals
    for (const laterSentAt of overtakenBy) if (laterSentAt >= at) counts.outOfOrder += 1
    if (loss === undefined) return
    loss.byTarget = expected - arrivals
    counts.lost.byTarget += loss.byTarget
    this.#forgetComplete(sequence, message)
  }

  refused(sequence: number): void {
    const message = this.open.get(sequence)
    const state = this.#settled.get(sequence)
    if (message !== undefined) message.reply = 'refused'
    else if (state === settled.unansweredButReceived) this.#settled.set(sequence, settled.refusedButReceived)
    else if (state === settled.unanswered || this.#closed.get(sequence)?.reply === 'none') this.#settled.set(sequence, settled.refused)
    else return
    this.#closed.delete(sequence)
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
    const message = this.#openMessage(sequence)
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
    if (state === settled.forgotten) return
    if (state === settled.refused) {
      counts.receivedUnaccepted += 1
      return
    }
    const message = state === settled.open ? this.#openMessage(sequence) : this.#closed.get(sequence)
    if (message === undefined || message.arrivals >= message.expected) {
      counts.misdelivered += 1
      return
    }
    message.arrivals += 1
    message.lastArrival = Math.max(message.lastArrival, at)
    if (message.reply === 'accepted') counts.received += 1
    else counts.receivedUnaccepted += 1
    this.#timeFanOut(message)
    if (message.loss === undefined) return
    if (message.reply === 'accepted') takeOne(message.loss, counts.lost)
    this.#forgetComplete(sequence, message)
  }

  /** Notes that a message arrived after one that was sent later: out of order if the message had been accepted by then. */
  overtaken(sequence: number, laterSentAt: number): void {
    if (this.#settled.get(sequence) !== settled.open) return
    const message = this.#openMessage(sequence)
    if (message.reply === 'none') (message.overtakenBy ??= []).push(laterSentAt)
    else if (message.reply === 'accepted' && laterSentAt >= message.acceptedAt) this.#totals.counts.outOfOrder += 1
  }

  /** Replaces a message by its final state. */
  settle(sequence: number, message: OpenMessage, state: number): void {
    this.open.delete(sequence)
    this.#settled.set(sequence, state)
    if (spare.length < mostSpare) spare.push(Object.assign(message, nothingKnown))
  }

  /** Gives up a message to several recipients. */
  close(sequence: number, message: OpenMessage, loss: LossCounts): void {
    this.open.delete(sequence)
    this.#settled.set(sequence, settled.shared)
    this.#closed.set(sequence, Object.assign(message, { loss, overtakenBy: undefined }))
    if (this.#closed.size <= mostClosed) return
    const [oldest = sequence] = this.#closed.keys()
    this.#closed.delete(oldest)
    this.#settled.set(oldest, settled.forgotten)
  }

  #openMessage(sequence: number): OpenMessage {
    let message = this.open.get(sequence)
    if (message === undefined) this.open.set(sequence, (message = spare.pop() ?? { ...nothingKnown }))
    return message
  }

  #forgetComplete(sequence: number, { reply, arrivals, expected }: OpenMessage): void {
    if (reply === 'accepted' && arrivals === expected) this.#closed.delete(sequence)
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

/** Whether nothing more is expected of a message. */
export function isComplete({ reply, arrivals, expected }: OpenMessage): boolean {
  return reply === 'refused' || (reply === 'accepted' && arrivals >= expected)
}

// Corrects the losses as if one arrival less had been missing when the message was given up.
function takeOne(loss: LossCounts, sum: LossCounts): void {
  const reason = loss.byTarget > 0 ? 'byTarget' : loss.afterLeaving > 0 ? 'afterLeaving' : 'inGap'
  for (const counts of [loss, sum]) {
    counts[reason] -= 1
    if (reason !== 'byTarget') counts.unclear -= 1
  }
}
