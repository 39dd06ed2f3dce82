import type { ByteBatch } from './byte-batch.ts'

// A batch for each start and count is few for one request, and many for thousands.
const mostKept = 4096

/**
 * Requests that take turns, laid out so that any run of them goes out in one write without being copied.
 *
 * A batch is cut once and kept; requests are known by their place in the sequence.
 */
export class RequestSequence {
  readonly #length: number
  readonly #bytes: Buffer
  readonly #offsets: number[] = [0]
  readonly #batches: (ByteBatch | undefined)[][]
  #kept = 0

  /** @param most requests in one batch */
  constructor(requests: readonly Uint8Array[], most: number) {
    this.#length = requests.length
    const laidOut = Array.from({ length: requests.length + most }, (_, index) => requests[index % requests.length]!)
    this.#bytes = Buffer.concat(laidOut)
    for (const request of laidOut) this.#offsets.push(this.#offsets.at(-1)! + request.length)
    this.#batches = requests.map(() => [])
  }

  get length(): number {
    return this.#length
  }

  /** The batch of `count` requests from place `start` on. */
  batch(start: number, count: number): ByteBatch {
    const known = this.#batches[start]![count]
    if (known !== undefined) return known
    const bytes = this.#bytes.subarray(this.#offsets[start], this.#offsets[start + count])
    const batch = { bytes, tags: Uint32Array.from({ length: count }, (_, index) => (start + index) % this.#length) }
    if (this.#kept < mostKept) {
      this.#batches[start]![count] = batch
      this.#kept += 1
    }
    return batch
  }
}
