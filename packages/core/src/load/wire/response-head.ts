/** The head of a final response, as it was received. Immutable: responses whose head blocks are equal byte for byte share one. */
export interface ResponseHead {
  /** Three digits, 0 to 999 but never 100 to 199. */
  readonly status: number
  /** The reason phrase as it stood there, often empty. */
  readonly reason: string
  /** name, value, name, value ... in the order and spelling received; values without the white space around them. */
  readonly headers: readonly string[]
  /** Content-Length in bytes; -1 when not given. Past 2^53 it is the nearest number. */
  readonly contentLength: number
  /** Whether chunked is the last transfer coding. */
  readonly chunked: boolean
  /** Whether the connection can carry another response after this one. False also when the body runs until the server closes. */
  readonly keepAlive: boolean
  /**
   * For how many microseconds the connection may be idle and is used again: up to a second before its server closes it, as `Keep-Alive: timeout` says.
   * `Infinity` where that does not say.
   */
  readonly idleTime: number
  /** Bytes of the head block, from the status line to the blank line, both included. */
  readonly length: number
}
