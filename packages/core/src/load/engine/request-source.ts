import type { ByteBatch } from './byte-batch.ts'
import type { AutocannonClient } from './autocannon.ts'
import type { BuiltRequests } from './built-requests.ts'
import type { RequestChoice } from './request-choice.ts'
import type { RequestSequence } from './request-sequence.ts'

/** Where one connection gets its next requests from. */
export interface RequestSource {
  /** The next requests, which are sent at `now`, as one write. */
  next(count: number, now: number): ByteBatch
}

/** Takes prebuilt requests in turn. */
export class PrebuiltRequests implements RequestSource {
  readonly #sequence: RequestSequence
  #place = 0

  constructor(sequence: RequestSequence) {
    this.#sequence = sequence
  }

  next(count: number): ByteBatch {
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

  next(count: number): ByteBatch {
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

  next(count: number): ByteBatch {
    const tags = new Uint32Array(count)
    const parts: Buffer[] = []
    for (let i = 0; i < count; i++) {
      parts.push(this.#iterator.nextRequest().requestBuffer)
      tags[i] = this.#iterator.currentRequestIndex
    }
    return { bytes: Buffer.concat(parts), tags }
  }
}

/** Takes requests in an order that all connections of a thread follow together. */
export class OrderedRequests implements RequestSource {
  readonly #choice: RequestChoice
  readonly #built: BuiltRequests

  constructor(choice: RequestChoice, built: BuiltRequests) {
    this.#choice = choice
    this.#built = built
  }

  next(count: number, now: number): ByteBatch {
    const tags = Uint32Array.from({ length: count }, () => this.#choice.next(now))
    const parts = Array.from(tags, (tag) => this.#built.of(tag))
    return { bytes: count === 1 ? parts[0]! : Buffer.concat(parts), tags }
  }
}
