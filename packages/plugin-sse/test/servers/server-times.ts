import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MessageServerTimes } from './message-server-options.ts'
import type { Subscriber } from './subscriber.ts'

const resolution = 1

/** Measures the times of a server. */
export class ServerTimes {
  readonly #delays: number[] = []
  readonly #opens: number[] = []
  readonly #heartbeatGaps: number[] = []
  readonly #reconnectGaps: number[] = []
  // The times at which subscribers went away, by subscriber.
  readonly #endedAt = new Map<string, number>()
  readonly #loop = monitorEventLoopDelay({ resolution })

  start(): void {
    this.#loop.enable()
  }

  stop(): void {
    this.#loop.disable()
  }

  get all(): MessageServerTimes {
    return {
      delays: this.#delays,
      opens: this.#opens,
      heartbeatGaps: this.#heartbeatGaps,
      reconnectGaps: this.#reconnectGaps,
      lateness: { p99: lateness(this.#loop.percentile(99)), max: lateness(this.#loop.max) },
    }
  }

  /** @param index of the message, in the order of arrival */
  written(index: number, arrivedAt: number): void {
    this.#delays[index] = performance.now() - arrivedAt
  }

  opened({ who }: Subscriber, requestedAt: number): void {
    const now = performance.now()
    this.#opens.push(now - requestedAt)
    const endedAt = this.#endedAt.get(who)
    if (endedAt !== undefined) this.#reconnectGaps.push(now - endedAt)
  }

  ended({ who }: Subscriber): void {
    this.#endedAt.set(who, performance.now())
  }

  beat(subscriber: Subscriber): void {
    const now = performance.now()
    if (subscriber.beatAt !== undefined) this.#heartbeatGaps.push(now - subscriber.beatAt)
    subscriber.beatAt = now
  }
}

// The monitor has a timer of a millisecond, which is subtracted.
function lateness(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - resolution)
}
