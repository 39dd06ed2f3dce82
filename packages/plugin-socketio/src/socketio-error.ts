/** A connection that was refused or has ended, or a reply that did not come: `/chat: refused by the target: no token`, `no ack within 10s (event "bid")`. */
export class SocketioError extends Error {
  override readonly name = 'SocketioError'
  /** Reason of the error, such as `websocket refused: ECONNREFUSED`, `ping timeout` or `no ack within 10 s`. */
  readonly reason: string
  /** Data that the target sent with its refusal. */
  readonly data: unknown

  /** @param what the namespace or its URL, or the event without a reply */
  constructor(what: string | { readonly event: string }, reason: string, data?: unknown) {
    // A text after `auth:` or `token:` would be redacted as a secret, so no event is written before a colon.
    super(typeof what === 'string' ? `${what}: ${reason}` : `${reason} (event "${what.event}")`)
    this.reason = reason
    this.data = data
  }
}
