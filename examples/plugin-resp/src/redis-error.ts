/**
 * The outcome of a command.
 *
 * `ok`: with a reply that is no error; `error`: with an error reply; `refused`: there was no connection, and none could be opened; `timeout`: there was no reply, or no
 * connection, in time; `reset`: the connection was reset; `closed`: the server closed it; `protocol_error`: what came was no RESP; `aborted`: we closed it, at the end
 * of the test, or because of the timeout of a command before.
 */
export type CommandOutcome = 'ok' | 'error' | 'refused' | 'timeout' | 'reset' | 'closed' | 'protocol_error' | 'aborted'

/** The contents of a {@link RedisError}. */
interface Failure {
  readonly outcome: Exclude<CommandOutcome, 'ok'>
  readonly kind: string
  readonly reason: string
}

/** The error of a command without a usable reply: `redis get: WRONGTYPE Operation against a key holding the wrong kind of value`. */
export class RedisError extends Error {
  override readonly name = 'RedisError'
  /** Name of the command in lower case, such as `get`. */
  readonly command: string
  readonly outcome: Exclude<CommandOutcome, 'ok'>
  /** First word of an error reply, such as `WRONGTYPE` or `OOM`; without one the outcome, or the code of the error in opening the connection. */
  readonly kind: string

  constructor(command: string, { outcome, kind, reason }: Failure) {
    super(`redis ${command}: ${reason}`)
    this.command = command
    this.outcome = outcome
    this.kind = kind
  }
}
