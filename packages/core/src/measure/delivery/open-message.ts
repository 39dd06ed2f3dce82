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
}

/** Whether nothing more is expected of it. */
export function isComplete({ answer, arrivals, expected }: OpenMessage): boolean {
  return answer === 'refused' || (answer === 'accepted' && arrivals >= expected)
}
