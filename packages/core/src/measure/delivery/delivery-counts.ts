/** Messages by how they ended, so far. */
export interface DeliveryCounts {
  sent: number
  accepted: number
  refused: number
  /** Of messages accepted: recipients. */
  expected: number
  /** Of those expected. */
  received: number
  duplicated: number
  misdelivered: number
  receivedUnaccepted: number
  outOfOrder: number
  /** Of those expected that did not arrive, the ones of which it is known why. */
  readonly lost: LossCounts
}

/** Messages that were lost, by why. */
export interface LossCounts {
  inGap: number
  afterLeaving: number
  byTarget: number
  /** Of those in a gap or after leaving: messages to several, which may as well have been lost on the way to a recipient that was there. */
  unclear: number
}

export function noDeliveries(): DeliveryCounts {
  return {
    sent: 0,
    accepted: 0,
    refused: 0,
    expected: 0,
    received: 0,
    duplicated: 0,
    misdelivered: 0,
    receivedUnaccepted: 0,
    outOfOrder: 0,
    lost: noLoss(),
  }
}

export function noLoss(): LossCounts {
  return { inGap: 0, afterLeaving: 0, byTarget: 0, unclear: 0 }
}
