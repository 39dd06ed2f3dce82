import type { ScenarioSnapshot } from '../../measure/recorder/snapshot.ts'

/** Longest graceful stop after an interruption, in microseconds, so that an interruption does not wait for a target that stands still. */
export const mostAfterInterruption = 2e6

/** Events of a load. */
export interface LoadEvents {
  /** Is called when every connection that is opened beforehand is open, or has failed to open once. */
  onReady(): void
  onRunEnd(): void
  /** Is called when nothing is under way any more, after `onRunEnd`. */
  onDrained(): void
  /** Is called when more requests failed than the scenario allows. */
  onBailout(failures: number): void
}

/**
 * The load of one scenario on one thread.
 *
 * After its creation `onReady` follows. `start` begins the load. When nothing more is to be started, or after `stop`, `onRunEnd` follows, and when the
 * last request or iteration has ended or the graceful stop is over, `onDrained`. `end` closes everything.
 */
export interface Load {
  readonly opened: number
  /** Starts the phases of a test that starts at `start`, which must not be in the future. */
  start(start: number): void
  /**
   * Interrupts the load at `at`, by default now; a thread that was held up learns of it later. Nothing more is started, and unfinished work has the
   * graceful stop to end, or {@link mostAfterInterruption} if that is less.
   */
  stop(at?: number): void
  /** Closes everything and aborts unfinished work. Resolves when nothing of the load is left on this thread. */
  end(): Promise<void>
  /** Has the records since they were taken last. */
  readonly recorder: { take(now: number): ScenarioSnapshot }
  /** Learns from the records how long the target takes. */
  readonly timing?: { learn(snapshot: ScenarioSnapshot): void } | undefined
}

/** Opens a connection, and notifies its owner when it is open or has failed to open. */
interface Opener {
  open(): void
}

const mostOpening = 256

/** Opens the connections of a load before it starts, a few hundred at a time. */
export class Opening<Connection extends Opener> {
  readonly #unsettled = new Set<Connection>()
  readonly #done = Promise.withResolvers<void>()
  #waiting: Connection[] = []

  /** Opens connections; resolves when each of them is open or has failed to open once. */
  start(connections: readonly Connection[]): Promise<void> {
    for (const connection of connections) this.#unsettled.add(connection)
    this.#waiting = connections.slice(mostOpening)
    if (connections.length === 0) this.#done.resolve()
    for (const connection of connections.slice(0, mostOpening)) connection.open()
    return this.#done.promise
  }

  settled(connection: Connection): void {
    if (!this.#unsettled.delete(connection)) return
    this.#waiting.pop()?.open()
    if (this.#unsettled.size === 0) this.#done.resolve()
  }

  stop(): void {
    this.#waiting = []
  }
}
