/** Counts of messages since the start. */
export interface BridgeCounts {
  /** Requests with a message. */
  posted: number
  /** Requests with the response 200. */
  accepted: number
  /** Messages written to streams; a message that is sent again counts again. */
  delivered: number
}
