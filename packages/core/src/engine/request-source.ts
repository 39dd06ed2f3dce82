import type { RequestBatch } from '../wire/connection.ts'
import type { AutocannonClient } from './autocannon.ts'
import type { RequestSequence } from './request-sequence.ts'

/** Where one connection gets its next requests from. */
export interface RequestSource {
  /** The next requests, as one write. */
  next(count: number): RequestBatch
}

/** Takes prebuilt requests in turn. */
export class PrebuiltRequests implements RequestSource {
  readonly #sequence: RequestSequence
  #place = 0

  constructor(sequence: RequestSequence) {
    this.#sequence = sequence
  }

  next(count: number): RequestBatch {
    const batch = this.#sequence.batch(this.#place, count)
    this.#place = (this.#place + count) % this.#sequence.length
    return batch
  }
}

/** Takes large requests in turn, joining them only where several go out together. */
export class LargeRequests implements RequestSource {
  readonly #requests: readonly Buffer[]
  #place = 0

  constructor(requests: readonly Buffer[]) {
    this.#requests = requests
  }

  next(count: number): RequestBatch {
    const tags = Uint32Array.from({ length: count }, (_, index) => (this.#place + index) % this.#requests.length)
    const parts = Array.from(tags, (tag) => this.#requests[tag]!)
    this.#place = (this.#place + count) % this.#requests.length
    return { bytes: count === 1 ? parts[0]! : Buffer.concat(parts), tags }
  }
}

/** Has autocannon build each request anew, with an id of its own. */
export class UniqueRequests implements RequestSource {
  readonly #iterator: AutocannonClient['requestIterator']

  constructor(iterator: AutocannonClient['requestIterator']) {
    this.#iterator = iterator
  }

  next(count: number): RequestBatch {
    const tags = new Uint32Array(count)
    const parts: Buffer[] = []
    for (let i = 0; i < count; i++) {
      parts.push(this.#iterator.nextRequest().requestBuffer)
      tags[i] = this.#iterator.currentRequestIndex
    }
    return { bytes: Buffer.concat(parts), tags }
  }
}
