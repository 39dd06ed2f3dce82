import { Histogram } from '../../model/metrics/histogram.ts'
import { ArrivalTimeline, shortestStall, type Stall } from './arrival-timeline.ts'
import type { DeliverySnapshot } from './delivery-recorder.ts'
import { isComplete, MessageLedger, stateOf, type OpenMessage } from './message-ledger.ts'
import { PresenceLog } from './presence.ts'
import { settled, type DeliveryCounts, type LossCounts, noDeliveries, noLoss } from './settled-messages.ts'

const second = 1_000_000
// By this age all threads have reported a message, unless the message itself is late.
const settlingTime = 2 * second
/** Age from which a message that did not arrive counts as lost while the test runs, in microseconds. */
export const lossTime: number = 60 * second
// Until this age a gap may still be reported that explains a loss, and a late arrival finds everything that is known about its message.
const closingTime = 300 * second
const forgettingInterval = 30 * second
const slowness = 2
const mostOpen = 2 ** 18

/**
 * The totals of the messages that users of one plugin pushed to each other, over all threads; exact, whatever the order of the threads' reports.
 *
 * A message is kept for two seconds, or for five minutes when its reply or its arrival is missing, up to 262,144 messages; then a byte is kept, or
 * nothing.
 */
export class DeliveryTotals {
  readonly counts: DeliveryCounts = noDeliveries()
  /** Arrivals with the stamp of another run, and without a stamp. */
  foreign = 0
  unstamped = 0
  /** Times from the send to the first arrival on each thread, in microseconds. */
  readonly deliveryTime: Histogram = new Histogram()
  /** Times from the send to the arrival at the last recipient, of messages to several recipients that reached all of them, in microseconds. */
  readonly fanOutTime: Histogram = new Histogram()
  readonly timeline: ArrivalTimeline = new ArrivalTimeline()
  readonly #presence = new PresenceLog()
  readonly #ledgers: (MessageLedger | undefined)[] = []
  #settledAt = -Infinity
  #forgotAt = -Infinity

  /** Whether no message was sent and none arrived, even if recipients were waiting. */
  get isEmpty(): boolean {
    const { sent, duplicated, misdelivered, receivedUnaccepted } = this.counts
    return sent + duplicated + misdelivered + receivedUnaccepted + this.foreign + this.unstamped === 0
  }

  /** The number of messages that are kept because not everything is known about them. */
  get open(): number {
    return this.#ledgers.reduce((sum, ledger) => sum + (ledger?.open.size ?? 0), 0)
  }

  /** The number of times in which a recipient could not receive. */
  get gaps(): number {
    return this.#presence.gaps
  }

  /**
   * The times in which nothing arrived anywhere although something was under way, the longest first.
   *
   * When messages are few, the delivery time of a single message passes without arrivals, which is not a stall: a stall must be at least twice the
   * typical delivery time.
   */
  get stalls(): readonly Stall[] {
    return this.timeline.stalls(Math.max(shortestStall, slowness * this.deliveryTime.percentile(50)))
  }

  add(snapshot: DeliverySnapshot): void {
    const { counts } = this
    this.#addSent(snapshot)
    this.#addArrivals(snapshot)
    this.timeline.add(snapshot.flow)
    this.#presence.add(snapshot.publisher, snapshot.presence)
    this.deliveryTime.add(snapshot.deliveryTime)
    counts.duplicated += snapshot.duplicated
    counts.misdelivered += snapshot.misdelivered
    this.foreign += snapshot.foreign
    this.unstamped += snapshot.unstamped
  }

  /** Notes that a thread died with its recipients; `at` is the time of its last report. */
  lose(publisher: number, at: number): void {
    this.#presence.lose(publisher, at)
  }

