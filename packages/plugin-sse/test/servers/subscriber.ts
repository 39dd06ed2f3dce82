import type { ServerResponse } from 'node:http'

/** The connection of one subscriber, on the server's side. */
export class Subscriber {
  readonly names: readonly string[]
  readonly #response: ServerResponse
  readonly #buffer: number
  #held: string[] = []
  #isStalled = false
  #flushing: NodeJS.Timeout | undefined

  /** @param buffer milliseconds for which frames are collected */
  constructor(names: readonly string[], response: ServerResponse, buffer: number) {
    this.names = names
    this.#response = response
    this.#buffer = buffer
  }

  write(frame: string): void {
    if (!this.#isStalled && this.#buffer === 0) {
      this.#response.write(frame)
      return
    }
    this.#held.push(frame)
    if (this.#buffer > 0) this.#flushing ??= setTimeout(() => this.#flush(), this.#buffer)
  }

  stall(): void {
    this.#isStalled = true
  }

  goOn(): void {
    this.#isStalled = false
    this.#flush()
  }

  end(): void {
    clearTimeout(this.#flushing)
    this.#response.end(this.#held.join(''))
  }

  #flush(): void {
    this.#flushing = undefined
    if (this.#isStalled || this.#held.length === 0) return
    this.#response.write(this.#held.join(''))
    this.#held = []
  }
}
