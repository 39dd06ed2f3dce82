import type { ScenarioSnapshot } from '../../measure/recorder/snapshot.ts'

/** What is under way when a test is interrupted has its graceful stop to end, and this at most, in microseconds: an interruption does not wait for a target that stands still. */
export const mostAfterInterruption = 2e6

/** What a load tells the thread it runs on. */
export interface LoadEvents {
  /** Every connection that is opened beforehand is open, or has failed to open once. */
  onReady(): void
  /** Nothing more will be started. */
  onRunEnd(): void
  /** Nothing is under way any more, after `onRunEnd`. */
  onDrained(): void
  /** More requests failed than the scenario allows. */
  onBailout(failures: number): void
}

/**
 * The load of one scenario on one thread.
 *
 * Life: it is created and `onReady` follows; `start` begins; by itself or by `stop` it starts nothing more (`onRunEnd`) and, when the last
 * request or iteration has ended or the graceful stop is over, it is drained (`onDrained`); `end` closes everything.
 */
export interface Load {
  /** Connections that are open. */
  readonly opened: number
  /** Starts the phases of a test that starts at `start`, which has come. */
  start(start: number): void
  /**
   * Interrupts at `at`, by default now; a thread that was held up is told later. Starts nothing more, and what is under way has the graceful stop to end, or {@link mostAfterInterruption} if that is less.
   */
  stop(at?: number): void
  /** Closes everything: what is under way is aborted. Resolves when nothing of it is left on this thread. */
  end(): Promise<void>
  /** What was recorded since the last call. */
  take(now: number): ScenarioSnapshot
}

/** Opens a connection, and says to its owner when it is open or has failed to open. */
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

  /** A connection is open, or has failed to open. */
  settled(connection: Connection): void {
    if (!this.#unsettled.delete(connection)) return
    this.#waiting.pop()?.open()
    if (this.#unsettled.size === 0) this.#done.resolve()
  }

  /** Opens no more of them. */
  stop(): void {
    this.#waiting = []
  }
}
