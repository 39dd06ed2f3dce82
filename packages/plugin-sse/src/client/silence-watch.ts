/** What is watched. Times in microseconds on the clock of the process. */
export interface Watched {
  /** When anything came for the last time. */
  readonly heardAt: number
  readonly now: () => number
  /** Nothing has come for as long as may be. */
  onSilent(): void
}

/** Watches that something comes over a connection: with a timer that is not set again for each thing that does. */
export class SilenceWatch {
  readonly #watched: Watched
  readonly #timeout: number
  #timer: NodeJS.Timeout

  /** @param timeout longest silence, in milliseconds */
  constructor(watched: Watched, timeout: number) {
    this.#watched = watched
    this.#timeout = timeout
    this.#timer = setTimeout(() => this.#check(), timeout)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #check(): void {
    const { heardAt, now } = this.#watched
    const left = this.#timeout - (now() - heardAt) / 1000
    if (left > 0) this.#timer = setTimeout(() => this.#check(), Math.ceil(left))
    else this.#watched.onSilent()
  }
}
