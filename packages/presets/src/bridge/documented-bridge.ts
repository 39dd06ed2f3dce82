/** The published figures of one run of the bridge's test: counts, and times in milliseconds. */
export interface DocumentedBridgeRun {
  readonly checks: { readonly passed: number; readonly failed: number }
  /** Wall time in seconds by which the rates were divided, to the end of the last graceful stop, and the part of it in which messages were sent. */
  readonly wholeRun: number
  readonly sending: number
  /** Messages that were due, and those that the bridge accepted. */
  readonly planned: number
  readonly sent: number
  readonly failedRequests: number
  readonly events: number
  readonly heartbeats: number
  readonly messages: number
  /** The count per second of each figure, as it was printed. */
  readonly rates: { readonly events: number; readonly heartbeats: number; readonly messages: number; readonly sent: number }
  /** Time from opening to close. */
  readonly connectionLife: DocumentedTimes
  readonly sendMessage: DocumentedTimes
  /** Mean of connection lives and send times together, as it was printed. */
  readonly mixture: number
}

/** A distribution as k6 prints it, in milliseconds. */
export interface DocumentedTimes {
  readonly mean: number
  readonly min: number
  readonly p50: number
  readonly max: number
  readonly p90: number
  readonly p95: number
}

/** The only run that was published. */
export const documentedBridgeRun: DocumentedBridgeRun = {
  checks: { passed: 4_624_462, failed: 0 },
  wholeRun: 320,
  sending: 300,
  planned: 1_200_000,
  sent: 1_151_113,
  failedRequests: 0,
  events: 1_158_168,
  heartbeats: 6329,
  messages: 1_151_839,
  rates: { events: 3618, heartbeats: 19, messages: 3599, sent: 3596 },
  connectionLife: { mean: 43_550, min: 0.211_45, p50: 31_180, max: 304_000, p90: 99_000, p95: 126_000 },
  sendMessage: { mean: 210.41, min: 0.593, p50: 102.77, max: 1260, p90: 553.35, p95: 671.27 },
  mixture: 639.28,
}

/** How many connections were closed in the published run: what its other figures leave of the checks. */
export const documentedClosed: number =
  documentedBridgeRun.checks.passed - documentedBridgeRun.events - 2 * documentedBridgeRun.messages - documentedBridgeRun.sent
