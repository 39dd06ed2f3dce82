import type { Clock } from '../../base/clock/clock.ts'
import type { ArrivalRecorder } from './arrival-recorder.ts'
import type { Reception, Recipient } from './deliveries.ts'
import type { PresenceRecorder } from './presence-recorder.ts'
import { RecipientArrivals } from './recipient-arrivals.ts'

/** What the recipients of one thread share. */
export interface RecipientThread {
  readonly clock: Clock
  readonly arrivals: ArrivalRecorder
  readonly presence: PresenceRecorder
}

/** One recipient, from its first connection to its last. */
export class RecipientRecorder implements Recipient {
  readonly #thread: RecipientThread
  readonly #id: number
  readonly #arrivals: RecipientArrivals
  #hasLeft = false

  /**
   * @param id of its own on its thread
   * @param names hashes of those it receives for
   */
  constructor(thread: RecipientThread, id: number, names: readonly number[]) {
    this.#thread = thread
    this.#id = id
    this.#arrivals = new RecipientArrivals(names)
    thread.presence.joined(id, names, thread.clock.now())
  }

  received(text: string, at: number = this.#thread.clock.now()): Reception {
    return this.#thread.arrivals.receive(text, at, this.#arrivals)
  }

  gap(from: number, to: number): void {
    if (to > from) this.#thread.presence.gap(this.#id, from, to)
  }

  left(): void {
    if (this.#hasLeft) return
    this.#hasLeft = true
    this.#thread.presence.left(this.#id, this.#thread.clock.now())
  }
}
