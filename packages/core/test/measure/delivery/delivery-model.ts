import { transitTime } from '../../../src/measure/delivery/presence.ts'

/** A recipient with all that is known of it. */
export interface ModelRecipient {
  readonly thread: number
  readonly names: readonly string[]
  readonly from: number
  to: number
  readonly gaps: { readonly from: number; readonly to: number }[]
}

/** A message with all that is known of it. */
export interface ModelMessage {
  readonly sentAt: number
  readonly to: string | undefined
  readonly expected: number
  reply: 'none' | 'accepted' | 'refused'
  acceptedAt: number
}

/** An arrival of a message; all arrivals are in the order in which they came. */
export interface ModelArrival {
  readonly at: number
  readonly message: ModelMessage
  readonly recipient: ModelRecipient
  /** When the connection was opened that it came over. */
  readonly openedAt: number
}

/** The expected figures. */
export interface Figures {
  sent: number
  accepted: number
  refused: number
  expected: number
  received: number
  duplicated: number
  misdelivered: number
  receivedUnaccepted: number
  outOfOrder: number
  lost: { inGap: number; afterLeaving: number; byTarget: number; unclear: number }
}

/** Counts everything in the plainest way, with all of it at hand. */
export function countAll(
  messages: readonly ModelMessage[],
  recipients: readonly ModelRecipient[],
  arrivals: readonly ModelArrival[],
): Figures {
  const wanted = arrivals.filter(({ message, recipient }) => isFor(message, recipient))
  const figures: Figures = {
    sent: messages.length,
    accepted: messages.filter(({ reply }) => reply === 'accepted').length,
    refused: messages.filter(({ reply }) => reply === 'refused').length,
    expected: 0,
    received: 0,
    duplicated: 0,
    misdelivered: arrivals.length - wanted.length,
    receivedUnaccepted: 0,
    outOfOrder: countOutOfOrder(wanted),
    lost: { inGap: 0, afterLeaving: 0, byTarget: 0, unclear: 0 },
  }
  for (const message of messages) {
    const own = wanted.filter((arrival) => arrival.message === message)
    countArrivals(figures, message, own)
    if (message.reply === 'accepted') countLost(figures, message, Math.max(0, message.expected - reachedBy(message, own)), recipients)
  }
  return figures
}

/** Whether a recipient is among those that a message is for. */
export function isFor({ to }: ModelMessage, { names }: ModelRecipient): boolean {
  return to === undefined || names.includes(to)
}

/** How many recipients a message arrived at by these arrivals: whoever has the name is the one recipient of a message to one. */
export function reachedBy({ to }: ModelMessage, arrivals: readonly ModelArrival[]): number {
  return to === undefined ? new Set(arrivals.map(({ recipient }) => recipient)).size : Math.min(1, arrivals.length)
}

function countArrivals(figures: Figures, message: ModelMessage, arrivals: readonly ModelArrival[]): void {
  const reached = reachedBy(message, arrivals)
  const expected = Math.min(reached, message.expected)
  figures.duplicated += arrivals.length - reached
  figures.misdelivered += reached - expected
  if (message.reply === 'accepted') {
    figures.expected += message.expected
    figures.received += expected
  } else {
    figures.receivedUnaccepted += expected
  }
}

function countLost(figures: Figures, message: ModelMessage, missing: number, recipients: readonly ModelRecipient[]): void {
  const { lost } = figures
  const [from, until] = [message.sentAt, message.acceptedAt + transitTime]
  const candidates = recipients.filter((recipient) => message.to === undefined || isFor(message, recipient))
  const gaps = candidates.flatMap((recipient) => recipient.gaps).filter((gap) => gap.from <= until && gap.to >= from).length
  const inGap = Math.min(missing, gaps)
  const gone = candidates.filter(({ to }) => to >= from && to <= until).length
  const isThere = candidates.some((recipient) => recipient.from <= from && recipient.to > until)
  const afterLeaving = message.to === undefined ? Math.min(missing - inGap, gone) : isThere ? 0 : missing - inGap
  lost.inGap += inGap
  lost.afterLeaving += afterLeaving
  lost.byTarget += missing - inGap - afterLeaving
  if (message.to === undefined) lost.unclear += inGap + afterLeaving
}

function countOutOfOrder(arrivals: readonly ModelArrival[]): number {
  return arrivals.filter((arrival, index) => {
    const { message, recipient } = arrival
    const before = arrivals.slice(0, index)
    if (isRepeated(arrival, before) || message.reply !== 'accepted') return false
    return before.some(
      (other) =>
        other.recipient === recipient &&
        other.message.to === message.to &&
        other.message.sentAt > message.sentAt &&
        other.message.sentAt >= message.acceptedAt,
    )
  }).length
}

/** Whether a thread has seen a message before: one to one anywhere on the thread, one to several at the same recipient. */
export function isRepeated({ message, recipient }: ModelArrival, before: readonly ModelArrival[]): boolean {
  return before.some(
    (other) =>
      other.message === message && (message.to === undefined ? other.recipient === recipient : other.recipient.thread === recipient.thread),
  )
}
