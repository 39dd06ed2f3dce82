import type { Outcome } from '../../../model/metrics/outcome.ts'

/** A request that got no answer, or none that can be used: `POST /bid: reset (ECONNRESET)`. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  /** How the request was counted. */
  readonly outcome: Outcome
  /** Such as `ECONNRESET` or `request timeout`. */
  readonly reason: string
  /** Such as `POST /bid`. */
  readonly endpoint: string

  constructor(endpoint: string, outcome: Outcome, reason: string) {
    super(`${endpoint}: ${outcome} (${reason})`)
    this.endpoint = endpoint
    this.outcome = outcome
    this.reason = reason
  }
}
