/** A connection that was refused or has ended, or an answer that did not come: `/chat: refused by the target: no token`. */
export class SocketioError extends Error {
  override readonly name = 'SocketioError'
  /** Such as `websocket refused: ECONNREFUSED`, `ping timeout` or `no ack within 10 s`. */
  readonly reason: string
  /** What the target gave with its refusal. */
  readonly data: unknown

  /** @param what the namespace, or the event that was not answered */
  constructor(what: string, reason: string, data?: unknown) {
    super(`${what}: ${reason}`)
    this.reason = reason
    this.data = data
  }
}
