/** A subscription that was refused, or ended before it was open: `/events: status 503`. */
export class SseError extends Error {
  override readonly name = 'SseError'
  /** Reason of the refusal, such as `status 503`, `content type text/html` or `ECONNREFUSED`. */
  readonly reason: string
  /** Status of the response; 0 without one. */
  readonly status: number

  constructor(path: string, reason: string, status: number) {
    super(`${path}: ${reason}`)
    this.reason = reason
    this.status = status
  }
}
