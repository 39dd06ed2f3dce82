/**
 * A closed workload: each connection keeps `pipelining` requests in flight and starts the next one when one ends.
 *
 * Times are in microseconds. Exactly one of `duration` and `requests` ends it; the other is `undefined`.
 */
export interface ClosedWorkload {
  readonly connections: number
  readonly pipelining: number
  /** Length of the run phase, without warm-up and drain. */
  readonly duration: number | undefined
  /** Requests of the run phase, over all connections and workers. */
  readonly requests: number | undefined
  /** Load of the same shape on the same connections before the run phase, counted apart. */
  readonly warmup: number
  /** How long requests in flight at the end may take before they are aborted. */
  readonly gracefulStop: number
}
