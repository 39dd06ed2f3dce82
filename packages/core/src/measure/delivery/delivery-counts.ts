/** The counts of messages so far, by how they ended. */
export interface DeliveryCounts {
  sent: number
  accepted: number
  refused: number
  /** Recipients of accepted messages. */
  expected: number
  /** Expected messages that arrived. */
  received: number
  duplicated: number
  misdelivered: number
  receivedUnaccepted: number
  outOfOrder: number
  /** Expected messages that did not arrive, by known reasons. */
  readonly lost: LossCounts
}

/** Lost messages by reason. */
export interface LossCounts {
  inGap: number
  afterLeaving: number
  byTarget: number
  /** Messages among those lost in a gap or after leaving that were for several recipients, and may as well have been lost on the way to a present one. */
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
