/** A connection that was refused or has ended, or a reply that did not come: `/chat: refused by the target: no token`, `no ack within 10s (event "bid")`. */
export class SocketioError extends Error {
  override readonly name = 'SocketioError'
  /** Such as `websocket refused: ECONNREFUSED`, `ping timeout` or `no ack within 10 s`. */
  readonly reason: string
  /** What the target gave with its refusal. */
  readonly data: unknown

  /** @param what the namespace or its URL, or the event without a reply */
  constructor(what: string | { readonly event: string }, reason: string, data?: unknown) {
    // What stands after `auth:` or `token:` is taken for a secret and shown nowhere, so that no event stands before a colon.
    super(typeof what === 'string' ? `${what}: ${reason}` : `${reason} (event "${what.event}")`)
    this.reason = reason
    this.data = data
  }
}
