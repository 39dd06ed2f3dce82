import type { PluginOutcome } from '../../model/metrics/outcome.ts'
import type { ByteCounts } from '../../measure/recorder/carried-bytes.ts'

/**
 * Counts and times the requests of a plugin: whatever its client sends and has a response to, such as a command, a call, or the opening of a connection.
 *
 * While one is in flight its user waits for the target, as it does for the response to an HTTP request. Every one that was started has to end, once; those
 * that are in flight when the user leaves end as `aborted` by themselves, and whatever is said of them afterwards has no effect.
 */
export interface PluginRequests {
  /**
   * One begins now; returns the time, in microseconds on the clock of the process, by which it is known until it ends. No two have the same.
   *
   * @param endpoint what it is, in few different words, such as the name of the command; default the name of the plugin
   */
  started(endpoint?: string): number
  /**
   * It has ended.
   *
   * @param startedAt what `started` returned
   * @param reason why it is not `ok`, in few different words, such as `ECONNREFUSED`; default the outcome
   * @throws Error when no request that was started then is in flight, or there is no such outcome
   */
  ended(startedAt: number, outcome: PluginOutcome, reason?: string): void
  /** A connection is open. Where a plugin tells of its connections, the result says how many there were, and when the target was away for all of them. */
  connected(): void
  /** A connection that was open has ended; to be told before its requests are. */
  disconnected(by: 'target' | 'client'): void
  /**
   * Counts what a socket has read and written since this was called for it before.
   *
   * Bytes belong to the second in which they are told, so tell them with each message and at the end. It is also of use when the user has left.
   *
   * @param socket of `node:net` or `node:tls`, or whatever else has both counts
   */
  carried(socket: ByteCounts): void
}
