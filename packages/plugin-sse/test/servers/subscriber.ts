import type { ServerResponse } from 'node:http'

/** The connection of one subscriber, on the server's side. */
export class Subscriber {
  readonly names: readonly string[]
  /** Identity of the subscriber over all its connections, as several may have the same names. */
  readonly who: string
  readonly #response: ServerResponse
  readonly #buffer: number
  readonly #onBunch: (frames: number) => void
  #held: string[] = []
  #isStalled = false
  #flushing: NodeJS.Timeout | undefined
  /** Number of messages that were written to the subscriber. */
  messages = 0
  /** A frame that is to be written after the next one. */
  late: string | undefined
  /** Time of the last heartbeat. */
  beatAt: number | undefined

  /**
   * @param query `ids` are its names, `user` is who it is
   * @param buffer milliseconds for which frames are buffered
   * @param onBunch receives the number of frames that were written at once
   */
  constructor(query: URLSearchParams, response: ServerResponse, buffer: number, onBunch: (frames: number) => void) {
    this.names = (query.get('ids') ?? '').split(',')
    this.who = query.get('user') ?? String(this.names)
    this.#response = response
    this.#buffer = buffer
    this.#onBunch = onBunch
  }

  /** @returns whether the frame was held back by a stall */
  write(frame: string): boolean {
    if (!this.#isStalled && this.#buffer === 0) {
      this.#response.write(frame)
      return false
    }
    this.#held.push(frame)
    if (this.#buffer > 0) this.#flushing ??= setTimeout(() => this.#flush(), this.#buffer)
    return this.#isStalled
  }

  stall(): void {
    this.#isStalled = true
  }

  goOn(): void {
    this.#isStalled = false
    this.#flush()
  }

  end(): void {
    this.forget()
    this.#response.end(this.#held.join(''))
  }

  /** Forgets the connection, which is gone. */
  forget(): void {
    clearTimeout(this.#flushing)
  }

  #flush(): void {
    this.#flushing = undefined
    if (this.#isStalled || this.#held.length === 0) return
    this.#response.write(this.#held.join(''))
    this.#onBunch(this.#held.filter((frame) => frame.startsWith('event: message')).length)
    this.#held = []
  }
}
