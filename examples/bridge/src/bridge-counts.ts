/** How many messages went which way, since the start. */
export interface BridgeCounts {
  /** Requests with a message. */
  posted: number
  /** Those with the response 200. */
  accepted: number
  /** Messages written to streams; one that is sent again counts again. */
  delivered: number
}