  /** Releases messages that are settled. To be called regularly; `now` is the time up to which all threads have reported. */
  settle(now: number): void {
    if (now - this.#settledAt < second) return
    this.#settledAt = now
    for (const ledger of this.#ledgers) if (ledger !== undefined) this.#settleAll(ledger, now)
    if (now - this.#forgotAt < forgettingInterval) return
    this.#forgotAt = now
    this.#presence.forgetBefore(now - closingTime - forgettingInterval)
  }

  /** Counts messages that have not arrived so far, once for each recipient, among those sent before a time; by default all, as at the end of a test. */
  lost(sentBefore: number = Infinity): LossCounts {
    const lost = { ...this.counts.lost }
    for (const ledger of this.#ledgers) {
      ledger?.open.forEach((message) => {
        if (message.reply === 'accepted' && message.sentAt < sentBefore) addLoss(lost, this.#presence.explain(message))
      })
    }
    return lost
  }

  #ledgerOf(publisher: number): MessageLedger {
    return (this.#ledgers[publisher] ??= new MessageLedger({ counts: this.counts, fanOutTime: this.fanOutTime }))
  }

  #addSent({ publisher, sent, replies }: DeliverySnapshot): void {
    if (sent.at.length + replies.accepted.length + replies.refused.length === 0) return
    const ledger = this.#ledgerOf(publisher)
    for (let i = 0; i < sent.at.length; i++) ledger.sent(sent.first + i, sent.at[i]!, sent.to[i]!)
    for (let i = 0; i < replies.accepted.length; i++) ledger.accepted(replies.accepted[i]!, replies.acceptedAt[i]!)
    for (const sequence of replies.refused) ledger.refused(sequence)
  }

  #addArrivals({ arrivals, behind }: DeliverySnapshot): void {
    for (let i = 0; i < behind.publisher.length; i++) {
      this.#ledgerOf(behind.publisher[i]!).overtaken(behind.sequence[i]!, behind.laterSentAt[i]!)
    }
    for (const { publisher, single, shared, sharedAt } of arrivals) {
      const ledger = this.#ledgerOf(publisher)
      for (let i = 0; i < single.length; i++) ledger.arrived(single[i]!)
      for (let i = 0; i < shared.length; i++) ledger.arrivedAtOneOf(shared[i]!, sharedAt[i]!)
    }
  }

  #settleAll(ledger: MessageLedger, now: number): void {
    let beyond = ledger.open.size - mostOpen
    ledger.open.forEach((message, sequence) => {
      // NaN until the sender has reported the message, so that it is never too old.
      const age = now - (beyond-- > 0 ? message.sentAt - Infinity : message.sentAt)
      if (age >= settlingTime) this.#settleOne(ledger, sequence, message, age)
    })
  }

  #settleOne(ledger: MessageLedger, sequence: number, message: OpenMessage, age: number): void {
    const isOnlyUnanswered = message.to !== 0 && message.reply === 'none' && message.arrivals > 0
    if (isComplete(message) || (isOnlyUnanswered && age >= lossTime)) ledger.settle(sequence, message, stateOf(message))
    else if (age >= closingTime) this.#close(ledger, sequence, message)
  }

  #close(ledger: MessageLedger, sequence: number, message: OpenMessage): void {
    const isLost = message.reply === 'accepted'
    const loss = isLost ? this.#presence.explain(message) : noLoss()
    addLoss(this.counts.lost, loss)
    if (message.to === 0 && message.reply !== 'refused') ledger.close(sequence, message, loss)
    else ledger.settle(sequence, message, isLost ? stateOfLoss(loss) : stateOf(message))
  }
}

function addLoss(sum: LossCounts, { inGap, afterLeaving, byTarget, unclear }: LossCounts): void {
  sum.unclear += unclear
  sum.inGap += inGap
  sum.afterLeaving += afterLeaving
  sum.byTarget += byTarget
}

function stateOfLoss({ inGap, afterLeaving }: LossCounts): number {
  if (inGap > 0) return settled.lostInGap
  return afterLeaving > 0 ? settled.lostAfterLeaving : settled.lostByTarget
}
