/** A message of which not everything is known yet. Times in microseconds on the clock of the process. */
export interface OpenMessage {
  /** NaN when it arrived before its sender told of it. */
  sentAt: number
  /** Hash of the one recipient, 0 for several. */
  to: number
  /** How many recipients it is for; more than there can be until its sender has told. */
  expected: number
  answer: 'none' | 'accepted' | 'refused'
  acceptedAt: number
  /** First arrivals, by recipient. */
  arrivals: number
  lastArrival: number
  /** When the messages were sent that overtook it, as long as it is not known whether it was accepted before. */
  overtakenBy: number[] | undefined
}

export function openMessage(): OpenMessage {
  return {
    sentAt: NaN,
    to: 0,
    expected: Infinity,
    answer: 'none',
    acceptedAt: NaN,
    arrivals: 0,
    lastArrival: 0,
    overtakenBy: undefined,
  }
}

/** Forgets all that is known of a message, so that it can stand for another one. */
export function reopen(message: OpenMessage): OpenMessage {
  message.sentAt = NaN
  message.to = 0
  message.expected = Infinity
  message.answer = 'none'
  message.acceptedAt = NaN
  message.arrivals = 0
  message.lastArrival = 0
  message.overtakenBy = undefined
  return message
}

/** Whether nothing more is expected of it. */
export function isComplete({ answer, arrivals, expected }: OpenMessage): boolean {
  return answer === 'refused' || (answer === 'accepted' && arrivals >= expected)
}
